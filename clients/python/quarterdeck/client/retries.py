"""When a call is sent again, and how a watch goes on.  Neither sleeps nor calls: the desks do."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import grpc

from quarterdeck.client.calls import Call, watch_game
from quarterdeck.client.errors import QuarterdeckError, not_reachable
from quarterdeck.client.options import Options
from quarterdeck.v1.game_service_pb2 import WatchGameResponse
from quarterdeck.v1.play_pb2 import Ended, Revision

_SENT_AGAIN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


def pause_before_retry(options: Options, error: QuarterdeckError, attempt: int, waited: float = 0.0) -> float:
    """Seconds to wait before a call is sent again after its attempt of this number; raises the error if it is not.

    `waited` are the seconds since its first attempt.  Reads change nothing, and other calls carry a request id: both
    may be sent again.
    """
    pause = _pause(options, error, attempt)
    is_last = waited + pause > options.retry_seconds if options.attempts is None else attempt >= options.attempts
    if is_last or not _may_send_again(error):
        raise error
    return pause


@dataclass
class Watching:
    """What one watch has seen: it goes on behind that, however often the stream breaks."""

    options: Options
    game_id: str
    next_revision: int
    seat: int | None = None
    clock: Callable[[], float] = time.monotonic
    result: Ended | None = None
    """The game's result, once the stream has told it."""
    _attempt: int = 0
    _silent_since: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        """The time without news begins now; ArgumentInvalid for a stream that cannot be asked for."""
        self._silent_since = self.clock()
        self.call()

    def call(self) -> Call[WatchGameResponse]:
        """The stream from the next revision on."""
        return watch_game(self.game_id, self.next_revision, self.seat)

    def heard(self, message: WatchGameResponse) -> Revision | None:
        """The revision of a message, unless there is none or it has been seen."""
        self._attempt, self._silent_since = 0, self.clock()
        match message.WhichOneof("message"):
            case "ended":
                self.result = message.ended
            case "revision" if message.revision.number >= self.next_revision:
                self.next_revision = message.revision.number + 1
                return message.revision
        return None

    def pause_before_resuming(self, error: QuarterdeckError | None) -> float:
        """Seconds to wait before the stream is asked for again; raises the error if that does not help.

        Without an error the stream came to its end, and that before the game did.
        """
        error = error or not_reachable("the stream ended before the game did")
        self._attempt += 1
        silent = self.clock() - self._silent_since
        if silent >= self.options.patience or not _may_send_again(error):
            raise error
        return _pause(self.options, error, self._attempt)


def _may_send_again(error: QuarterdeckError) -> bool:
    return error.code in _SENT_AGAIN or error.may_retry


def _pause(options: Options, error: QuarterdeckError, attempt: int) -> float:
    doubled = options.first_pause * 2.0 ** min(attempt - 1, 30)
    return max(min(doubled, options.longest_pause), error.retry_after or 0.0)
