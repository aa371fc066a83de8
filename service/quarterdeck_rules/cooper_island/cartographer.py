"""The cartographer: his track, and the options beside the shim.

Rulebook: "Anytime action: Cartographer", "Action Section A", "Action Section E".
"""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import MoreCartographerSteps
from quarterdeck_rules.cooper_island.events import CartographerAdvanced, CartographerUsed, SingleTilePlaced
from quarterdeck_rules.cooper_island.land import (
    SHIM,
    PutCubeOn,
    cartographer_refusal,
    cartographer_steps,
    covering_refusal,
    is_connected,
    suits,
)
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Count, Landscape
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Anytime, Decision, Seat

CHART = "chart"
"""Id of the option that charts a new space."""
RAISE_HIGH = "raise_high"
"""Id of the option that raises a space of a high level."""


class AdvanceCartographer(Action, frozen=True, tag="cooper_island.advance_cartographer.v1"):
    """CI-CARTO-4  Up to so many steps forward on the track; what goes beyond its end is forfeited.

    `improvable` steps (of sections and of the crate lid) are more with a card that says so.
    """

    steps: Count
    improvable: bool = False

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if island.boards[seat].cartographer < island.box.numbers.cartographer_track:
            return None
        return refuse(Reason.TRACK_FULL, "CI-CARTO-4")

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        steps = self.steps
        if self.improvable:
            steps += sum(
                change.steps for change in changes_of(island, seat) if isinstance(change, MoreCartographerSteps)
            )
        steps = min(steps, island.box.numbers.cartographer_track - island.boards[seat].cartographer)
        if steps:
            play.record(CartographerAdvanced(seat, steps))


class CartographerMove(Anytime[Island, moves.UseCartographer]):
    """CI-CARTO-5  Use an option that places a single tile; the shim is used by placing a double tile."""

    move = moves.UseCartographer

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.UseCartographer]:
        if not island.boards[seat].cartographer_used:
            for option in island.box.cartographer_options:
                if option != SHIM:
                    yield moves.UseCartographer(option)

    def refusal(self, island: Island, seat: Seat, move: moves.UseCartographer) -> Refusal | None:
        if move.option not in island.box.cartographer_options or move.option == SHIM:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-CARTO-5", option=move.option)
        if refusal := cartographer_refusal(island, seat, move.option):
            return refusal
        choice = PlaceSingleTile(move.option)
        if any(choice.refusal(island, seat, place) is None for place in choice.candidates(island, seat)):
            return None
        return refuse(Reason.NO_ROOM_FOR_TILE, "CI-CARTO-5", option=move.option)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.UseCartographer) -> None:
        play.record(CartographerUsed(seat, cartographer_steps(play.state, seat, move.option)))
        play.schedule(seat, PlaceSingleTile(move.option))


class PlaceSingleTile(Decision[Island, moves.PlaceSingle], frozen=True, tag="cooper_island.place_single_tile.v1"):
    """CI-CARTO-6  A single tile lies on a new space, or on a matching free one of the right level."""

    rule = "CI-CARTO-6"
    answers = (moves.PlaceSingle,)
    interruptible = False
    option: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PlaceSingle]:
        for place, space in enumerate(island.box.spaces):
            if self._ground_refusal(island, seat, place) is None:
                for landscape in Landscape:
                    yield moves.PlaceSingle(space, landscape)

    def refusal(self, island: Island, seat: Seat, move: moves.PlaceSingle) -> Refusal | None:
        place = island.box.place.get(move.space)
        if place is None:
            return refuse(Reason.NO_SUCH_SPACE, "CI-CARTO-6", space=move.space)
        pile = island.boards[seat].piles[place]
        if not suits(pile, move.landscape):
            return refuse(
                Reason.LANDSCAPE_MISMATCH, "CI-CARTO-6", space=move.space, below=pile.landscape, above=move.landscape
            )
        return self._ground_refusal(island, seat, place)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PlaceSingle) -> None:
        play.record(SingleTilePlaced(seat, move.space, move.landscape))
        play.schedule(seat, PutCubeOn(move.space))

    def _ground_refusal(self, island: Island, seat: Seat, place: int) -> Refusal | None:
        board, space = island.boards[seat], island.box.spaces[place]
        pile = board.piles[place]
        if self.option == CHART:
            if pile.level:
                return refuse(Reason.SPACE_CHARTED, "CI-CARTO-6", space=space)
            if pile.ruin:
                return refuse(Reason.RUIN_IN_THE_WAY, "CI-CARTO-6", space=space)
            return (
                None if is_connected(island, board, place) else refuse(Reason.NOT_CONNECTED, "CI-CARTO-6", space=space)
            )
        high = island.box.numbers.raise_high_level
        if not pile.level:
            return refuse(Reason.SPACE_UNCHARTED, "CI-CARTO-6", space=space)
        if (self.option == RAISE_HIGH) is not (pile.level >= high):
            return refuse(Reason.WRONG_LEVEL, "CI-CARTO-6", space=space, level=pile.level, high_from=high)
        if not pile.is_free:
            return refuse(Reason.SPACE_OCCUPIED, "CI-CARTO-6", space=space)
        return covering_refusal(island, seat, place)
