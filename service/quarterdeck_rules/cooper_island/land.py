"""Landscape: drawing and placing double tiles, and the cubes on newly placed land.

Rulebook: "Action: Place 1 double landscape tile", "Action Section A".
"""

from collections.abc import Iterable, Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, Undertaking, commit
from quarterdeck_rules.cooper_island.cards import changes_of
from quarterdeck_rules.cooper_island.changes import CheaperCartographer, EarlierGold
from quarterdeck_rules.cooper_island.events import (
    CartographerUsed,
    CubePlaced,
    DoubleTileDrawn,
    TilePlaced,
    TileShimmed,
)
from quarterdeck_rules.cooper_island.goods import free_spots
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Board, Island, Pile
from quarterdeck_rules.cooper_island.terms import RESOURCE_OF, Good, Landscape, Positive
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat

SHIM = "shim"
"""Id of the cartographer option that evens out the ground under a double tile."""


class DrawTiles(Action, frozen=True, tag="cooper_island.draw_tiles.v1"):
    """CI-LAND-1  Draw double tiles from the bag; an empty bag gives none."""

    count: Positive = 1

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        return None if any(island.bag) else refuse(Reason.BAG_EMPTY, "CI-LAND-1")

    def run(self, play: Play[Island], seat: Seat) -> None:
        for _ in range(self.count):
            bag = play.state.bag
            if any(bag):
                play.record(DoubleTileDrawn(seat, drawn(play, "bag", play.state.box.double_tiles, bag)))


def drawn(play: Play[Island], purpose: str, kinds: Iterable[str], left: tuple[int, ...]) -> str:
    """One of the tokens left, of these kinds in these numbers, all equally likely."""
    number = play.chance.pick(purpose, sum(left))
    for kind, count in zip(kinds, left, strict=True):
        if number < count:
            return kind
        number -= count
    raise AssertionError("a draw lies within its size")


