"""Cooper, the opponent of a solo game whom nobody plays: all that lies in front of him, and what his cards do."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from google.protobuf import json_format
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import COOPER_STYLE, GOODS
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import counted, player_of, plural
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import CooperView, Posted
from quarterdeck.v1 import title_service_pb2 as titles_pb

_PURCHASES: Mapping[str, str] = {
    "boat": "each income boat built",
    "building": "each building erected",
    "statue": "each statue built",
    "cargo": "each cargo ship supplied",
}

Values = Mapping[tuple[str, str], Mapping[str, Any]]
"""The fields of components, by their table and name."""


def opponent(scene: Scene) -> Iterator[RenderableType]:
    """His side of the table, and a block of its own for what stays the same all game; nothing in other games."""
    position = scene.response.position.cooper_island
    if position.HasField("cooper"):
        yield Group(_title_line(scene, position.cooper), _grid(_lines(scene, position.cooper)))
        rules, cards = _grid(_rules(scene, position.cooper)), _grid(_cards(scene.components))
        yield Group(rules, Text("Cooper's action cards", "dim"), cards)


def _title_line(scene: Scene, cooper: CooperView) -> Text:
    told = []
    if scene.score.cooper_island.HasField("cooper"):
        told.append(plural(scene.score.cooper_island.cooper.total, "point"))
    if cooper.HasField("card"):
        told.append(f"carries out {cooper.card}")
    drawn = Text.assemble(("Cooper", COOPER_STYLE), ": " * bool(told), ", ".join(told), " ")
    return drawn.append("-" * (scene.width - len(drawn)), "dim")


def _grid(rows: Iterable[tuple[str, str]]) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for label, value in rows:
        grid.add_row(label, Text(value))
    return grid


def _lines(scene: Scene, cooper: CooperView) -> Iterator[tuple[str, str]]:
    known = _values(scene)
    anchors = f", {plural(cooper.ship.anchors, 'anchor')}" if cooper.ship.anchors else ""
    yield "one-sail ship", f"bank {cooper.ship.bank}, {plural(cooper.ship.steps, 'step')}{anchors}"
    yield "workers", _workers(cooper.workers.normal, cooper.workers.special, cooper.posted)
    third = {
        kind: _number(known, "numbers", f"third_{name}_workers", "value")
        - sum(one.worker == kind for one in cooper.third)
        for kind, name in ((terms.WORKER_NORMAL, "normal"), (terms.WORKER_SPECIAL, "special"))
    }
    yield "third color", _workers(third[terms.WORKER_NORMAL], third[terms.WORKER_SPECIAL], cooper.third)
    cubes = counted(GOODS[good] for good in cooper.depot)
    yield "depot", f"{cubes}{_mark(scene, 'levels', cooper.level)}"
    yield "log books", counted(name.removeprefix("log_book_") for name in cooper.log_books)
    yield "deck", _deck(cooper)
    yield "discard pile", counted(cooper.discard)
    if cooper.HasField("aside"):
        yield "left out", f"{cooper.aside}, of the next shuffle"
    yield "tokens", f"{cooper.tokens} on the discard pile"
    yield from _clean_up(scene.components, cooper)


def _rules(scene: Scene, cooper: CooperView) -> Iterator[tuple[str, str]]:
    """Level and strategy: what he scores, and what brings helm points and anchors to the seat and to him."""
    known, player = _values(scene), player_of(scene.players, 0)
    points = plural(_number(known, "levels", cooper.level, "points"), "point")
    yield "level", f"{cooper.level}: {points} for Cooper{_mark(scene, 'levels', cooper.level)}"
    strategy = known.get(("strategies", cooper.strategy), {})
    helm, anchor = (_PURCHASES.get(str(strategy.get(f"{what}_on", "")), "-") for what in ("helm", "anchor"))
    gained = plural(_number(known, "numbers", "strategy_helm_points", "value"), "helm point")
    yield "strategy", f"{cooper.strategy}: {helm} brings {player} {gained}"
    caught = plural(_number(known, "numbers", "strategy_anchors", "value"), "anchor")
    on_round = plural(_number(known, "numbers", "round_space_anchors", "value"), "anchor")
    on_worker = plural(_number(known, "numbers", "stack_helm_points", "value"), "helm point")
    yield "brings Cooper", f"{anchor}: {caught}; a normal worker on A where nobody is: {on_round}"
    yield "", f"a worker placed on one of his or of the third color: {on_worker}"
    yield "royal orders", f"{counted(cooper.orders)}; they take no workers"


def _values(scene: Scene) -> Values:
    return {(one.table, one.component_id): json_format.MessageToDict(one.fields) for one in scene.components}


def _number(known: Values, table: str, name: str, field: str) -> int:
    return int(known.get((table, name), {}).get(field, 0))


def _workers(normal: int, special: int, posted: Iterable[Posted]) -> str:
    spaces = [f"{one.section} {'[]' if one.worker == terms.WORKER_SPECIAL else '()'}" for one in posted]
    return f"{normal} () {special} [] left{f'; on {counted(spaces)}' if spaces else ''}"


def _deck(cooper: CooperView) -> str:
    """The cards from top to bottom, as far as anybody knows."""
    groups = [" or ".join(group.cards) for group in cooper.start_cards]
    parts = [list(group.cards) for group in cooper.deck]
    size = 2 * len(groups) + sum(map(len, parts))
    if not groups and len(parts) == 1:
        return f"{plural(size, 'card')}{' in any order' if size > 1 else ''}: {', '.join(parts[0])}"
    told = []
    if groups:
        told.append(", ".join(groups) + (" (whichever comes first)" if len(groups) > 1 else ""))
        # Of each pair one card lies above, and the other was shuffled into what is below.
        first = parts.pop(0) if parts else []
        others = "the other of that pair" if len(groups) == 1 else "the others of those pairs"
        told.append(_part(len(groups) + len(first), [*first, others]))
    told += [_part(len(part), part) for part in parts]
    return f"{plural(size, 'card')}{': ' * bool(told)}{'; then '.join(told)}"


def _part(count: int, cards: Iterable[str]) -> str:
    named = ", ".join(cards)
    return named if count == 1 else f"{count} in any order ({named})"


def _clean_up(components: Iterable[titles_pb.Component], cooper: CooperView) -> Iterator[tuple[str, str]]:
    """What a token does with a card of the discard pile, once on each space."""
    spaces = {one.component_id: one.words for one in components if one.table == "clean_up_spaces"}
    free = [f"{name} ({words})" for name, words in spaces.items() if name not in cooper.clean_up_spaces]
    yield "clean-up", f"free: {counted(free)}; covered: {counted(cooper.clean_up_spaces)}"


def _cards(components: Iterable[titles_pb.Component]) -> Iterator[tuple[str, str]]:
    for one in components:
        if one.table == "action_cards":
            yield one.component_id, "; ".join(part.words for part in one.parts) + " (?)" * _is_uncertain(one)


def _mark(scene: Scene, table: str, name: str) -> str:
    """What marks a component that was not found printed."""
    found = (one for one in scene.components if (one.table, one.component_id) == (table, name))
    return " (?)" if any(_is_uncertain(one) for one in found) else ""


def _is_uncertain(component: titles_pb.Component) -> bool:
    return component.status == titles_pb.COMPONENT_STATUS_RECONSTRUCTED or bool(component.reconstructed_fields)
