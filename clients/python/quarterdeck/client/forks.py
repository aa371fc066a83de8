"""Games that go on from how another one stood, as a call for any desk: `desk.send(forks.fork(game_id, 41)).game_id`.

The new game is one like any other: its open seats are joined, it is started, and it is for practice for ever.
"""

from collections.abc import Iterable

from quarterdeck.client.calls import Call, command_of
from quarterdeck.v1 import replay_service_pb2 as pb

_REPLAYS = "/quarterdeck.v1.ReplayService/"


def fork(
    game_id: str,
    revision: int | None = None,
    *,
    seats: Iterable[int] = (),
    all_seats: bool = False,
    request_id: str | None = None,
) -> Call[pb.ForkGameResponse]:
    """A game that goes on from a revision of another one, or from the last at which a decision waited.

    The caller takes these seats of it at once, or all.  MoveRefused if no decision waited there, or if the other game
    has not ended and others hold seats of it.
    """
    request = command_of(
        pb.ForkGameRequest, request_id, game_id=game_id, revision=revision, seats=seats, all_seats=all_seats
    )
    return Call(_REPLAYS + "ForkGame", request, pb.ForkGameResponse)
