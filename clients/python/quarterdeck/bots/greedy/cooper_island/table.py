"""The table as one seat looks at it: what it has, how much time there is, what its land is good for."""

from collections.abc import Iterator
from functools import cached_property

from quarterdeck.bots.greedy.cooper_island.box import Box, Units
from quarterdeck.bots.greedy.cooper_island.purchases import Target, targets
from quarterdeck.bots.greedy.cooper_island.rival import hand_value
from quarterdeck.bots.greedy.cooper_island.weights import FED, GOODS, PLENTY
from quarterdeck.client.moves.cooper_island.terms import Good, Worker
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, LandView, Position
from quarterdeck.cooper_island.v1.terms_pb2 import LANDSCAPE_SETTLEMENT, Item

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class Table:
    """One position from one seat, with the box of its game."""

    def __init__(self, box: Box, position: Position, seat: int) -> None:
        self.box = box
        self.position = position
        self.seat = seat
        self.board: BoardView = position.boards[seat]
        self.land: dict[str, LandView] = {space.space: space for space in self.board.land}
        self._at = {(space.q, space.r): space for space in self.board.land}
        self.rounds_left = box.number("rounds") - position.round
        self.workers = self.board.available.normal + self.board.available.special
        self.free_spots = self.board.storage_spots - len(self.board.storage)

    @cached_property
    def units(self) -> dict[int, float]:
        """Units of each good, in storage and on land."""
        units: dict[int, float] = dict.fromkeys(Good, 0.0)
        for good in self.board.storage:
            units[good] += 1
        for space in self.board.land:
            if space.HasField("cube"):
                units[space.cube] += space.level
        return units

    def units_of(self, item: Item) -> float:
        """What an item pays."""
        return self.land[item.space].level if item.space else 1

    def neighbours(self, space: LandView) -> Iterator[LandView]:
        """Landscape spaces beside a space."""
        for q, r in NEIGHBOURS:
            if (other := self._at.get((space.q + q, space.r + r))) is not None:
                yield other

    @cached_property
    def time(self) -> float:
        """How much of the game is left to use goods in, from 0 to 1."""
        return min(1.0, 0.25 * self.workers + 0.45 * self.rounds_left)

    @cached_property
    def worker_value(self) -> float:
        """What one more worker brings until the end."""
        return 0.9 * self.rounds_left + 0.5 + hand_value(self)

    def wealth(self, units: Units, without: Target | None = None) -> float:
        """What goods are worth: a little each, and more the nearer they bring a purchase."""
        worth = 0.0
        for good, price in GOODS.items():
            have, plenty = units.get(good, 0.0), PLENTY[good]
            worth += price * (min(have, plenty) + 0.25 * max(0.0, have - plenty))
        missing_food = max(0.0, self.food_owed - units.get(Good.FOOD, 0))
        near = [
            target.gain * (1 - target.lacking(units) / max(1.0, sum(target.cost.values()))) ** 2
            for target in self.targets
            if target is not without
        ]
        hopes = sum(value * weight for value, weight in zip(sorted(near, reverse=True), (0.35, 0.2, 0.1), strict=False))
        return self.time * (worth + hopes) - 0.7 * missing_food

    @cached_property
    def food_owed(self) -> int:
        """Food that the workers are going to want next."""
        if self.board.fed and self.rounds_left == 0:
            return 0
        return self.board.feeding_cost

    @cached_property
    def targets(self) -> list[Target]:
        """What could be bought, if there were enough goods and a worker in the section."""
        return targets(self)

    def less(self, kind: str) -> int:
        """How much less a kind of purchase costs, by cards."""
        cards = self.box.changes(self.board.small_cards, "cheaper_purchase")
        return self.board.discount + sum(int(change["less"]) for change in cards if change["purchase"] == kind)

    @cached_property
    def gold_level(self) -> int:
        """From this level on a mountain gives gold instead of stone, for who wants it."""
        earlier = (int(change["level"]) for change in self.box.changes(self.board.small_cards, "earlier_gold"))
        return min((self.box.number("gold_level"), *earlier))

    def upkeep(self, worker: int) -> float:
        """What the next worker of a kind to be hired costs in each round: its food, less the helm points for it."""
        special = worker == Worker.SPECIAL
        row = [one for one in self.box.table("feeding_row").values() if (one["worker"] == "special") is special]
        locked = self.board.locked.special if special else self.board.locked.normal
        if not 0 < locked <= len(row):
            return 0.0
        uncovered = row[len(row) - locked]
        return FED * float(uncovered["food"]) - float(uncovered.get("helm_points", 0))

    @cached_property
    def site_bonus(self) -> float:
        """A helm point if the next building would go on a settlement."""
        free = [space for space in self.board.land if space.level and not space.HasField("structure")]
        if not free:
            return 0.0
        highest = max(space.level for space in free)
        settled = any(s.level == highest and s.landscape == LANDSCAPE_SETTLEMENT for s in free)
        return self.box.number("settlement_helm_points") * (1.0 if settled else 0.3)

    @cached_property
    def has_free_spot(self) -> bool:
        """Whether a crafting spot is open and free."""
        return any(spot.is_open and not spot.holds_statue for spot in self.board.crafting_spots)

    @cached_property
    def has_ruin_to_remove(self) -> bool:
        """Whether a ruin touches own landscape and there is a spot for it."""
        return self.has_free_spot and any(
            space.ruin and any(other.level for other in self.neighbours(space)) for space in self.board.land
        )

    @cached_property
    def best_pair_level(self) -> int:
        """The level that the next double tile could go on; -1 if there is no room."""
        return max((space.level for space in self.board.land if self._has_room_beside(space)), default=-1)

    def _has_room_beside(self, space: LandView) -> bool:
        if not is_free(space):
            return False
        pairs = (other for other in self.neighbours(space) if is_free(other) and other.level == space.level)
        return any(space.level or self._is_connected(space) or self._is_connected(other) for other in pairs)

    def _is_connected(self, space: LandView) -> bool:
        return any(other.level for other in self.neighbours(space))

    @cached_property
    def tile_value(self) -> float:
        """What placing a double tile would bring."""
        if self.best_pair_level < 0:
            return 0.0
        return self.time * (0.2 + 0.6 * (self.best_pair_level + 1))


def is_free(space: LandView) -> bool:
    """Whether a tile could go on it."""
    return not (space.ruin or space.HasField("cube") or space.HasField("structure"))