class PlaceDoubleTile(Undertaking, frozen=True, tag="cooper_island.place_double_tile.v1"):
    """CI-LAND-2  Place a double tile from the reserve."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if not island.boards[seat].tiles:
            return refuse(Reason.NO_TILE_IN_RESERVE, "CI-LAND-2")
        choice = ChooseTile("")
        if any(choice.refusal(island, seat, move) is None for move in choice.places(island, seat)):
            return None
        return refuse(Reason.NO_ROOM_FOR_TILE, "CI-LAND-2")

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, ChooseTile(self.offered))


class ChooseTile(Decision[Island, moves.PlaceTile | moves.GiveUp], frozen=True, tag="cooper_island.choose_tile.v1"):
    """CI-LAND-3  A double tile lies on any two neighbouring spaces that suit it, either side, either way round."""

    rule = "CI-LAND-3"
    answers = (moves.PlaceTile, moves.GiveUp)
    offered: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.PlaceTile | moves.GiveUp]:
        yield from self.places(island, seat)
        yield moves.GiveUp()

    def places(self, island: Island, seat: Seat) -> Iterator[moves.PlaceTile]:
        """Every tile in reserve on every pair of spaces that suits it."""
        box, board = island.box, island.boards[seat]
        sides = [
            (tile, *side)
            for tile in dict.fromkeys(board.tiles)
            for front in (box.double_tiles[tile].front, box.double_tiles[tile].back)
            for side in dict.fromkeys((front, front[::-1]))
        ]
        for first, second in box.pairs:
            one, other = board.piles[first], board.piles[second]
            shim = one.level != other.level
            if ground_refusal(island, seat, first, second, shim) is None:
                for tile, on_first, on_second in sides:
                    if suits(one, on_first) and suits(other, on_second):
                        yield moves.PlaceTile(tile, box.spaces[first], on_first, box.spaces[second], on_second, shim)

    def refusal(self, island: Island, seat: Seat, move: moves.PlaceTile | moves.GiveUp) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            return None
        box, board = island.box, island.boards[seat]
        if move.tile not in board.tiles:
            return refuse(Reason.NOT_IN_RESERVE, "CI-LAND-2", tile=move.tile, reserve=board.tiles)
        tile, side = box.double_tiles[move.tile], (move.first_landscape, move.second_landscape)
        if not {side, side[::-1]} & {tile.front, tile.back}:
            return refuse(Reason.NOT_A_SIDE, "CI-LAND-3", tile=move.tile, landscapes=side)
        first, second = box.place.get(move.first), box.place.get(move.second)
        if first is None or second is None:
            return refuse(Reason.NO_SUCH_SPACE, "CI-LAND-3", spaces=(move.first, move.second))
        if (first, second) not in box.pairs:
            return refuse(Reason.NOT_NEIGHBOURS, "CI-LAND-3", spaces=(move.first, move.second))
        for place, landscape in ((first, move.first_landscape), (second, move.second_landscape)):
            pile = board.piles[place]
            if not suits(pile, landscape):
                return refuse(
                    Reason.LANDSCAPE_MISMATCH,
                    "CI-LAND-7",
                    space=box.spaces[place],
                    below=pile.landscape,
                    above=landscape,
                )
        return ground_refusal(island, seat, first, second, move.shim)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PlaceTile | moves.GiveUp) -> None:
        if isinstance(move, moves.GiveUp):
            return
        commit(play, seat, self.offered)
        box, piles = play.state.box, play.state.boards[seat].piles
        first, second = piles[box.place[move.first]], piles[box.place[move.second]]
        if move.shim:
            lower = first.level < second.level
            space, landscape = (move.first, move.first_landscape) if lower else (move.second, move.second_landscape)
            play.record(
                CartographerUsed(seat, cartographer_steps(play.state, seat, SHIM)), TileShimmed(seat, space, landscape)
            )
        play.record(TilePlaced(seat, move.tile, move.first, move.first_landscape, move.second, move.second_landscape))
        play.schedule(seat, PutCubeOn(move.first), PutCubeOn(move.second))


def ground_refusal(island: Island, seat: Seat, first: int, second: int, shim: bool) -> Refusal | None:
    """Whether the ground of two neighbouring spaces can take a double tile, whatever its landscapes."""
    box, board = island.box, island.boards[seat]
    one, other = board.piles[first], board.piles[second]
    names = (box.spaces[first], box.spaces[second])
    if one.ruin or other.ruin:
        return refuse(Reason.RUIN_IN_THE_WAY, "CI-LAND-4", spaces=names)
    if _is_occupied(one) or _is_occupied(other):
        return refuse(Reason.SPACE_OCCUPIED, "CI-LAND-5", spaces=names)
    gap = abs(one.level - other.level)
    if gap > 1:
        return refuse(Reason.UNEVEN_GROUND, "CI-LAND-6", spaces=names, levels=(one.level, other.level))
    if gap == 1 and not shim:
        return refuse(Reason.SHIM_NEEDED, "CI-LAND-6", spaces=names, levels=(one.level, other.level))
    if gap == 0 and shim:
        return refuse(Reason.SHIM_NOT_NEEDED, "CI-LAND-6", spaces=names, levels=(one.level, other.level))
    if (
        not one.level
        and not other.level
        and not (is_connected(island, board, first) or is_connected(island, board, second))
    ):
        return refuse(Reason.NOT_CONNECTED, "CI-LAND-8", spaces=names)
    if shim and (refusal := cartographer_refusal(island, seat, SHIM)):
        return refusal
    return covering_refusal(island, seat, first, second)


def _is_occupied(pile: Pile) -> bool:
    return pile.cube is not None or pile.structure is not None


def suits(pile: Pile, landscape: Landscape) -> bool:
    """CI-LAND-7  Like goes on like; settlement goes on everything; anything goes on an uncharted space."""
    return pile.level == 0 or pile.landscape is landscape or landscape is Landscape.SETTLEMENT


def is_connected(island: Island, board: Board, place: int) -> bool:
    """CI-LAND-8  Whether landscape of the seat touches a space."""
    return any(board.piles[neighbour].level for neighbour in island.box.neighbours[place])


def cartographer_refusal(island: Island, seat: Seat, option: str) -> Refusal | None:
    """CI-CARTO-1  One use in an income phase, an own turn, a clean-up; its steps and a single tile have to be there."""
    board = island.boards[seat]
    if board.cartographer_used:
        return refuse(Reason.CARTOGRAPHER_USED, "CI-CARTO-1")
    if not island.single_tiles:
        return refuse(Reason.NO_SINGLE_TILES, "CI-CARTO-2")
    steps = cartographer_steps(island, seat, option)
    if board.cartographer < steps:
        return refuse(Reason.TOO_FEW_STEPS, "CI-CARTO-3", owed=steps, there=board.cartographer)
    return None


def cartographer_steps(island: Island, seat: Seat, option: str) -> int:
    """CI-CARTO-3  What an option costs, on the cartographer track."""
    for change in changes_of(island, seat):
        if isinstance(change, CheaperCartographer) and change.option == option:
            return change.steps
    return island.box.cartographer_options[option].steps


def covering_refusal(island: Island, seat: Seat, *places: int) -> Refusal | None:
    """CI-BUILD-6  While a building or statue waits for its space, land is not covered if that takes the last room."""
    board = island.boards[seat]
    if board.in_hand is None or free_spots(island, seat):
        return None
    if any(pile.is_free for place, pile in enumerate(board.piles) if place not in places):
        return None
    return refuse(Reason.SPOT_NEEDED_FOR_BUILDING, "CI-BUILD-6", structure=board.in_hand)


class PutCubeOn(Effect[Island], frozen=True, tag="cooper_island.put_cube_on.v1"):
    """CI-LAND-10  New land gets the cube of its landscape; on high mountains the seat may mine gold instead."""

    space: str

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        pile = island.boards[seat].piles[island.box.place[self.space]]
        assert pile.landscape is not None
        if pile.landscape is Landscape.MOUNTAIN and pile.level >= gold_level(island, seat):
            play.schedule(seat, ChooseCube(self.space))
        else:
            play.record(CubePlaced(seat, self.space, RESOURCE_OF[pile.landscape]))


def gold_level(island: Island, seat: Seat) -> int:
    """CI-LAND-11  From which level on a mountain may give gold."""
    levels = [change.level for change in changes_of(island, seat) if isinstance(change, EarlierGold)]
    return min(levels, default=island.box.numbers.gold_level)


class ChooseCube(Decision[Island, moves.PutCube], frozen=True, tag="cooper_island.choose_cube.v1"):
    """CI-LAND-11  Stone or gold for a newly placed mountain; the tile is not placed before its cube lies on it."""

    rule = "CI-LAND-11"
    answers = (moves.PutCube,)
    interruptible = False
    space: str

    def candidates(self, island: Island, seat: Seat) -> tuple[moves.PutCube, ...]:
        return moves.PutCube(Good.STONE), moves.PutCube(Good.GOLD)

    def refusal(self, island: Island, seat: Seat, move: moves.PutCube) -> Refusal | None:
        if move.good not in (Good.STONE, Good.GOLD):
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-LAND-11", good=move.good, one_of=(Good.STONE, Good.GOLD))
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.PutCube) -> None:
        play.record(CubePlaced(seat, self.space, move.good))
