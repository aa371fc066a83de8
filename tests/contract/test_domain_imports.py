"""The rules are pure: they import msgspec and the standard library alone, and of that nothing impure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import quarterdeck_rules

RULES = Path(quarterdeck_rules.__file__).parent
ALLOWED = sys.stdlib_module_names | {"msgspec", "quarterdeck_rules"}
IMPURE = {
    *("datetime", "random", "secrets", "time", "uuid"),
    *("importlib", "io", "logging", "os", "pathlib", "socket", "subprocess"),
}
# The one module of a title that reads its files, and the one that reads what all titles share.
READER = "box.py"
CATALOGUES = Path("words", "catalogues.py")
READS = "importlib.resources"


def test_rules_import_only_the_standard_library_and_msgspec():
    foreign = [place for place, name in all_imports() if name.partition(".")[0] not in ALLOWED]
    assert foreign == []


def test_rules_import_nothing_that_reads_a_clock_draws_by_chance_or_touches_the_machine():
    impure = [place for place, name in all_imports() if name.partition(".")[0] in IMPURE and not is_reader(place, name)]
    assert impure == []


def test_rules_open_no_file():
    opened = [
        f"{path.relative_to(RULES)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"open", "__import__"}
    ]
    assert opened == []


def all_imports() -> Iterator[tuple[str, str]]:
    """Where each import stands, and the full name of what it imports."""
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name in imported(node):
                yield f"{path.relative_to(RULES).as_posix()}:{node.lineno} imports {name}", name  # type: ignore[attr-defined]


def imported(node: ast.AST) -> list[str]:
    """The names an import statement imports; `from a import b` counts as `a.b`, a relative import as nothing."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def is_reader(place: str, name: str) -> bool:
    """Whether a module that may read package files imports what reads them."""
    module = Path(place.partition(":")[0])
    may = (module.name == READER and len(module.parts) == 2) or module == CATALOGUES
    return may and f"{name}.".startswith(f"{READS}.")


def modules() -> list[Path]:
    """Every module of the rules."""
    return sorted(RULES.rglob("*.py"))
