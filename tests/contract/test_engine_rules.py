"""The rules of engine and conduct stand in CONTRIBUTING.md, each with the reasons that refusals under it give."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from quarterdeck_rules import conduct, engine
from quarterdeck_rules.conduct import reasons as conduct_reasons
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.engine.refusal import EngineReason

ROOT = Path(__file__).parents[2]
PLACES = [Path(folder) for package in (engine, conduct) for folder in package.__path__]
RULE = re.compile(r"QD-[A-Z]+-\d+")
ROW = re.compile(r"^\| (QD-[A-Z]+-\d+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
ROWS: list[tuple[str, str, str]] = ROW.findall((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))


def given() -> dict[str, set[str]]:
    """The reasons that the code gives, by rule: a reason held in a name counts with all that name may hold."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (path for place in PLACES for path in sorted(place.rglob("*.py"))):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "refuse":
                        reason, rule = call.args
                        found[rule_of(rule)] |= reasons(reason) or reasons(function)
    return found


def rule_of(node: ast.expr) -> str:
    """The rule that a refusal names: written out, or by its name among the reasons of conduct."""
    if isinstance(node, ast.Attribute):
        return str(getattr(conduct_reasons, node.attr))
    assert isinstance(node, ast.Constant)
    return str(node.value)


def reasons(node: ast.AST) -> set[str]:
    """The reasons that a piece of code names."""
    return {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute)
        and isinstance(one.value, ast.Name)
        and one.value.id in ("EngineReason", "Reason")
    }


def test_every_rule_of_the_engine_stands_in_the_table_and_the_other_way_round():
    named = {rule for place in PLACES for path in place.rglob("*.py") for rule in RULE.findall(path.read_text("utf-8"))}
    assert sorted(rule for rule, _, _ in ROWS) == sorted(named) == sorted(given())


def test_the_table_gives_each_rule_the_reasons_that_the_code_does():
    assert {rule: set(re.findall(r"`(\w+)`", told)) for rule, _, told in ROWS} == given()
    assert {reason for told in given().values() for reason in told} == {*EngineReason.__members__, *Reason.__members__}
