"""Cooper Island's rules, refusals and stored names are written down, tested and registered, each once."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from msgspec import Struct

from quarterdeck_rules import cooper_island
from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.components import Component, Printed
from quarterdeck_rules.engine.steps import Decision, Effect

PACKAGE = Path(cooper_island.__file__).parent
RULES_TESTS = Path(__file__).parents[1] / "rules" / "cooper_island"
CONTENTS = TITLE.load_components(()).contents

RULE = re.compile(r"\bCI-[A-Z]+-[A-Z]?\d+\b")
RULING = re.compile(r"\brulings? ((?:\d+(?:, | and )?)+)")
CODE = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
TESTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(RULES_TESTS.glob("test_*.py"))}
TEXT = (PACKAGE / "RULES.md").read_text(encoding="utf-8")


def rows(*head: str) -> list[list[str]]:
    """The rows of all tables of RULES.md with this head, cell by cell."""
    found, inside = [], False
    for line in TEXT.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells == list(head):
            inside = True
        elif not cells:
            inside = False
        elif inside and set(cells[0]) != {"-"}:
            found.append(cells)
    return found


RULE_ROWS = rows("id", "rule", "rulebook", "status", "tests")
REASON_ROWS = rows("reason", "means", "rules")
RULING_ROWS = rows("ruling", "we play", "basis", "rules")


def repeated(names: Iterable[str]) -> list[str]:
    """The names that stand there more than once."""
    listed = list(names)
    return sorted({name for name in listed if listed.count(name) > 1})


def rules_in(texts: Iterable[str]) -> set[str]:
    """All rule ids in these texts."""
    return {rule for text in texts for rule in RULE.findall(text)}


# Rules


def test_every_rule_of_the_code_is_in_rules_md_and_the_other_way_round():
    assert {row[0] for row in RULE_ROWS} == rules_in(CODE.values())


def test_no_rule_has_two_lines():
    assert repeated(row[0] for row in RULE_ROWS) == []


def test_every_rule_is_told_with_its_place_and_status():
    gaps = [row[0] for row in RULE_ROWS if len(row) != 5 or not all(row[:4])]
    assert gaps == []


def test_every_rule_says_whether_it_is_printed_ruled_or_reconstructed():
    statuses = re.compile(r"printed|rulings? \d|reconstructed")
    assert [row[0] for row in RULE_ROWS if not statuses.match(row[3])] == []


def test_every_rule_is_named_in_a_test():
    assert sorted(rules_in(CODE.values()) - rules_in(TESTS.values())) == []


def test_no_test_names_a_rule_that_is_not_there():
    cards = {f"CI-CARD-{card.id}" for card in (*CONTENTS.small_cards, *CONTENTS.large_cards)}
    assert sorted(rules_in(TESTS.values()) - rules_in(CODE.values()) - cards) == []


def test_the_tests_listed_beside_a_rule_name_it():
    listed = [(row[0], name) for row in RULE_ROWS for name in re.findall(r"`(\w+\.py)`", row[4])]
    assert [(rule, name) for rule, name in listed if rule not in rules_in([TESTS.get(name, "")])] == []
    assert sorted({row[0] for row in RULE_ROWS} - {rule for rule, _ in listed}) == []


# Rulings


def test_rulings_are_numbered_without_a_gap_and_belong_to_rules():
    assert [int(row[0]) for row in RULING_ROWS] == list(range(1, len(RULING_ROWS) + 1))
    assert [row[0] for row in RULING_ROWS if not row[1] or not rules_in([row[3]])] == []
    assert rules_in(row[3] for row in RULING_ROWS) <= rules_in(CODE.values())


@pytest.mark.parametrize("place", ["code", "rules", "tests"])
def test_only_rulings_that_are_listed_are_cited(place):
    texts = {"code": CODE.values(), "rules": [row[3] for row in RULE_ROWS], "tests": TESTS.values()}[place]
    cited = {int(number) for text in texts for run in RULING.findall(text) for number in re.findall(r"\d+", run)}
    assert cited <= {int(row[0]) for row in RULING_ROWS}
    assert cited


# Refusals


def test_every_refusal_reason_is_in_rules_md_and_the_other_way_round():
    assert [row[0] for row in REASON_ROWS] == [reason.name for reason in Reason]


def test_every_refusal_reason_names_the_rules_that_give_it():
    assert [row[0] for row in REASON_ROWS if not rules_in([row[2]]) or not row[1]] == []
    assert rules_in(row[2] for row in REASON_ROWS) <= rules_in(CODE.values())


def test_every_refusal_reason_is_given_by_the_code():
    elsewhere = "\n".join(text for path, text in CODE.items() if path.name != "reasons.py")
    assert [reason.name for reason in Reason if not named(reason, elsewhere)] == []


def test_every_refusal_reason_is_provoked_in_a_test():
    assert [reason.name for reason in Reason if not named(reason, "\n".join(TESTS.values()))] == []


def named(reason: Reason, text: str) -> bool:
    """Whether the text names this reason."""
    return re.search(rf"\bReason\.{reason.name}\b", text) is not None


# Stored names


def modules() -> Iterator[ModuleType]:
    """Every module of the title."""
    for found in pkgutil.walk_packages(cooper_island.__path__, f"{cooper_island.__name__}."):
        yield importlib.import_module(found.name)


def structs(*kinds: type[Struct], within: str = "") -> set[type[Struct]]:
    """The structs of these kinds that the title defines, perhaps in one chapter only."""
    prefix = f"{cooper_island.__name__}.{within}".rstrip(".")
    return {
        value
        for module in modules()
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, kinds) and f"{value.__module__}.".startswith(f"{prefix}.")
    }


STEPS = structs(Effect, Decision)
STORED = [*TITLE.events, *TITLE.steps, *TITLE.moves]


def test_every_fact_is_registered():
    assert structs(Struct, within="events") == set(TITLE.events)


def test_every_move_is_registered():
    assert structs(Struct, within="moves") == set(TITLE.moves)


def test_every_step_is_registered_but_for_those_that_others_build_on():
    bases = {step for step in STEPS if step.__struct_config__.tag is None}
    assert set(TITLE.steps) == STEPS - bases
    assert [step.__name__ for step in bases if not step.__subclasses__()] == []


def test_every_move_answers_something():
    decisions = [step for step in TITLE.steps if issubclass(step, Decision)]
    answers = {move for decision in decisions for move in decision.answers}
    assert answers | {anytime.move for anytime in TITLE.anytime} == set(TITLE.moves)


def test_every_stored_name_is_made_of_title_class_and_version():
    wrong = [
        (kind.__name__, tag_of(kind))
        for kind in STORED
        if not re.fullmatch(rf"cooper_island\.{snake(kind.__name__)}\.v[1-9]\d*", tag_of(kind))
    ]
    assert wrong == []


def test_no_stored_name_is_given_twice():
    assert repeated(tag_of(kind) for kind in STORED) == []


def snake(name: str) -> str:
    """A class name in words joined by underscores."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# Components


@pytest.mark.parametrize("table", CONTENTS.__struct_fields__)
def test_every_component_has_its_status_and_source(table):
    entries = getattr(CONTENTS, table)
    assert entries
    for entry in entries:
        assert isinstance(entry, Component), entry
        assert isinstance(entry.status, Printed), entry
        assert entry.source.strip(), entry.id


@pytest.mark.parametrize("table", CONTENTS.__struct_fields__)
def test_what_is_reconstructed_in_a_printed_component_is_one_of_its_values(table):
    for entry in getattr(CONTENTS, table):
        values = set(entry.__struct_fields__) - set(Component.__struct_fields__)
        assert set(entry.reconstructed) <= values, entry.id
        assert entry.status is Printed.PRINTED or not entry.reconstructed, entry.id


@pytest.mark.parametrize("table", CONTENTS.__struct_fields__)
def test_no_component_id_is_given_twice(table):
    assert repeated(entry.id for entry in getattr(CONTENTS, table)) == []
