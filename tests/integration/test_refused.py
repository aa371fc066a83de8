"""What is refused leaves nothing behind: not in the game, not in the store, not with those who watch."""

import dataclasses

import msgspec
import pytest

from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.conduct.terms import PerMove, Terms, TimeoutPolicy, UndoPolicy
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.commands import NewGame
from quarterdeck_server.application.rejection import Kind, Rejection, not_understood
from quarterdeck_server.store.port import StoreError
from tests.desk import ANN, BOB, DORA, EVE, Desk, Hands, heard, request

FAR = 2**60
CONSENT, NEVER, DIRECTED = (Terms(undo=policy) for policy in (UndoPolicy.CONSENT, UndoPolicy.NONE, UndoPolicy.DIRECTOR))
WAITS = Terms(clock=PerMove(1), on_timeout=TimeoutPolicy.DIRECTOR)


@pytest.fixture
async def desk(any_store):
    opened = Desk(any_store, clock=Hands())
    yield opened
    await opened.close()


async def waiting(desk):
    return await desk.new_game()


async def dealing(desk):
    accepted = await desk.commands.create(DORA, request(), desk.wanted(deal=""))
    return accepted.live.id


async def full(desk):
    game_id = await desk.new_game()
    for player in (ANN, BOB):
        await desk.commands.join(player, request(), game_id, None)
    return game_id


async def started(desk, terms=None):
    return await desk.started(**({} if terms is None else {"terms": terms}))


async def bid(desk, terms=None):
    game_id = await started(desk, terms)
    for player in (ANN, BOB):
        await desk.move(player, game_id, "make_bid 1")
    return game_id


async def moved(desk, terms=None):
    game_id = await bid(desk, terms)
    await desk.move(ANN, game_id, "take_coins gold")
    return game_id


async def proposed(desk):
    game_id = await moved(desk, CONSENT)
    await desk.referee.undo(ANN, request(), game_id, None, 6)
    return game_id


async def of_three(desk):
    """A game of three in which ann has proposed an early end, and bob has agreed."""
    game_id = await desk.new_game(seats=3)
    for player in (ANN, BOB, EVE):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(ANN, request(), game_id)
    await desk.referee.propose_end(ANN, request(), game_id, None)
    live = await desk.games.get(game_id)
    await desk.referee.answer(BOB, request(), game_id, None, live.game.revision, True)
    return game_id


async def left(desk):
    game_id = await of_three(desk)
    await desk.referee.resign(EVE, request(), game_id, None)
    return game_id


async def paused(desk):
    game_id = await bid(desk)
    await desk.direction.pause(DORA, request(), game_id, "r")
    return game_id


async def late(desk):
    game_id = await bid(desk, WAITS)
    desk.clock.forward(10)
    await desk.see_to(game_id)
    return game_id


async def bought(desk):
    """A game in which ann has bought a card, which chance has chosen."""
    game_id = await moved(desk)
    await desk.move(BOB, game_id, "take_coins gold")
    await desk.move(ANN, game_id, "buy_card")
    return game_id


async def taken_back(desk):
    game_id = await moved(desk)
    await desk.direction.undo(DORA, request(), game_id, 6, "a slip")
    return game_id


async def forced(desk):
    game_id = await bid(desk)
    await desk.direction.force(DORA, request(), game_id, 0, "r")
    return game_id


async def ended(desk):
    game_id = await desk.started()
    await desk.play_out(game_id)
    return game_id


def undo(to, caller=ANN):
    return lambda desk, game_id, one: desk.referee.undo(caller, one, game_id, None, to)


def move(line, decision, caller=ANN):
    return lambda desk, game_id, one: desk.move(caller, game_id, line, decision, one)


def answer(caller, proposal, agrees=True):
    return lambda desk, game_id, one: desk.referee.answer(caller, one, game_id, None, proposal, agrees)


def join(caller, seat=None, entropy=""):
    return lambda desk, game_id, one: desk.commands.join(caller, one, game_id, seat, entropy)


def create(title="toy", **wanted):
    return lambda desk, game_id, one: desk.commands.create(ANN, one, NewGame(title, 2, **wanted))


