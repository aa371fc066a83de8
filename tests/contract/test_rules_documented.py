"""Every title's rules, refusals and stored names are written down, tested and registered, each once."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

import quarterdeck_rules
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.components import Component, Printed
from quarterdeck_rules.engine.steps import Decision, Effect
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES

RULES = Path(quarterdeck_rules.__file__).parent
RULES_TESTS = Path(__file__).parents[1] / "rules"
PREFIXES = {"cooper_island": "CI", "puerto_rico": "PR"}
"""What the ids of a title's rules begin with."""
RULING = re.compile(r"\brulings? ((?:\d+(?:, | and )?)+)")


class Written:
    """What is written about the rules of one title: its code, its tests and its RULES.md."""

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.rule = re.compile(rf"\b{PREFIXES[title.name]}-(?:[A-Z]+-)+[A-Z]?\d+\b")
        package, tests = RULES / title.name, RULES_TESTS / title.name
        self.code = {path: path.read_text(encoding="utf-8") for path in sorted(package.rglob("*.py"))}
        self.tests = {path.name: path.read_text(encoding="utf-8") for path in sorted(tests.glob("test_*.py"))}
        self.text = (package / "RULES.md").read_text(encoding="utf-8")
        self.rule_rows = self.rows("id", "rule", "rulebook", "status", "tests")
        self.reason_rows = self.rows("reason", "means", "rules")
        self.ruling_rows = self.rows("ruling", "we play", "basis", "rules")
        self.reasons = importlib.import_module(f"{quarterdeck_rules.__name__}.{title.name}.reasons").Reason

    def rows(self, *head: str) -> list[list[str]]:
        """The rows of all tables of RULES.md with this head, cell by cell."""
        found, inside = [], False
        for line in self.text.splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
            if cells == list(head):
                inside = True
            elif not cells:
                inside = False
            elif inside and set(cells[0]) != {"-"}:
                found.append(cells)
        return found

    def rules_in(self, texts: Iterable[str]) -> set[str]:
        """All rule ids in these texts."""
        return {rule for text in texts for rule in self.rule.findall(text)}

    def card_rules(self) -> set[str]:
        """The rules that are components: a building card is one by itself."""
        contents = self.title.load_components(()).contents
        cards = (card for table in ("small_cards", "large_cards") for card in getattr(contents, table, ()))
        return {f"{PREFIXES[self.title.name]}-CARD-{card.id}" for card in cards}

    def modules(self) -> Iterator[ModuleType]:
        """Every module of the title."""
        package = importlib.import_module(f"{quarterdeck_rules.__name__}.{self.title.name}")
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)

    def structs(self, *kinds: type[Struct], within: str = "") -> set[type[Struct]]:
        """The structs of these kinds that the title defines, perhaps in one chapter only."""
        prefix = f"{quarterdeck_rules.__name__}.{self.title.name}.{within}".rstrip(".")
        return {
            value
            for module in self.modules()
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, kinds) and f"{value.__module__}.".startswith(f"{prefix}.")
        }

    def stored(self) -> list[type[Struct]]:
        """Everything of the title that has a stored name."""
        return [*self.title.events, *self.title.steps, *self.title.moves]


WRITTEN = [Written(title) for title in TITLES.values()]
EACH_TITLE = pytest.mark.parametrize("written", WRITTEN, ids=lambda written: written.title.name)
EACH_TABLE = pytest.mark.parametrize(
    "entries",
    [
        pytest.param(getattr(contents, table), id=f"{title.name}-{table}")
        for title in TITLES.values()
        for contents in [title.load_components(()).contents]
        for table in contents.__struct_fields__
    ],
)


def repeated(names: Iterable[str]) -> list[str]:
    """The names that stand there more than once."""
    listed = list(names)
    return sorted({name for name in listed if listed.count(name) > 1})


def test_every_title_has_ids_of_its_own_for_its_rules():
    assert PREFIXES.keys() == TITLES.keys()
    assert repeated(PREFIXES.values()) == []


# Rules


@EACH_TITLE
def test_every_rule_of_the_code_is_in_rules_md_and_the_other_way_round(written: Written):
    assert {row[0] for row in written.rule_rows} == written.rules_in(written.code.values())


@EACH_TITLE
def test_no_rule_has_two_lines(written: Written):
    assert repeated(row[0] for row in written.rule_rows) == []


@EACH_TITLE
def test_every_rule_is_told_with_its_place_and_status(written: Written):
    gaps = [row[0] for row in written.rule_rows if len(row) != 5 or not all(row[:4])]
    assert gaps == []


@EACH_TITLE
def test_every_rule_says_whether_it_is_printed_ruled_or_reconstructed(written: Written):
    statuses = re.compile(r"printed|rulings? \d|reconstructed")
    assert [row[0] for row in written.rule_rows if not statuses.match(row[3])] == []


@EACH_TITLE
def test_every_rule_is_named_in_a_test(written: Written):
    assert sorted(written.rules_in(written.code.values()) - written.rules_in(written.tests.values())) == []


