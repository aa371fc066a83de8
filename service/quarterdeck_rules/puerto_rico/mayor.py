"""The mayor: colonists arrive and are placed anew.  Rulebook: "Mayor Phase"."""

from collections.abc import Iterator, Sequence

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import ColonistsArranged, ColonistsGained, ShipFilled
from quarterdeck_rules.puerto_rico.functions import announce, privilege
from quarterdeck_rules.puerto_rico.guests import circles
from quarterdeck_rules.puerto_rico.moves import ArrangeColonists
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import PLOTS, EndReason, Source, Staffed


class PlayMayor(Effect[Colony], frozen=True, tag="puerto_rico.play_mayor.v1"):
    """PR-MAYOR-1  The mayor takes a colonist of the supply; then the ship is emptied, one by one from the mayor."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        colony = play.state
        extra = min(colony.colonists, privilege(colony, seat, colony.box.numbers.mayor_colonists))
        gained = [0] * colony.seats
        if extra:
            play.record(ColonistsGained(seat, extra, Source.SUPPLY))
            gained[seat] = extra
        order, ship = list(colony.clockwise(seat)), colony.colonists_on_ship
        for place, one in enumerate(order):
            if share := (ship + colony.seats - 1 - place) // colony.seats:
                play.record(ColonistsGained(one, share, Source.SHIP))
                gained[one] += share
        play.schedule(seat, FillShip())
        for one in reversed(order):
            play.schedule(one, ArrangementTurn(gained[one]))


class ArrangementTurn(Effect[Colony], frozen=True, tag="puerto_rico.arrangement_turn.v1"):
    """PR-MAYOR-2  Each seat in turn places all its colonists anew, old ones too; asked only if there is a choice."""

    gained: int

    def run(self, play: Play[Colony], seat: Seat) -> None:
        choice = ChooseArrangement(self.gained)
        first, second = (*choice.arrangements(play.state, seat, 2), None)[:2]
        if second is not None:
            play.schedule(seat, choice)
        elif first is not None and first != present(play.state, seat):
            play.record(ColonistsArranged(seat, first.colonists))


class ChooseArrangement(Decision[Colony, ArrangeColonists], frozen=True, tag="puerto_rico.choose_arrangement.v1"):
    """PR-MAYOR-2  All colonists of the board, placed as a whole, spot by spot in a fixed order (ruling 28)."""

    answers = (ArrangeColonists,)
    rule = "PR-MAYOR-2"
    gained: int
    """Colonists that came in this phase."""

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[ArrangeColonists]:
        """Lazily: first those that leave placed colonists where they are, then all others."""
        most = min(self.gained, colony.boards[seat].colonists) if can_decline(colony) else 0
        for declined in range(most + 1):
            yield from _arrangements(colony, seat, declined)

    def arrangements(self, colony: Colony, seat: Seat, most: int) -> tuple[ArrangeColonists, ...]:
        """Some of the candidates, to see whether there is a choice."""
        moves = self.candidates(colony, seat)
        return tuple(move for move, _ in zip(moves, range(most), strict=False))

    def refusal(self, colony: Colony, seat: Seat, move: ArrangeColonists) -> Refusal | None:
        board, last, placed = colony.boards[seat], -1, 0
        spots = circles(colony, board)
        order = {spot: place for place, (spot, _, _) in enumerate(spots)}
        for staffed in move.colonists:
            place = order.get(staffed.spot)
            if place is None:
                return refuse(Reason.NO_SUCH_SPOT, "PR-MAYOR-2", spot=staffed.spot)
            if place <= last or staffed.count < 1:
                return refuse(Reason.NOT_IN_ORDER, "PR-MAYOR-2", spots=tuple(order))
            if staffed.count > spots[place][1]:
                return refuse(Reason.NO_EMPTY_CIRCLE, "PR-MAYOR-3", spot=staffed.spot, circles=spots[place][1])
            last, placed = place, placed + staffed.count
        if move.declined and not 0 < move.declined <= (self.gained if can_decline(colony) else 0):
            return refuse(Reason.NOTHING_TO_DECLINE, "PR-MAYOR-6", gained=self.gained)
        there, room = board.colonists - move.declined, sum([room for _, room, _ in spots])
        if placed > there:
            return refuse(Reason.TOO_FEW_COLONISTS, "PR-MAYOR-2", placed=placed, colonists=there)
        if placed < min(room, there):
            return refuse(Reason.CIRCLE_LEFT_EMPTY, "PR-MAYOR-4", windrose=there - placed, empty=room - placed)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: ArrangeColonists) -> None:
        play.record(ColonistsArranged(seat, move.colonists, move.declined))


def can_decline(colony: Colony) -> bool:
    """PR-MAYOR-6  New colonists cannot be declined, unless the table lets them leave the game."""
    return colony.options.mayor_decline == "removed"


def present(colony: Colony, seat: Seat) -> ArrangeColonists:
    """The arrangement as it is."""
    spots = circles(colony, colony.boards[seat])
    return _arrangement([spot for spot, _, _ in spots], [there for _, _, there in spots], 0)


def _arrangements(colony: Colony, seat: Seat, declined: int) -> Iterator[ArrangeColonists]:
    """PR-MAYOR-4  All circles are filled as far as colonists last; only a surplus stays on the windrose."""
    board = colony.boards[seat]
    spots = circles(colony, board)
    names = [spot for spot, _, _ in spots]
    rooms = [room for _, room, _ in spots]
    placed = [there for _, _, there in spots]
    total = min(board.colonists - declined, sum(rooms))
    free = [room - there for room, there in zip(rooms, placed, strict=True)]
    stays = total >= sum(placed)
    if stays:
        for more in _spread(free, total - sum(placed)):
            counts = [there + extra for there, extra in zip(placed, more, strict=True)]
            yield _arrangement(names, counts, declined)
    for counts in _spread(rooms, total):
        if not stays or any(count < there for count, there in zip(counts, placed, strict=True)):
            yield _arrangement(names, counts, declined)


def _arrangement(names: Sequence[str], counts: Sequence[int], declined: int) -> ArrangeColonists:
    # A list first: this is made for every arrangement that is looked at, and a generator takes half as long again.
    colonists = [Staffed(spot, count) for spot, count in zip(names, counts, strict=True) if count]
    return ArrangeColonists(tuple(colonists), declined)


def _spread(rooms: Sequence[int], count: int) -> Iterator[list[int]]:
    """All ways to put so many colonists into rooms, those that fill the first rooms first."""
    counts, left = [], count
    for room in rooms:
        counts.append(min(room, left))
        left -= counts[-1]
    if left:
        return
    last = len(rooms) - 1
    while True:
        yield counts[:]
        # The next way takes one out of the last room that has one to give to those behind it, and fills those anew.
        behind, space, place = 0, 0, last
        while place >= 0 and not (counts[place] and behind < space):
            behind, space, place = behind + counts[place], space + rooms[place], place - 1
        if place < 0:
            return
        counts[place] -= 1
        behind += 1
        for later in range(place + 1, last + 1):
            counts[later] = min(rooms[later], behind)
            behind -= counts[later]


class FillShip(Effect[Colony], frozen=True, tag="puerto_rico.fill_ship.v1"):
    """PR-MAYOR-5  A colonist for each empty circle on buildings of all seats, at least as many as there are seats.

    PR-END-1  If the supply does not last, the round is the last.
    """

    def run(self, play: Play[Colony], seat: Seat) -> None:
        colony = play.state
        empty = sum(
            room - there for board in colony.boards for spot, room, there in circles(colony, board) if spot not in PLOTS
        )
        wanted = max(empty, colony.box.tables[colony.seats].colonists_on_ship)
        count = min(wanted, colony.colonists)
        if count:
            play.record(ShipFilled(count))
        if count < wanted:
            announce(play, EndReason.COLONISTS)
