"""Scenarios of Puerto Rico: boards are empty, every kind of building is on the market, nothing lies face up.

scenario.given(island("2 corn, quarry"), city("small_market, hacienda"), manned("2 corn, hacienda"), goods("3 corn"))
scenario.playing("captain", 0).when(0, "load_ship corn 5").records(ShipLoaded(0, Good.CORN, 5, 3))
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, cast

from msgspec import Struct

from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import begin, create, extend
from quarterdeck_rules.engine.judge import join, start
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.box import Box
from quarterdeck_rules.puerto_rico.events import (
    BuildingBought,
    ColonistsArranged,
    ColonistsGained,
    DoubloonsGained,
    GoodsProduced,
    MarketSet,
    PointsGained,
    QuarryTaken,
    RoleTaken,
    RowDealt,
    ShipFilled,
    StartTileGiven,
)
from quarterdeck_rules.puerto_rico.rounds import PHASES
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import GOODS, PLOTS, QUARRY, Amount, Good, Source, Staffed
from tests import scenario
from tests.scenario import Fact, ScriptedChance, components_of

BOX = cast(Box, components_of(TITLE))

__all__ = ["BOX", "Fact", "Scenario", "ScriptedChance", "started"]


class Scenario(scenario.Scenario):
    """A game of Puerto Rico under test."""

    title = TITLE

    def __init__(
        self, seats: int = 3, components: ComponentSet[Any] | None = None, options: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(seats, components, options)
        self.given(MarketSet(tuple(self.table.box.buildings)))

    def playing(self, placard: str, seat: int, *, library: bool = False) -> "Scenario":
        """A seat has taken a placard, and its role is played."""
        self.given(RoleTaken(seat, placard, 0, library))
        return self.asking(seat, PHASES[self.table.box.placards[placard].role])

    def leaving(self, supply: int, ship: int) -> "Scenario":
        """So many colonists are left in the supply and on the ship; the last seat has the others on its windrose."""
        last, more = self.table.seats - 1, ship - self.table.colonists_on_ship
        if more > 0:
            self.given(ShipFilled(more))
        elif more < 0:
            self.given(ColonistsGained(last, -more, Source.SHIP))
        return self.given(ColonistsGained(last, self.table.colonists - supply, Source.SUPPLY))

    def stacked(self, stack: str, discard: str = "") -> "Scenario":
        """These plantations are left in the stacks and discarded; islands share the others, none lies face up."""
        keeps, spare = (Counter(dict(counted(tiles)) if tiles else {}) for tiles in (stack, discard))
        seat = 0
        for good, there in zip(GOODS, self.table.stack, strict=True):
            for _ in range(there - keeps[good] - spare[good]):
                self.given(StartTileGiven(seat, good, 0))
                seat = (seat + 1) % self.table.seats
        assert all(board.tiles <= BOX.numbers.island_spaces for board in self.table.boards), "islands overflow"
        return self.given(RowDealt(tuple(Good(name) for name in spare.elements())), RowDealt(()))

    @property
    def table(self) -> Colony:
        """The table as it is now."""
        colony: Colony = self.game.state
        return colony

    def board(self, seat: int) -> Board:
        """A seat's board as it is now."""
        return self.table.boards[seat]


def started(seats: int, options: Mapping[str, str] | None = None, **draws: Iterable[int]) -> Scenario:
    """A game that all seats have joined and that was started, with its draws as scripted."""
    chosen = read_options(TITLE.options, (options or {}).items())
    log: list[Any] = list(create(TITLE, BOX, seats, chosen, "tester", "seed", practice=True))
    scenario = Scenario(seats, options=options)
    scenario.chance = ScriptedChance(draws)
    game = extend(TITLE, begin(TITLE, log[0], BOX), log[1:])
    for seat in range(seats):
        joined = join(game, seat, f"player {seat}")
        assert not isinstance(joined, Refusal), joined
        game = extend(TITLE, game, joined)
    events = start(TITLE, game, scenario.chance)
    assert not isinstance(events, Refusal), events
    scenario.game, scenario.events = extend(TITLE, game, events), events[1:-1]
    return scenario


def counted(text: str) -> Iterable[tuple[str, int]]:
    """Names with numbers: `"2 corn, quarry"`."""
    for part in text.split(","):
        *count, name = part.split()
        yield name, int(count[0]) if count else 1


def island(tiles: str, seat: int = 0) -> list[Struct]:
    """Tiles of an island, taken from stacks and quarries: `"2 corn, quarry"`."""
    facts: list[Struct] = []
    for name, count in counted(tiles):
        fact = QuarryTaken(seat) if name == QUARRY else StartTileGiven(seat, Good(name), 0)
        facts.extend([fact] * count)
    return facts


def city(buildings: str, seat: int = 0) -> list[Struct]:
    """Buildings of a city, in the order they were built, for nothing: `"small_market, hacienda"`."""
    return [BuildingBought(seat, name, 0) for name, _ in counted(buildings)]


def manned(spots: str, seat: int = 0, windrose: int = 0) -> list[Struct]:
    """Colonists of the supply on spots of a board that had none: `"2 corn, hacienda"`, and on its windrose."""
    placed = dict(counted(spots)) if spots else {}
    order = [*(plot for plot in PLOTS if plot in placed), *(spot for spot in placed if spot not in PLOTS)]
    return [
        ColonistsGained(seat, sum(placed.values()) + windrose, Source.SUPPLY),
        ColonistsArranged(seat, tuple(Staffed(spot, placed[spot]) for spot in order)),
    ]


def goods(barrels: str, seat: int = 0) -> list[Struct]:
    """Barrels on a windrose, out of the supply: `"3 corn, coffee"`.  They count as produced until a role is taken."""
    held = dict(counted(barrels))
    return [GoodsProduced(seat, tuple(Amount(good, held[good]) for good in GOODS if good in held))]


def doubloons(count: int, seat: int = 0) -> list[Struct]:
    """Doubloons of a seat."""
    return [DoubloonsGained(seat, count, "test")]


def chips(points: int, seat: int = 0) -> list[Struct]:
    """Points of a seat's chips, out of the pool."""
    return [PointsGained(seat, points, "test")]


def row(tiles: str) -> list[Struct]:
    """Face-up plantations: `"corn, 2 indigo"`."""
    return [RowDealt(tuple(Good(name) for name, count in counted(tiles) for _ in range(count)))]