@EACH_TITLE
def test_no_test_names_a_rule_that_is_not_there(written: Written):
    known = written.rules_in(written.code.values()) | written.card_rules()
    assert sorted(written.rules_in(written.tests.values()) - known) == []


@EACH_TITLE
def test_the_tests_listed_beside_a_rule_name_it(written: Written):
    listed = [(row[0], name) for row in written.rule_rows for name in re.findall(r"`(\w+\.py)`", row[4])]
    assert [(rule, name) for rule, name in listed if rule not in written.rules_in([written.tests.get(name, "")])] == []
    assert sorted({row[0] for row in written.rule_rows} - {rule for rule, _ in listed}) == []


# Rulings


@EACH_TITLE
def test_rulings_are_numbered_without_a_gap_and_belong_to_rules(written: Written):
    assert [int(row[0]) for row in written.ruling_rows] == list(range(1, len(written.ruling_rows) + 1))
    assert [row[0] for row in written.ruling_rows if not row[1] or not written.rules_in([row[3]])] == []
    assert written.rules_in(row[3] for row in written.ruling_rows) <= written.rules_in(written.code.values())


@EACH_TITLE
@pytest.mark.parametrize("place", ["code", "rules", "tests"])
def test_only_rulings_that_are_listed_are_cited(written: Written, place: str):
    texts = {
        "code": written.code.values(),
        "rules": [row[3] for row in written.rule_rows],
        "tests": written.tests.values(),
    }[place]
    cited = {int(number) for text in texts for run in RULING.findall(text) for number in re.findall(r"\d+", run)}
    assert cited <= {int(row[0]) for row in written.ruling_rows}
    assert cited


# Refusals


@EACH_TITLE
def test_every_refusal_reason_is_in_rules_md_and_the_other_way_round(written: Written):
    assert [row[0] for row in written.reason_rows] == [reason.name for reason in written.reasons]


@EACH_TITLE
def test_every_refusal_reason_names_the_rules_that_give_it(written: Written):
    assert [row[0] for row in written.reason_rows if not written.rules_in([row[2]]) or not row[1]] == []
    assert written.rules_in(row[2] for row in written.reason_rows) <= written.rules_in(written.code.values())


@EACH_TITLE
def test_every_refusal_reason_is_given_by_the_code(written: Written):
    elsewhere = "\n".join(text for path, text in written.code.items() if path.name != "reasons.py")
    assert [reason.name for reason in written.reasons if not named(reason, elsewhere)] == []


@EACH_TITLE
def test_every_refusal_reason_is_provoked_in_a_test(written: Written):
    assert [reason.name for reason in written.reasons if not named(reason, "\n".join(written.tests.values()))] == []


def named(reason: StrEnum, text: str) -> bool:
    """Whether the text names this reason."""
    return re.search(rf"\bReason\.{reason.name}\b", text) is not None


# Stored names


@EACH_TITLE
def test_every_fact_is_registered(written: Written):
    assert written.structs(Struct, within="events") == set(written.title.events)


@EACH_TITLE
def test_every_move_is_registered(written: Written):
    assert written.structs(Struct, within="moves") == set(written.title.moves)


@EACH_TITLE
def test_every_step_is_registered_but_for_those_that_others_build_on(written: Written):
    steps = written.structs(Effect, Decision)
    bases = {step for step in steps if step.__struct_config__.tag is None}
    assert set(written.title.steps) == steps - bases
    assert [step.__name__ for step in bases if not step.__subclasses__()] == []


@EACH_TITLE
def test_every_move_answers_something(written: Written):
    decisions = [step for step in written.title.steps if issubclass(step, Decision)]
    answers = {move for decision in decisions for move in decision.answers}
    assert answers | {anytime.move for anytime in written.title.anytime} == set(written.title.moves)


@EACH_TITLE
def test_every_stored_name_is_made_of_title_class_and_version(written: Written):
    wrong = [
        (kind.__name__, tag_of(kind))
        for kind in written.stored()
        if not re.fullmatch(rf"{written.title.name}\.{snake(kind.__name__)}\.v[1-9]\d*", tag_of(kind))
    ]
    assert wrong == []


@EACH_TITLE
def test_no_stored_name_is_given_twice(written: Written):
    assert repeated(tag_of(kind) for kind in written.stored()) == []


def snake(name: str) -> str:
    """A class name in words joined by underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# Components


@EACH_TABLE
def test_every_component_has_its_status_and_source(entries: tuple[Component, ...]):
    assert entries
    for entry in entries:
        assert isinstance(entry, Component), entry
        assert isinstance(entry.status, Printed), entry
        assert entry.source.strip(), entry.id


@EACH_TABLE
def test_what_is_reconstructed_in_a_printed_component_is_one_of_its_values(entries: tuple[Component, ...]):
    for entry in entries:
        values = set(entry.__struct_fields__) - set(Component.__struct_fields__)
        assert set(entry.reconstructed) <= values, entry.id
        assert entry.status is Printed.PRINTED or not entry.reconstructed, entry.id


@EACH_TABLE
def test_no_component_id_is_given_twice(entries: tuple[Component, ...]):
    assert repeated(entry.id for entry in entries) == []
