"""Actions that only large building cards have.  Rulebook: "Overview of the Building Cards"."""

from collections.abc import Iterator
from itertools import combinations

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action
from quarterdeck_rules.cooper_island.events import (
    BoatTurned,
    CubeStored,
    DiscountGranted,
    GoodsGained,
    StructureMoved,
)
from quarterdeck_rules.cooper_island.goods import free_spots
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.sailing import GainHelm
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Count, Positive
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Seat


class MoveOneStructure(Action, frozen=True, tag="cooper_island.move_one_structure.v1"):
    """CI-CARD-L11  Move an own building or statue to any free landscape space; no helm points."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        piles = island.boards[seat].piles
        if not any(pile.structure is not None for pile in piles):
            return refuse(Reason.NO_STRUCTURE, "CI-CARD-L11")
        return None if any(pile.is_free for pile in piles) else refuse(Reason.NO_SITE, "CI-CARD-L11")

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseStructure())


class ChooseStructure(Decision[Island, moves.MoveStructure], frozen=True, tag="cooper_island.choose_structure.v1"):
    """CI-CARD-L11  Which one, and to which free space; its old space is free again."""

    rule = "CI-CARD-L11"
    answers = (moves.MoveStructure,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.MoveStructure]:
        piles, spaces = island.boards[seat].piles, island.box.spaces
        for place, pile in enumerate(piles):
            if pile.structure is not None:
                for to, other in enumerate(piles):
                    if other.is_free:
                        yield moves.MoveStructure(spaces[place], spaces[to])

    def refusal(self, island: Island, seat: Seat, move: moves.MoveStructure) -> Refusal | None:
        piles, place, to = island.boards[seat].piles, island.box.place.get(move.space), island.box.place.get(move.to)
        if place is None or piles[place].structure is None:
            return refuse(Reason.NO_STRUCTURE, "CI-CARD-L11", space=move.space)
        if to is None:
            return refuse(Reason.NO_SUCH_SPACE, "CI-CARD-L11", space=move.to)
        if not piles[to].level:
            return refuse(Reason.SPACE_UNCHARTED, "CI-CARD-L11", space=move.to)
        return None if piles[to].is_free else refuse(Reason.SPACE_OCCUPIED, "CI-CARD-L11", space=move.to)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.MoveStructure) -> None:
        structure = play.state.boards[seat].piles[play.state.box.place[move.space]].structure
        assert structure is not None
        play.record(StructureMoved(seat, structure, move.space, move.to))


class MultiplyOneCube(Action, frozen=True, tag="cooper_island.multiply_one_cube.v1"):
    """CI-CARD-L12  Move a cube from a space of level n to a storage spot and add up to n-1 of its kind."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if not free_spots(island, seat):
            return refuse(Reason.STORAGE_FULL, "CI-CARD-L12")
        if not any(pile.cube is not None for pile in island.boards[seat].piles):
            return refuse(Reason.NO_TARGET, "CI-CARD-L12")
        return None

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseCubeToMultiply())


class ChooseCubeToMultiply(
    Decision[Island, moves.MultiplyCube], frozen=True, tag="cooper_island.choose_cube_to_multiply.v1"
):
    """CI-CARD-L12  Which cube, and how many more."""

    rule = "CI-CARD-L12"
    answers = (moves.MultiplyCube,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.MultiplyCube]:
        for place, pile in enumerate(island.boards[seat].piles):
            if pile.cube is not None:
                for more in range(pile.level):
                    yield moves.MultiplyCube(island.box.spaces[place], more)

    def refusal(self, island: Island, seat: Seat, move: moves.MultiplyCube) -> Refusal | None:
        place = island.box.place.get(move.space)
        pile = None if place is None else island.boards[seat].piles[place]
        if pile is None or pile.cube is None:
            return refuse(Reason.NOT_OWNED, "CI-CARD-L12", space=move.space)
        most = min(pile.level, free_spots(island, seat)) - 1
        if not 0 <= move.more <= most:
            return refuse(Reason.TOO_MANY_MORE, "CI-CARD-L12", more=move.more, most=most)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.MultiplyCube) -> None:
        cube = play.state.boards[seat].piles[play.state.box.place[move.space]].cube
        assert cube is not None
        play.record(CubeStored(seat, move.space, cube))
        if move.more:
            play.record(GoodsGained(seat, (cube,) * move.more))


class DiscountNext(Action, frozen=True, tag="cooper_island.discount_next.v1"):
    """CI-CARD-L13  The next boat, building, statue or cargo ship that the seat pays for costs less."""

    less: Count

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(DiscountGranted(seat, self.less))


class TurnOwnBoats(Action, frozen=True, tag="cooper_island.turn_own_boats.v1"):
    """CI-CARD-L14  Turn own face-up boats face down for good, for helm points in one gain."""

    boats: Positive
    helm_points: Count

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        face_up = len(boats_face_up(island, seat))
        if face_up >= self.boats:
            return None
        return refuse(Reason.TOO_FEW_BOATS, "CI-CARD-L14", owed=self.boats, there=face_up)

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseBoatsToTurn(self.boats), GainHelm(self.helm_points))


def boats_face_up(island: Island, seat: Seat) -> tuple[str, ...]:
    """Built boats of a seat that lie face up."""
    return tuple(
        sorted(moored.boat for moored in island.boards[seat].moored if moored is not None and not moored.face_down)
    )


class ChooseBoatsToTurn(Decision[Island, moves.TurnBoats], frozen=True, tag="cooper_island.choose_boats_to_turn.v1"):
    """CI-CARD-L14  Which boats; they stay built and keep their storage spot, but give no income."""

    rule = "CI-CARD-L14"
    answers = (moves.TurnBoats,)
    interruptible = False
    boats: int

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.TurnBoats]:
        return (moves.TurnBoats(boats) for boats in combinations(boats_face_up(island, seat), self.boats))

    def refusal(self, island: Island, seat: Seat, move: moves.TurnBoats) -> Refusal | None:
        face_up = boats_face_up(island, seat)
        if len(set(move.boats)) != self.boats or len(move.boats) != self.boats or not set(move.boats) <= set(face_up):
            return refuse(Reason.TOO_FEW_BOATS, "CI-CARD-L14", owed=self.boats, boats=move.boats, face_up=face_up)
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.TurnBoats) -> None:
        for boat in move.boats:
            play.record(BoatTurned(seat, boat))