def direct(name, *arguments, caller=DORA):
    return lambda desk, game_id, one: getattr(desk.direction, name)(caller, one, game_id, *arguments, "r")


def start(desk, game_id, one):
    return desk.commands.start(ANN, one, game_id)


def gibberish(desk, game_id, one):
    def read(live):
        raise not_understood("move.notation", "no kind of move is called 'castle'")

    return desk.commands.move(ANN, one, game_id, "4.1", read)


def share(shared, caller=ANN):
    return lambda desk, game_id, one: desk.referee.share_view(caller, one, game_id, None, shared=shared)


async def shared(desk):
    game_id = await started(desk)
    await share(True)(desk, game_id, request())
    return game_id


def fork(revision, caller=ANN):
    return lambda desk, game_id, one: desk.forks.fork(caller, one, game_id, revision, None)


async def alone(desk):
    """A game whose seats are all ann's, of a title that hides from all of them which cards are dealt."""
    game_id = await desk.new_game()
    for seat in range(2):
        await desk.commands.join(ANN, request(), game_id, seat)
    await desk.commands.start(ANN, request(), game_id)
    live = await desk.games.get(game_id)
    veiled = dataclasses.replace(live.offer.title, redact=lambda event, viewer: live.offer.title.redact(event, None))
    live.case = msgspec.structs.replace(live.case, title=veiled)
    return game_id


async def shown_later(desk):
    """A game whose seats are all ann's, and spectators are told later what happens."""
    game_id = await desk.new_game(terms=Terms(spectator_delay=60_000))
    for seat in range(2):
        await desk.commands.join(ANN, request(), game_id, seat)
    await desk.commands.start(ANN, request(), game_id)
    await desk.move(ANN, game_id, "make_bid 1", "4.1")
    return game_id


async def dealt_alike(desk):
    """A game that has ended, and another one with its deal has not."""
    game_id = await dealing(desk)
    await desk.commands.create(DORA, request(), desk.wanted(deal=game_id))
    for player in (ANN, BOB):
        await desk.commands.join(player, request(), game_id, None)
    await desk.commands.start(ANN, request(), game_id)
    await desk.play_out(game_id)
    return game_id


def without(method):
    """The command, while the store fails at this."""

    async def act(desk, game_id, one):
        whole = getattr(desk.store, method)

        def fail(*arguments):
            raise StoreError("away")

        setattr(desk.store, method, fail)
        try:
            return await desk.move(ANN, game_id, "make_bid 1", "4.1", one)
        finally:
            setattr(desk.store, method, whole)

    return act


