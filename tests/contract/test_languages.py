"""The language of the words: what a call accepts, as HTTP says it, against what there is."""

import pytest

from quarterdeck_server.api import languages


@pytest.fixture
def two_languages(monkeypatch):
    monkeypatch.setattr(languages, "LANGUAGES", ("en", "de"))


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
def test_the_language_liked_best_is_taken_of_those_that_there_are(two_languages, accepted, language):
    assert languages.best_of(accepted) == language


def test_english_is_the_usual_language_and_the_only_one():
    assert languages.LANGUAGES == ("en",)
    assert languages.best_of("de, fr") == languages.current_language() == "en"
