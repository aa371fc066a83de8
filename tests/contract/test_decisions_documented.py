"""Every decision says which rule asks, so that a frontend can tell a player why."""

import re
from pathlib import Path

import pytest

import quarterdeck_rules
from quarterdeck_rules.engine.steps import Decision
from quarterdeck_rules.titles import TITLES

DECISIONS = [
    pytest.param(name, step, id=f"{name}-{step.__name__}")
    for name, title in TITLES.items()
    for step in title.steps
    if issubclass(step, Decision)
]


def ids(title: str) -> set[str]:
    """The ids of the rules that have a line in RULES.md of this title."""
    text = (Path(quarterdeck_rules.__file__).parent / title / "RULES.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| ([A-Z]+(?:-[A-Z]+)+-[A-Z]?\d+) \|", text, re.MULTILINE))


@pytest.mark.parametrize("title", TITLES)
def test_a_title_has_decisions_and_rules(title):
    assert any(issubclass(step, Decision) for step in TITLES[title].steps)
    assert ids(title)


@pytest.mark.parametrize(("title", "decision"), DECISIONS)
def test_every_decision_names_a_rule_of_its_own_that_is_written_down(title, decision):
    assert vars(decision).get("rule") in ids(title)


@pytest.mark.parametrize(("title", "decision"), DECISIONS)
def test_the_rule_that_a_decision_names_is_the_one_that_it_states(title, decision):
    assert str(decision.__doc__).split()[0] == decision.rule