REFUSED = [
    (waiting, start, EngineReason.SEATS_OPEN),
    (waiting, move("make_bid 1", "4.1"), EngineReason.GAME_NOT_STARTED),
    (waiting, join(ANN, 7), Kind.FIELD_INVALID),
    (full, join(EVE), EngineReason.SEAT_TAKEN),
    (dealing, join(ANN, entropy="salt"), EngineReason.DEAL_IS_SHARED),
    (started, start, EngineReason.GAME_ALREADY_STARTED),
    (started, move("make_bid 9", "4.1"), "BID_TOO_HIGH"),
    (started, gibberish, Kind.MOVE_NOT_UNDERSTOOD),
    (started, move("take_coins gold", "4.1"), EngineReason.MOVE_NOT_EXPECTED),
    (started, move("make_bid 1", "4.2"), Kind.NOT_YOUR_SEAT),
    (started, move("make_bid 1", "3.1"), EngineReason.DECISION_CLOSED),
    (started, without("append"), Kind.TRY_AGAIN),
    (started, create("chess"), Kind.TITLE_NOT_FOUND),
    (started, create(seed="known"), Kind.FIELD_INVALID),
    (started, direct("pause", caller=ANN), Kind.ROLE_MAY_NOT),
    (started, direct("pause", caller=Caller("ann", Role.DIRECTOR)), Kind.ROLE_MAY_NOT),
    (started, direct("resume"), Reason.GAME_NOT_PAUSED),
    (started, direct("add_time", 0, 1000), Reason.NO_CLOCK),
    (started, direct("pass_seat", 0, "ann"), Reason.SEAT_HELD_ALREADY),
    (started, direct("adjudicate", (1, 3)), Reason.RANKS_DO_NOT_FIT),
    (started, undo(FAR), Reason.NO_WAY_BACK),
    (started, undo(4), Reason.NOTHING_TO_UNDO),
    (started, lambda desk, game_id, one: desk.referee.redo(ANN, one, game_id, None), Reason.NOTHING_TO_REDO),
    (bid, direct("force", 1), Reason.NOT_WAITED_FOR),
    (bid, undo(5, BOB), Reason.SECRET_TOLD),
    (moved, undo(6, BOB), Reason.ANOTHER_SEAT_MOVED),
    (lambda desk: moved(desk, NEVER), undo(6), Reason.UNDO_NOT_AGREED),
    (lambda desk: moved(desk, DIRECTED), undo(6), Reason.DIRECTOR_DECIDES),
    (bought, undo(8), Reason.CHANCE_DECIDED),
    (forced, undo(6), Reason.MOVE_WAS_FORCED),
    (taken_back, lambda desk, game_id, one: desk.referee.redo(ANN, one, game_id, None), Reason.DIRECTOR_TOOK_BACK),
    (proposed, undo(6), Reason.PROPOSAL_OPEN),
    (proposed, answer(BOB, 3), Reason.PROPOSAL_GONE),
    (proposed, answer(ANN, 8), Reason.OWN_PROPOSAL),
    (proposed, lambda desk, game_id, one: desk.referee.withdraw(BOB, one, game_id, None, 8), Reason.NOT_OWN_PROPOSAL),
    (of_three, answer(BOB, 6), Reason.AGREED_ALREADY),
    (left, lambda desk, game_id, one: desk.referee.resign(EVE, one, game_id, None), Reason.SEAT_HAS_LEFT),
    (shared, share(True), Reason.VIEW_SHARED_ALREADY),
    (started, share(False), Reason.VIEW_NOT_SHARED),
    (left, share(True, EVE), Reason.SEAT_HAS_LEFT),
    (started, share(True, EVE), Kind.NOT_YOUR_SEAT),
    (ended, share(True), EngineReason.GAME_ENDED),
    (started, fork(3), Reason.NOTHING_WAITS),
    (started, fork(4), Reason.OTHERS_PLAY),
    (started, fork(9), Kind.REVISION_NOT_AVAILABLE),
    (alone, fork(4), Reason.HIDDEN_FROM_ALL),
    (shown_later, fork(5), Reason.TOLD_LATER),
    (dealt_alike, fork(4), Reason.DEAL_IS_PLAYED),
    (paused, move("take_coins gold", "6.0"), Reason.GAME_PAUSED),
    (late, move("take_coins gold", "6.0"), Reason.TIME_IS_OUT),
    (ended, move("take_coins gold", "6.0"), EngineReason.GAME_ENDED),
    (ended, direct("void"), EngineReason.GAME_ENDED),
]


async def everything(desk, game_id):
    """All that a command could change."""
    live = await desk.games.get(game_id)
    return {
        "state": fingerprint(live.game),
        "game": live.game,
        "draws": live.game.draws,
        "conduct": live.conduct,
        "history": live.revisions,
        "log": desk.store.read(game_id),
        "stream": desk.store.recorder.max_notification_id(),
        "games": desk.store.games(0, 1000),
        "due": desk.store.due(FAR, 1000),
    }


@pytest.mark.parametrize(("situation", "act", "reason"), REFUSED, ids=[str(reason) for _, _, reason in REFUSED])
async def test_a7_what_is_refused_leaves_everything_as_it_was(desk, situation, act, reason):
    game_id = await situation(desk)
    before, identity = await everything(desk, game_id), request()
    with desk.hub.watching(game_id) as watcher:
        with pytest.raises(Rejection) as caught:
            await act(desk, game_id, identity)
        assert await heard(watcher, 0.005) is None
    assert caught.value.reason == str(reason)
    assert await everything(desk, game_id) == before
    assert desk.store.answered("ann", identity.id) is None
    desk.restart()
    assert await everything(desk, game_id) == before


def test_a7_knows_every_reason_of_engine_and_conduct():
    known = {str(reason) for _, _, reason in REFUSED}
    assert known >= {str(reason) for kinds in (EngineReason, Reason) for reason in kinds}
