"""The black market: what is given for a building that is a little too dear.  Expansion: "Black Market"."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TypeAlias

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.events import ColonistGiven, GoodGiven, PointGiven
from quarterdeck_rules.puerto_rico.functions import not_occupied
from quarterdeck_rules.puerto_rico.moves import Build
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, PLOTS, WINDROSE, Good

BLACK_MARKET = "black_market"

Given: TypeAlias = tuple[str, Good | None, bool]
"""The spot a colonist is given from, a good, a point: each may be missing."""
NOTHING: Given = ("", None, False)


def given_count(move: Build) -> int:
    """PR-BLACK-MARKET-1  Each thing given is worth a doubloon."""
    return bool(move.given_colonist) + (move.given_good is not None) + move.given_point


def gives(colony: Colony, seat: Seat, missing: int) -> Iterable[Given]:
    """What may be given for a building, so many doubloons short of its price."""
    board = colony.boards[seat]
    if not board.on(BLACK_MARKET):
        return () if missing > 0 else (NOTHING,)
    return _gives(colony, board, missing)


def _gives(colony: Colony, board: Board, missing: int) -> Iterator[Given]:
    if missing <= 0:
        yield NOTHING
    # Where a colonist leaves before the price is looked at, more doubloons may be missing than there seemed to be.
    early = colony.options.black_market_timing == "before"
    if missing <= 0 and not early:
        return
    goods = (None, *(good for good, count in zip(GOODS, board.goods, strict=True) if count))
    points = (False, True) if board.points else (False,)
    for spot, good, point in product(("", *_spots(board)), goods, points):
        given = bool(spot) + (good is not None) + point
        if given and (given == missing or (early and spot and given > missing)):
            yield spot, good, point


def _spots(board: Board) -> Iterator[str]:
    """PR-BLACK-MARKET-3  Any spot with a colonist; who stands on the black market itself stays."""
    yield from (plot for plot, manned in zip(PLOTS, board.manned, strict=True) if manned)
    yield from (built.building for built in board.city if _may_leave(built.building, built.colonists))
    if board.idle:
        yield WINDROSE


def _may_leave(building: str, colonists: int) -> bool:
    return colonists > (building == BLACK_MARKET)


def given_refusal(colony: Colony, seat: Seat, move: Build) -> Refusal | None:
    """PR-BLACK-MARKET-1  Up to a colonist, a good and a point, while the black market is occupied."""
    if not given_count(move):
        return None
    board = colony.boards[seat]
    if refusal := not_occupied(board, BLACK_MARKET, "PR-BLACK-MARKET-1"):
        return refusal
    if move.given_colonist and move.given_colonist not in tuple(_spots(board)):
        return refuse(Reason.NO_COLONIST_THERE, "PR-BLACK-MARKET-3", spot=move.given_colonist)
    if move.given_good is not None and not board.goods[GOOD_AT[move.given_good]]:
        return refuse(Reason.NO_SUCH_GOOD, "PR-BLACK-MARKET-1", good=move.given_good)
    if move.given_point and not board.points:
        return refuse(Reason.NO_POINT, "PR-BLACK-MARKET-1")
    return None


def record_given(play: Play[Colony], seat: Seat, move: Build) -> None:
    """PR-BLACK-MARKET-5  Good and point go to supply and pool; a point may leave the game where the table says so."""
    if move.given_good is not None:
        play.record(GoodGiven(seat, move.given_good))
    if move.given_point:
        play.record(PointGiven(seat, is_removed(play.state)))


def record_colonist(play: Play[Colony], seat: Seat, move: Build) -> None:
    """PR-BLACK-MARKET-5  The colonist goes to the supply, or leaves the game where the table says so."""
    if move.given_colonist:
        play.record(ColonistGiven(seat, move.given_colonist, is_removed(play.state)))


def gives_first(colony: Colony, move: Build) -> bool:
    """PR-BLACK-MARKET-4  Whether the supply has the colonist given before the building is there."""
    return bool(move.given_colonist) and colony.options.black_market_timing == "before" and not is_removed(colony)


def is_removed(colony: Colony) -> bool:
    """Whether colonists and points given leave the game."""
    return colony.options.black_market_returns == "removed"
