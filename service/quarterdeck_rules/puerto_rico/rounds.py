"""Set-up, rounds and the end.  Rulebook: "Preparation", "The Flow of the Game", "End of the Game"."""

from collections.abc import Iterator, Mapping

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step
from quarterdeck_rules.puerto_rico.builder import PlayBuilder
from quarterdeck_rules.puerto_rico.captain import PlayCaptain
from quarterdeck_rules.puerto_rico.craftsman import PlayCraftsman
from quarterdeck_rules.puerto_rico.events import (
    ChipsCounted,
    RoleTaken,
    RoundBegan,
    RoundEnded,
    StartTileGiven,
)
from quarterdeck_rules.puerto_rico.functions import gain_doubloons, not_occupied, privilege, serves_once
from quarterdeck_rules.puerto_rico.guests import ChooseGuests, has_guests_to_move
from quarterdeck_rules.puerto_rico.market import DraftMarket, set_market
from quarterdeck_rules.puerto_rico.mayor import PlayMayor
from quarterdeck_rules.puerto_rico.moves import TakeRole
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.settler import PlaySettler, deal_row
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import Good, Role
from quarterdeck_rules.puerto_rico.trader import PlayTrader


def set_up(play: Play[Colony]) -> None:
    """PR-SETUP-1  A governor, and to each seat its doubloons and its first plantation, which do not lie in the stacks.

    PR-SETUP-2  Seats that start with corn may get a doubloon less, where the table says so.
    """
    colony = play.state
    table, less = colony.box.tables[colony.seats], 0
    if colony.options.corn_seats == "one_less":
        less = colony.box.numbers.corn_doubloons_less
    governor = play.chance.pick("governor", colony.seats) if colony.options.starting_seat == "drawn" else 0
    set_market(play)
    for seat, good in zip(colony.clockwise(governor), table.start_plantations, strict=True):
        play.record(StartTileGiven(seat, good, table.doubloons - (less if good is Good.CORN else 0)))
    deal_row(play)
    play.record(RoundBegan(1, governor))
    play.schedule(governor, NextRole())
    if colony.options.market == "drafted":
        play.schedule(governor, DraftMarket())


class NextRole(Effect[Colony], frozen=True, tag="puerto_rico.next_role.v1"):
    """PR-ROUND-1  From the governor clockwise each seat takes a role and all play it; with two seats three each."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        colony = play.state
        taken = sum(placard.seat is not None for placard in colony.placards)
        if taken == colony.seats * colony.box.tables[colony.seats].turns:
            play.schedule(colony.governor, EndRound())
        else:
            play.schedule((colony.governor + taken) % colony.seats, ChooseRole(), NextRole())


class ChooseRole(Decision[Colony, TakeRole], frozen=True, tag="puerto_rico.choose_role.v1"):
    """PR-ROUND-2  One of the placards that are left; it has to be taken, and brings the doubloons on it."""

    answers = (TakeRole,)
    rule = "PR-ROUND-2"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[TakeRole]:
        for placard in colony.placards:
            if placard.seat is None:
                yield TakeRole(placard.placard)
                if serves_once(colony):
                    yield TakeRole(placard.placard, library=True)

    def refusal(self, colony: Colony, seat: Seat, move: TakeRole) -> Refusal | None:
        placard = next((one for one in colony.placards if one.placard == move.placard), None)
        if placard is None:
            return refuse(Reason.NO_SUCH_PLACARD, "PR-ROUND-2", placard=move.placard)
        if placard.seat is not None:
            return refuse(Reason.PLACARD_TAKEN, "PR-ROUND-2", placard=move.placard, seat=placard.seat)
        return self._library_refusal(colony, seat) if move.library else None

    def _library_refusal(self, colony: Colony, seat: Seat) -> Refusal | None:
        """PR-LIBRARY-2  Its owner says which role it serves, where it serves one of a round."""
        if not serves_once(colony):
            return refuse(Reason.LIBRARY_NOT_ASKED, "PR-LIBRARY-2")
        if refusal := not_occupied(colony.boards[seat], "library", "PR-LIBRARY-2"):
            return refusal
        return refuse(Reason.LIBRARY_SPENT, "PR-LIBRARY-2") if colony.boards[seat].library_spent else None

    def resolve(self, play: Play[Colony], seat: Seat, move: TakeRole) -> None:
        placard = next(one for one in play.state.placards if one.placard == move.placard)
        play.record(RoleTaken(seat, move.placard, placard.doubloons, move.library))
        play.schedule(seat, PHASES[play.state.box.placards[move.placard].role])


class PlayProspector(Effect[Colony], frozen=True, tag="puerto_rico.play_prospector.v1"):
    """PR-PROSPECTOR-1  A doubloon for who took it; nobody else does anything."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        doubloons = privilege(play.state, seat, play.state.box.numbers.role_doubloons)
        gain_doubloons(play, seat, doubloons, Role.PROSPECTOR)


PHASES: Mapping[Role, Step] = {
    Role.SETTLER: PlaySettler(),
    Role.MAYOR: PlayMayor(),
    Role.BUILDER: PlayBuilder(),
    Role.CRAFTSMAN: PlayCraftsman(),
    Role.TRADER: PlayTrader(),
    Role.CAPTAIN: PlayCaptain(),
    Role.PROSPECTOR: PlayProspector(),
}
"""What each role sets off."""


class EndRound(Effect[Colony], frozen=True, tag="puerto_rico.end_round.v1"):
    """PR-ROUND-3  A doubloon on each placard nobody took, placards back, the governor moves on to the left.

    PR-END-2  A round is always played to its end; after the last, guests may go to work once more and chips are shown.
    """

    def run(self, play: Play[Colony], seat: Seat) -> None:
        colony = play.state
        play.record(RoundEnded(tuple(one.placard for one in colony.placards if one.seat is None)))
        if colony.ending:
            play.schedule(seat, CountChips())
            for one in reversed(tuple(colony.clockwise(seat))):
                if has_guests_to_move(colony, one):
                    play.schedule(one, ChooseGuests())
            return
        governor = (colony.governor + 1) % colony.seats
        play.record(RoundBegan(colony.round + 1, governor))
        play.schedule(governor, NextRole())


class CountChips(Effect[Colony], frozen=True, tag="puerto_rico.count_chips.v1"):
    """PR-SCORE-1  Chips are open when the game is over."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        play.record(ChipsCounted())
