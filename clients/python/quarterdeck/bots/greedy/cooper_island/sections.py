"""Where to place a worker: what each section would bring now."""

from collections.abc import Iterable
from dataclasses import dataclass

from quarterdeck.bots.greedy.cooper_island.box import Fields
from quarterdeck.bots.greedy.cooper_island.purchases import PURCHASES, purchase_value
from quarterdeck.bots.greedy.cooper_island.rival import covering_cost, is_held, token_space_value
from quarterdeck.bots.greedy.cooper_island.table import Table
from quarterdeck.bots.greedy.cooper_island.weights import DRAW, FEE, STEP, action_value
from quarterdeck.client.moves.cooper_island.terms import Good, Worker

_SECOND_TILE = 0.7
"""The best place is taken by the first."""


@dataclass
class _Visit:
    """A worker's visit to a section: what its earlier actions have changed for the later ones."""

    table: Table
    tiles: int
    has_statue: bool

    def times(self, effect: Fields, times: int) -> float:
        """What an action brings that is done so often."""
        return sum(self.once(effect) * (_SECOND_TILE if number else 1.0) for number in range(times))

    def once(self, effect: Fields) -> float:
        """What an action brings now; what it changes is remembered."""
        table, action = self.table, effect["do"]
        match action:
            case "draw_tiles":
                self.tiles += int(effect.get("count", 1))
                return DRAW * table.time
            case "place_double_tile":
                self.tiles -= 1
                return table.tile_value if self.tiles >= 0 else 0.0
            case "advance_cartographer":
                room = table.box.number("cartographer_track") - table.board.cartographer
                return STEP * min(int(effect["steps"]), room) * (0.5 + table.time)
            case "gain_goods":
                return _goods_value(table, effect)
            case "remove_one_ruin":
                self.has_statue |= table.has_ruin_to_remove
                return 0.2 + 0.5 * table.time if table.has_ruin_to_remove else 0.0
            case "build_one_statue" if not self.has_statue:
                return 0.0
            case "take_cooper_token" if (instead := token_space_value(table)) is not None:
                return instead
        if action in PURCHASES:
            return purchase_value(table, PURCHASES[action], int(effect.get("less", 0)))
        return action_value(effect)


def section_value(table: Table, worker: int, section: str) -> float:
    """What a worker on that section would bring: the best of each offer, one after the other."""
    below, held = _stack(table, worker, section), is_held(table, section, worker)
    holds = any(spot.holds_statue for spot in table.board.crafting_spots)
    visit = _Visit(table, len(table.board.tiles), holds)
    value = 0.0
    for offer in table.box.offers(section, first=not (below or held), special=worker == Worker.SPECIAL):
        tried = [
            (done.times(effect, int(offer.get("times", 1))), number, done)
            for number, effect in enumerate(offer["one_of"])
            for done in [_Visit(table, visit.tiles, visit.has_statue)]
        ]
        # Equals go to the first: visits themselves have no order.
        best, _, visit = max(tried, key=lambda one: (one[0], -one[1]))
        value += best
    if held:
        return value - covering_cost(table)
    return value - (FEE if below else 0.0)


def _stack(table: Table, worker: int, section: str) -> list[int]:
    for stack in table.position.stacks:
        if stack.section == section and stack.worker == worker:
            return list(stack.seats)
    return []


def _goods_value(table: Table, effect: Fields) -> float:
    if not table.free_spots:
        return 0.0
    units = dict(table.units)
    for name in effect.get("goods", ()):
        units[Good[name.upper()]] += 1
    return _best_of(table, units, effect.get("one_of", ())) - table.wealth(table.units)


def _best_of(table: Table, units: dict[int, float], names: Iterable[str]) -> float:
    goods = [Good[name.upper()] for name in names]
    return max((table.wealth({**units, good: units[good] + 1}) for good in goods), default=table.wealth(units))
