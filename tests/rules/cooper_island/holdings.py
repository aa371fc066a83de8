"""What a seat has come to at the end of a game, as facts, and the score lines that follow from it."""

from quarterdeck_rules.cooper_island.events import (
    BoatBuilt,
    LidLifted,
    LidStowed,
    LidUsed,
    OrdersDisplayed,
    StructurePlaced,
    WorkerAssigned,
)
from quarterdeck_rules.cooper_island.scoring import ScoreLine, score_sheet
from quarterdeck_rules.cooper_island.terms import Structure, Worker
from tests.rules.cooper_island.scenario import Fact, Scenario, land

SMALL, LARGE = Structure.SMALL_BUILDING, Structure.LARGE_BUILDING
FORTRESS, STATUE = Structure.FORTRESS, Structure.STATUE
SPACES = (
    *("A1", "B1", "B2", "C1", "C2", "C3", "D1", "D2", "D3", "D4", "E1"),
    *("E2", "E3", "E4", "E5", "F1", "F2", "F3", "F4", "G1", "G2", "G3"),
)


def lines(scenario: Scenario, code: str, seat: int = 0) -> list[ScoreLine]:
    """A seat's score lines of one kind."""
    return [line for line in score_sheet(scenario.table, None).scores[seat].lines if line.code == code]


def points(scenario: Scenario, code: str, seat: int = 0) -> int:
    """The points of a seat's one score line of this kind."""
    (line,) = lines(scenario, code, seat)
    return line.points


def on_order(order: str) -> list[Fact]:
    """Seat 0 has a worker on this royal order."""
    return [OrdersDisplayed((order,)), WorkerAssigned(0, Worker.NORMAL, order)]


def boats(count: int) -> list[Fact]:
    """So many boats on landing spaces."""
    kinds = ("coin_boat", "gold_cloth_boat", "draw_boat", "cartographer_boat", "storage_boat")[:count]
    return [BoatBuilt(0, boat, f"landing_{place}") for place, boat in enumerate(kinds, 1)]


def structures(*kinds: Structure) -> list[Fact]:
    """Buildings and statues on the first spaces of the peninsula."""
    return [StructurePlaced(0, kind, space) for kind, space in zip(kinds, SPACES, strict=False)]


def lids(count: int) -> list[Fact]:
    """So many lids taken, all but the last lying on crate spaces."""
    crates = ("crate_draw", "crate_place", "crate_cartographer", "crate_coins")
    taken = [fact for number in range(1, count + 1) for fact in (LidLifted(0, f"cargo_{number}"), LidStowed(0))]
    return [*taken, *(LidUsed(0, crate) for crate in crates[: count - 1])]


def covered(count: int, level: int = 1, landscape: str = "meadow") -> list[Fact]:
    """The first spaces of the peninsula carry landscape."""
    return [land(f"{space} {landscape} {level}") for space in SPACES[:count]]
