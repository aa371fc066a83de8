"""A bot at its seat, on a desk that answers out of a list: what it is shown, and what becomes of its answer."""

import inspect
from typing import Any

import grpc
import pytest

from quarterdeck.bots import Bot, BotAnswerError, Moves
from quarterdeck.bots.moves import some_of
from quarterdeck.bots.playing import answer, answer_async
from quarterdeck.client import AsyncPages, DecisionClosed, MoveRefused, Pages, calls
from quarterdeck.v1 import game_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.play_pb2 import Move, Revision


class Service:
    """A game at revision 9 that asks seat 1 for one of so many moves, or refuses what it is sent."""

    def __init__(self, listed=2, *, truncated=False, refusal=None):
        moves = [game_pb2.LegalMove(decision_id="d", move=Move(notation=f"move {number}")) for number in range(listed)]
        self.page = pb.ListLegalMovesResponse(revision=9, moves=moves, truncated=truncated)
        self.refusal, self.asked, self.sent = refusal, [], []

    def position(self, game_id, revision=None, *, seat=None):
        self.asked.append((revision, seat))
        return pb.GetPositionResponse(revision=revision, viewer_seat=seat)

    def submit(self, game_id, decision_id, move):
        self.sent.append((decision_id, move.notation))
        if self.refusal is not None:
            raise self.refusal(grpc.StatusCode.ABORTED, "no", "NO", {})
        return Revision(number=10)

    def page_at(self, _token):
        return calls.list_legal_moves("game", "", None, 1, 0)


class FakeDesk(Service):
    def legal_moves(self, game_id, *, seat, page_size):
        return Pages(lambda _call: self.page, self.page_at, lambda page: page.moves)


class FakeAsyncDesk(Service):
    def legal_moves(self, game_id, *, seat, page_size):
        return AsyncPages(self.list, self.page_at, lambda page: page.moves)

    async def list(self, _call):
        return self.page

    async def position(self, game_id, revision=None, *, seat=None):
        return super().position(game_id, revision, seat=seat)

    async def submit(self, game_id, decision_id, move):
        return super().submit(game_id, decision_id, move)


class LastMove:
    def choose(self, moves, position):
        self.seen = moves, position
        return moves[-1]


async def answered(desk: Any, bot: Bot, heard: list[str]) -> Any:
    """One answer, on either kind of desk."""
    made: Any = answer_async if isinstance(desk, FakeAsyncDesk) else answer
    given = made(desk, "game", 1, bot, heard.append)
    return await given if inspect.isawaitable(given) else given


@pytest.fixture(params=[FakeDesk, FakeAsyncDesk])
def kind(request):
    return request.param


async def test_a_bot_sees_its_moves_and_the_position_of_their_revision(kind):
    heard: list[str] = []
    desk, bot = kind(truncated=True), LastMove()
    revision = await answered(desk, bot, heard)
    assert revision.number == 10
    moves, position = bot.seen
    assert [move.move.notation for move in moves] == ["move 0", "move 1"]
    assert moves.truncated
    assert (position.viewer_seat, desk.asked) == (1, [(9, 1)])
    assert desk.sent == [("d", "move 1")]
    assert heard == ["move 1"]


async def test_a_seat_that_is_not_asked_any_more_waits_for_the_next_revision(kind):
    heard: list[str] = []
    assert await answered(kind(0), LastMove(), heard) is None
    assert await answered(kind(refusal=DecisionClosed), LastMove(), heard) is None
    assert heard == []


async def test_a_move_that_the_rules_refuse_is_the_bots_own_fault(kind):
    with pytest.raises(MoveRefused):
        await answered(kind(refusal=MoveRefused), LastMove(), [])


class Silent:
    """Answers with whatever it is told to."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, moves, position):
        return self.answer


class Awaited:
    async def choose(self, moves, position):
        return moves[0]


@pytest.mark.parametrize(
    "given", [None, "move 1", 0, b"move 1", ["move 1"], Move(notation="move 1"), "x" * 500], ids=repr
)
async def test_a_bot_that_answers_with_no_move_is_named_with_what_it_gave_back(kind, given):
    desk, heard = kind(), list[str]()
    with pytest.raises(BotAnswerError) as caught:
        await answered(desk, Silent(given), heard)
    assert f"{__name__}:Silent chose {repr(given)[:80]}" in str(caught.value)
    assert "which is no LegalMove" in str(caught.value)
    assert len(str(caught.value)) < 250
    assert (desk.sent, heard) == ([], [])


async def test_a_bot_whose_choice_would_have_to_be_awaited_is_told_so(kind):
    with pytest.raises(BotAnswerError, match="is to be a plain method"):
        await answered(kind(), Awaited(), [])  # type: ignore[arg-type]


def test_moves_are_a_sequence_and_some_of_them_are_at_least_one():
    listed = tuple(game_pb2.LegalMove(kind=kind) for kind in "abc")
    moves = Moves(listed)
    assert (len(moves), moves[0], moves[1:], list(moves)) == (3, listed[0], listed[1:], list(listed))
    assert not moves.truncated
    assert some_of(moves, 2) == list(listed[:2])
    with pytest.raises(ValueError, match="no legal move"):
        some_of(Moves(()), 2)
