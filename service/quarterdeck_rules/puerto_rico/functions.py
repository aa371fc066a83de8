"""What occupied buildings do for their owner in numbers, and who gets doubloons, points and colonists.

Rulebook: "The Buildings".
"""

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.contents import Building
from quarterdeck_rules.puerto_rico.events import (
    ColonistSettled,
    DoubloonsGained,
    EndAnnounced,
    PointsGained,
)
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import EndReason, Role, Source


def working(colony: Colony, seat: Seat) -> tuple[Building, ...]:
    """PR-BUILDING-1  Occupied buildings; others have no function."""
    kinds = colony.box.buildings
    return tuple(kinds[built.building] for built in colony.boards[seat].city if built.colonists)


def not_occupied(board: Board, building: str, rule: str) -> Refusal | None:
    """PR-BUILDING-1  Why a building does not serve: it has to stand in the city with a colonist on it."""
    if board.on(building):
        return None
    return refuse(Reason.NOT_OCCUPIED, rule, building=building)


def privilege(colony: Colony, seat: Seat, number: int) -> int:
    """PR-LIBRARY-1  A privilege, doubled by an occupied library."""
    return number * colony.box.numbers.library_times if library_serves(colony, seat) else number


def library_serves(colony: Colony, seat: Seat) -> bool:
    """PR-LIBRARY-2  An occupied library serves; with two seats the one role of a round for which its owner says so."""
    return bool(colony.boards[seat].on("library")) and (colony.library or not serves_once(colony))


def serves_once(colony: Colony) -> bool:
    """PR-LIBRARY-2  Whether a library serves one role of a round."""
    return colony.seats == 2 and colony.options.library_two_seats == "once"


def gain_doubloons(play: Play[Colony], seat: Seat, doubloons: int, by: str) -> None:
    """PR-BUILDING-2  Doubloons come from a bank that never runs out."""
    if doubloons:
        play.record(DoubloonsGained(seat, doubloons, by))


def gain_points(play: Play[Colony], seat: Seat, points: int, by: str) -> None:
    """PR-END-3  Points beyond the pool are written down.

    The last chip makes the round the last, in any phase, unless the table says that only the captain's counts.
    """
    if not points:
        return
    play.record(PointsGained(seat, points, by))
    counts = play.state.options.pool_emptied == "any_phase" or play.state.role is Role.CAPTAIN
    if counts and not play.state.points:
        announce(play, EndReason.POINTS)


def announce(play: Play[Colony], reason: EndReason) -> None:
    """PR-END-1  The game ends with the round in which one of three things happens."""
    if reason not in play.state.ending:
        play.record(EndAnnounced(reason))


def colonist_source(colony: Colony) -> Source | None:
    """PR-HOSPICE-2  Hospice and university take from the supply, else from the ship; of both empty there is none."""
    if colony.colonists:
        return Source.SUPPLY
    return Source.SHIP if colony.colonists_on_ship else None


def settle_colonist(play: Play[Colony], seat: Seat, spot: str) -> None:
    """PR-HOSPICE-2  A colonist goes straight to a spot."""
    source = colonist_source(play.state)
    assert source is not None, "the move that asks for it was legal"
    play.record(ColonistSettled(seat, spot, source))
