"""Where the rules of a title list its options, they are those that it has, with their values, and a ruling for each."""

import re
from pathlib import Path

import pytest

import quarterdeck_rules
from quarterdeck_rules.engine.options import describe
from quarterdeck_rules.titles import TITLES

RULES = Path(quarterdeck_rules.__file__).parent
TEXTS = {name: (RULES / name / "RULES.md").read_text(encoding="utf-8") for name in TITLES}
LISTING = [name for name, text in TEXTS.items() if "\n## Options\n" in text]
ROW = re.compile(r"^\| \S \| [^|]+ \| `(\w+)` \| ([^|]+) \| ([^|]+) \| [^|]+ \| (\d+) \|$", re.MULTILINE)


def named(cell: str) -> list[str]:
    """The values that a cell names."""
    return re.findall(r"`(\w+)`", cell)


def test_puerto_rico_whose_printings_differ_lists_its_options():
    assert "puerto_rico" in LISTING


@pytest.mark.parametrize("title", LISTING)
def test_the_options_listed_are_those_of_the_title_with_their_defaults_and_other_values(title: str):
    listed = {option: (named(default), named(other)) for option, default, other, _ in ROW.findall(TEXTS[title])}
    assert listed == {
        option.name: ([option.default], [value for value in option.values if value != option.default])
        for option in describe(TITLES[title].options)
    }


@pytest.mark.parametrize("title", LISTING)
def test_the_ruling_of_an_option_is_one_that_is_listed(title: str):
    rulings = set(re.findall(r"^\| (\d+) \|", TEXTS[title], re.MULTILINE))
    assert {ruling for *_, ruling in ROW.findall(TEXTS[title])} <= rulings
