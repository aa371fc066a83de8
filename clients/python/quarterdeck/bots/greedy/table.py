"""The table as one seat looks at it: what it has, what it could buy, what that would bring."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quarterdeck.bots.greedy.prices import (
    BUILDINGS,
    CARGO,
    GOODS,
    LANDINGS,
    LAST_ROUND,
    PLENTY,
    STATUES,
    Units,
)
from quarterdeck.client.terms import Good, Structure
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, LandView, Position
from quarterdeck.cooper_island.v1.terms_pb2 import (
    LANDSCAPE_FOREST,
    LANDSCAPE_MEADOW,
    LANDSCAPE_MOUNTAIN,
    LANDSCAPE_SETTLEMENT,
    STRUCTURE_STATUE,
    Item,
)

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@dataclass(frozen=True)
class Target:
    """Something to buy: the section it is bought in, its cost, how much less, and the points it brings in all."""

    section: str
    name: str
    cost: Units
    less: int
    gain: float

    def lacking(self, units: dict[int, float], less: int = 0) -> float:
        """Units that are missing after reductions."""
        return max(0.0, sum(max(0.0, n - units.get(good, 0)) for good, n in self.cost.items()) - self.less - less)


class Table:
    """One position from one seat."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.board: BoardView = position.boards[seat]
        self.land: dict[str, LandView] = {space.space: space for space in self.board.land}
        self._at = {(space.q, space.r): space for space in self.board.land}
        self.rounds_left = LAST_ROUND - position.round
        self.workers = self.board.available.normal + self.board.available.special
        self.free_spots = self.board.storage_spots - len(self.board.storage)
        self._owned = {*self.board.small_cards}

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
        return 0.9 * self.rounds_left + 0.5

    def wealth(self, units: dict[int, float], without: Target | None = None) -> float:
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
        return [*self._boats(), *self._buildings(), *self._statues(), *self._cargo()]

    def progress(self, goal: str, built: int) -> float:
        """What one more of a milestone's kind brings: a token for two."""
        if goal not in self.board.goals:
            return 0.0
        return self.worker_value * (0.9 if built else 0.45)

    def less(self, card: str) -> int:
        """What a small card takes off."""
        return int(card in self._owned) + self.board.discount

    def _boats(self) -> Iterator[Target]:
        landings = self.board.landing_spaces
        built = sum(landing.HasField("boat") for landing in landings)
        bonus = 0.4 + 0.4 * self.rounds_left + self.progress("two_boats", built) + self.order("order_1", built)
        for landing in landings:
            if not landing.HasField("boat") and self.board.boats and landing.landing in LANDINGS:
                cost, helm = LANDINGS[landing.landing]
                yield Target("B", landing.landing, cost, self.less("S1"), helm + bonus)

    def _buildings(self) -> Iterator[Target]:
        left = list(self.board.buildings)
        built = 5 - len(left)
        for structure in sorted(set(left)):
            if structure in BUILDINGS:
                cost, helm = BUILDINGS[structure]
                bonus = self.site_bonus + self.progress("two_buildings", built) + self.order("order_2", built)
                bonus += {Structure.SMALL_BUILDING: 0.9, Structure.LARGE_BUILDING: 1.0}.get(Structure(structure), 0.5)
                yield Target("D", str(int(structure)), cost, self.less("S2"), helm + bonus)

    def _statues(self) -> Iterator[Target]:
        if any(spot.holds_statue for spot in self.board.crafting_spots):
            weight = 1.0
        elif self.has_ruin_to_remove:
            weight = 0.6
        else:
            return
        built = sum(space.HasField("structure") and space.structure == STRUCTURE_STATUE for space in self.board.land)
        # A statue brings a helm point in every clean-up from now on.
        gain = 1 + self.site_bonus + (self.rounds_left + 1) + self.progress("two_statues", built)
        for name, cost in STATUES.items():
            yield Target("F", name, cost, self.less("S3"), weight * (gain + self.order("order_3", built)))

    def _cargo(self) -> Iterator[Target]:
        taken = 5 - len(self.board.lids_on_cargo)
        for name in self.board.lids_on_cargo:
            if name in CARGO:
                cost, helm = CARGO[name]
                here = self.position.HasField("harbormaster") and self.position.harbormaster == name
                less = self.less("S4") + int(here and self.position.harbormaster_stands)
                gain = helm + 0.7 + self.progress("two_lids", taken) + self.order("order_4", taken)
                yield Target("H", name, cost, less, gain)

    def order(self, name: str, count: int) -> float:
        """What one more counts for a royal order, the more the nearer its first stage."""
        for order in self.position.orders:
            if order.order == name and order.HasField("seat") and order.seat == self.seat:
                return {2: 3.0, 3: 2.0, 4: 3.0}.get(count, 0.8)
        return 0.0

    def count_for(self, order: str) -> int:
        """What a royal order counts, for the own board."""
        board = self.board
        match order:
            case "order_1":
                return sum(landing.HasField("boat") for landing in board.landing_spaces)
            case "order_2":
                return 5 - len(board.buildings)
            case "order_3":
                return sum(s.HasField("structure") and s.structure == STRUCTURE_STATUE for s in board.land)
            case "order_4":
                return 5 - len(board.lids_on_cargo)
            case "order_5":
                return sum(space.level >= 5 for space in board.land)
            case "order_6":
                return sum(space.level > 0 for space in board.land)
            case "order_7":
                return self._largest_area()
        return 0

    def _largest_area(self) -> int:
        kinds = (LANDSCAPE_FOREST, LANDSCAPE_MEADOW, LANDSCAPE_MOUNTAIN)
        seen: set[str] = set()
        largest = 0
        for start in self.board.land:
            if start.space in seen or start.landscape not in kinds:
                continue
            area, edge = {start.space}, [start]
            while edge:
                for other in self.neighbours(edge.pop()):
                    if other.landscape == start.landscape and other.space not in area:
                        area.add(other.space)
                        edge.append(other)
            seen |= area
            largest = max(largest, len(area))
        return largest

    @cached_property
    def site_bonus(self) -> float:
        """A helm point if the next building would go on a settlement."""
        free = [space for space in self.board.land if space.level and not space.HasField("structure")]
        if not free:
            return 0.0
        highest = max(space.level for space in free)
        return 1.0 if any(s.level == highest and s.landscape == LANDSCAPE_SETTLEMENT for s in free) else 0.3

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
