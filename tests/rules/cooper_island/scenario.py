"""Scenarios of Cooper Island: boards are empty but for ruins, ships and reserves."""

from typing import Self

from msgspec import Struct

from quarterdeck_rules.cooper_island import TITLE
from quarterdeck_rules.cooper_island.events import (
    BuildingTaken,
    CardKept,
    CardsDrawn,
    CubePlaced,
    GoodsGained,
    LidLifted,
    LidStowed,
    PhaseBegan,
    SingleTilePlaced,
    StructurePlaced,
    TurnBegan,
)
from quarterdeck_rules.cooper_island.state import Board, Island
from quarterdeck_rules.cooper_island.terms import Good, Landscape, Phase, Structure
from tests import scenario
from tests.scenario import Fact, ScriptedChance, components_of

BOX = components_of(TITLE)

__all__ = ["BOX", "Fact", "Scenario", "ScriptedChance"]


class Scenario(scenario.Scenario):
    """A game of Cooper Island under test."""

    title = TITLE

    @property
    def table(self) -> Island:
        """The table as it is now."""
        island: Island = self.game.state
        return island

    def board(self, seat: int) -> Board:
        """A seat's board as it is now."""
        return self.table.boards[seat]

    def in_turn_of(self, seat: int) -> Self:
        """It is this seat's turn in the worker phase."""
        return self.given(PhaseBegan(Phase.WORKERS), TurnBegan(seat))


def land(drawing: str, seat: int = 0) -> list[Struct]:
    """A drawn peninsula: `"A1 meadow 2 food, B1 forest 1"` is each space's landscape, level and perhaps cube.

    Its tiles are not taken from the supply.
    """
    facts: list[Struct] = []
    for part in drawing.split(","):
        space, landscape, level, *cube = part.split()
        facts.extend(SingleTilePlaced(seat, space, Landscape(landscape)) for _ in range(int(level)))
        facts.extend(CubePlaced(seat, space, Good(good)) for good in cube)
    return facts


def stored(goods: str, seat: int = 0) -> list[Struct]:
    """Goods on storage spots: `"coin, 2 wood"`."""
    gained: list[Good] = []
    for part in goods.split(","):
        *count, good = part.split()
        gained.extend([Good(good)] * int(count[0] if count else 1))
    return [GoodsGained(seat, tuple(gained))]


def spare_lid(seat: int = 0) -> list[Struct]:
    """An unused crate lid: an anytime move is left to the seat, so that its window does not end by itself."""
    return [LidLifted(seat, "cargo_5"), LidStowed(seat)]


def kept(card: str, seat: int = 0) -> list[Struct]:
    """A building card that a seat drew and kept, by its id."""
    structure = Structure.SMALL_BUILDING if card.startswith("S") else Structure.LARGE_BUILDING
    return [CardsDrawn(seat, structure, 1, (card,)), CardKept(seat, structure, card)]


def built(structure: Structure, space: str, seat: int = 0) -> list[Struct]:
    """A building on the peninsula."""
    return [BuildingTaken(seat, structure), StructurePlaced(seat, structure, space)]
