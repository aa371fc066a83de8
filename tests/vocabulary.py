"""What a title names by a word that people read: the ids of its components, members of its enums, names of actions."""

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from enum import StrEnum
from functools import cache
from pathlib import Path

import quarterdeck_rules
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.cooper_island import TITLE as COOPER_ISLAND
from quarterdeck_rules.cooper_island.actions import name_of
from quarterdeck_rules.cooper_island.income import FIXED_HANDS
from quarterdeck_server.api.components import entries

RULES = Path(quarterdeck_rules.__file__).parent
# Such as A1, S15 or 4: they are printed so, in every language.
_MARK = re.compile(r"[A-Z]*\d*")


def vocabulary(title) -> set[str]:
    """The words of a title that need a term."""
    package = importlib.import_module(f"quarterdeck_rules.{title.name}")
    named = {title.name} | {entry.id for _, entry in entries(title.load_components(()))}
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.endswith(".reasons"):
            named |= members(found.name)
    if title is COOPER_ISLAND:
        named |= offered_actions()
    if hasattr(terms := importlib.import_module(f"{package.__name__}.terms"), "PLOTS"):
        # Spots of an island that are no component.
        named |= {terms.QUARRY, terms.FOREST, terms.WINDROSE}
    return {word for word in named if not _MARK.fullmatch(word)}


def shared_vocabulary() -> set[str]:
    """The words of facts that all titles share."""
    return {str(member) for kind in (facts.Cause, facts.Outcome, facts.Leaving) for member in kind}


def members(module: str) -> set[str]:
    """The members of the enums that a module has."""
    kinds = vars(importlib.import_module(module)).values()
    return {
        str(member)
        for kind in kinds
        if isinstance(kind, type) and issubclass(kind, StrEnum) and kind.__module__ == module
        for member in kind
    }


def offered_actions() -> set[str]:
    """The names under which sections and the fixed hands of Cooper Island offer actions."""
    contents = COOPER_ISLAND.load_components(()).contents
    fields = ("offers", "round_offers", "square_offers")
    offers = (offer for section in contents.sections for field in fields for offer in getattr(section, field) or ())
    return {name_of(action) for offer in offers for action in offer.one_of} | set(FIXED_HANDS)


@cache
def given_facts(package: str, called: str) -> dict[str, list[set[str]]]:
    """The facts that each call of this function gives, by the code that it is called with."""
    found: dict[str, list[set[str]]] = defaultdict(list)
    for path in sorted((RULES / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == called:
                code = ast.unparse(node.args[0]).rpartition(".")[2].strip("'\"")
                found[code].append({keyword.arg or "" for keyword in node.keywords})
    return found


def facts_of_refusals(*packages: str) -> set[str]:
    """The names of all facts that refusals of these packages give."""
    return {
        name for package in packages for each in given_facts(package, "refuse").values() for one in each for name in one
    }
