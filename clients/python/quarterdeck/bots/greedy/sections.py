"""Where to place a worker: what each section would bring now."""

from collections.abc import Callable, Mapping

from quarterdeck.bots.greedy.table import Table
from quarterdeck.client.terms import Good, Worker

_FEE = 0.4
_DRAW = 0.35
_STEP = 0.12


def section_value(table: Table, worker: int, section: str) -> float:
    """What a worker on that section would bring."""
    below = _stack(table, worker, section)
    first = not below
    judge = _SECTIONS.get(section)
    value = judge(table, worker == Worker.SPECIAL and first, worker == Worker.NORMAL and first) if judge else 0.0
    return value - (_FEE if below else 0.0)


def purchase_value(table: Table, section: str, less: int = 0, name: str = "") -> float:
    """The gain of the best purchase, less what it costs; 0 if there is none."""
    values = [0.0]
    for target in table.targets:
        if target.section == section and name in ("", target.name) and not target.lacking(table.units, less):
            after = {good: units - target.cost.get(good, 0) for good, units in table.units.items()}
            values.append(target.gain - 0.5 * (table.wealth(table.units) - table.wealth(after, target)))
    return max(values)


def _stack(table: Table, worker: int, section: str) -> list[int]:
    for stack in table.position.stacks:
        if stack.section == section and stack.worker == worker:
            return list(stack.seats)
    return []


def _draw_or_place(table: Table, tiles: int) -> float:
    return max(_DRAW * table.time, table.tile_value if tiles else 0.0)


def _draw_and_place(table: Table) -> float:
    return _DRAW * table.time + table.tile_value


def _steps(table: Table, steps: int) -> float:
    return _STEP * min(steps, 6 - table.board.cartographer) * (0.5 + table.time)


def _section_a(table: Table, square: bool, round_: bool) -> float:
    tiles = len(table.board.tiles)
    landed = _draw_and_place(table) if square else _draw_or_place(table, tiles)
    return landed + _steps(table, 1) + (0.15 if round_ else 0.0)


def _section_b(table: Table, square: bool, _: bool) -> float:
    return purchase_value(table, "B", 2 if square else 0)


def _section_c(table: Table, square: bool, _: bool) -> float:
    return _draw_and_place(table) + (0.5 if square else 0.0)


def _section_d(table: Table, square: bool, _: bool) -> float:
    return purchase_value(table, "D", 2 if square else 0)


def _section_e(table: Table, square: bool, _: bool) -> float:
    value = _steps(table, 3) + (0.5 if square else 0.0)
    if table.free_spots:
        now = table.wealth(table.units)
        value += max(table.wealth({**table.units, good: table.units[good] + 1}) - now for good in Good)
    return value


def _section_f(table: Table, square: bool, _: bool) -> float:
    holds = any(spot.holds_statue for spot in table.board.crafting_spots)
    remove = 0.2 + 0.5 * table.time if table.has_ruin_to_remove else 0.0
    build = purchase_value(table, "F") if holds or (square and remove) else 0.0
    return remove + build if square else max(remove, build)


def _section_g(table: Table, square: bool, _: bool) -> float:
    tiles = len(table.board.tiles)
    second = 0.7 * table.tile_value if tiles > 1 or not tiles else _DRAW * table.time
    return _draw_or_place(table, tiles) + second + (_steps(table, 1) if square else 0.0)


def _section_h(table: Table, square: bool, _: bool) -> float:
    value = purchase_value(table, "H")
    return value + (_draw_or_place(table, len(table.board.tiles)) if square else 0.0)


# Each is told whether the worker would be the first on the square space, or on the round one, and so have its symbol.
_SECTIONS: Mapping[str, Callable[[Table, bool, bool], float]] = {
    "A": _section_a,
    "B": _section_b,
    "C": _section_c,
    "D": _section_d,
    "E": _section_e,
    "F": _section_f,
    "G": _section_g,
    "H": _section_h,
}
