"""Forking: a new game that goes on from a revision of another one, which is left as it is.

Chance is another one from there on, since the new game has a seed of its own.  But who plays all seats sees them all.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from quarterdeck_rules.conduct import reasons
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.facts import TermsSet
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine import game as games
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Forked, Joined
from quarterdeck_rules.engine.judge import Events
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import S, Seat

TERMS = Terms(undo=UndoPolicy.CONSENT)
"""What a fork is played under: no clocks, and any moves are taken back if the others agree; alone nobody is asked."""


def fork_refusal(now: Case[S], there: Case[S], player: str, *, is_told: bool, told_to: int) -> Refusal | None:
    """QD-FORK-2  Why a player may not go on elsewhere from how a game stood `there`; or nothing.

    `is_told` says whether all may know all of the game: it has ended, and so have those that deal alike.  `told_to` is
    the last revision that those who hold no seat are told of.
    """
    if next(open_decisions(there.game.agenda), None) is None:
        return refuse(Reason.NOTHING_WAITS, reasons.FORK_PLACE, revision=there.game.revision)
    return None if is_told else _secrecy_refusal(now, there, player, told_to)


def _secrecy_refusal(now: Case[S], there: Case[S], player: str, told_to: int) -> Refusal | None:
    """QD-FORK-1  Nobody learns by it what the game still hides: who plays all its seats knows all that has happened.

    And whoever looks at the new game knows what he would see there, at that revision, of the other one.
    """
    if now.game.created.deal:
        # A fork that has ended is an open book, and would show others what is to be dealt to them.
        return refuse(Reason.DEAL_IS_PLAYED, reasons.FORK)
    if others := tuple(seat for seat, holder in enumerate(now.game.players) if holder != player):
        return refuse(Reason.OTHERS_PLAY, reasons.FORK, seats=others)
    if there.game.revision > told_to:
        return refuse(Reason.TOLD_LATER, reasons.FORK, revision=there.game.revision)
    seats = range(now.game.created.seats)
    if all(any(games.redact(now.title, fact, seat) == fact for seat in seats) for fact in facts_of(there)):
        return None
    return refuse(Reason.HIDDEN_FROM_ALL, reasons.FORK)


def fork(there: Case[S], parent: str, player: str, seed: str, seats: Sequence[Seat]) -> Events:
    """The first command of the game that goes on from how its parent stood `there`; the player takes these seats."""
    game = there.game
    forked = Forked(parent, game.revision, game.agenda)
    *told, closed = games.fork(game.created, there.components, facts_of(there), forked, player, seed)
    return (*told, TermsSet(TERMS), *(Joined(seat, player) for seat in seats), closed)


def facts_of(case: Case[S]) -> Iterator[Struct]:
    """The title's own facts of the revisions that count, which have made its state."""
    own = frozenset(case.title.events)
    for revision in case.history.counted():
        yield from (event for event in case.history.command(revision).events if type(event) in own)
