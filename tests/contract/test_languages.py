"""The language of the words: what a call accepts, as HTTP says it, against what there is."""

from pathlib import Path

import pytest

from quarterdeck_rules import words
from quarterdeck_server.api import languages


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("DE", "de"),
        ("fr, de;q=0.5, en;q=0.8", "en"),
        ("de, en", "de"),
        ("fr;q=1, de;q=0.2", "de"),
        ("*", "en"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=much, en;q=0.1", "en"),
        (";;,,q=", "en"),
    ],
)
def test_the_language_liked_best_is_taken_of_those_that_there_are(accepted, language):
    assert languages.best_of(accepted, ("en", "de")) == language


def test_english_is_the_usual_language():
    assert words.languages()[0] == languages.current_language() == "en"
    assert languages.best_of("tlh, x-none", words.languages()) == "en"


def test_the_languages_are_those_whose_files_there_are():
    folder = Path(words.__file__).parent
    assert sorted(words.languages()) == sorted(file.stem for file in folder.glob("*.toml"))
