"""When a call is sent again, and how a stream goes on.  Neither sleeps nor calls: the desks do."""

import time
from collections.abc import Callable
from typing import Generic, TypeVar

import grpc
from google.protobuf import message as protobuf

from quarterdeck.client.calls import Call, watch_game
from quarterdeck.client.errors import QuarterdeckError, not_reachable
from quarterdeck.client.options import Options
from quarterdeck.v1.game_service_pb2 import WatchGameResponse
from quarterdeck.v1.play_pb2 import Ended, Revision
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision, ReplayGameResponse

Message = TypeVar("Message", bound=protobuf.Message)
Item = TypeVar("Item", bound=protobuf.Message)

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


class Streaming(Generic[Message, Item]):
    """What one stream has brought: it goes on behind that, however often it breaks."""

    def __init__(self, options: Options, next_revision: int, clock: Callable[[], float]) -> None:
        """The time without news begins now; ArgumentInvalid for a stream that cannot be asked for."""
        self.next_revision = next_revision
        self._options = options
        self._clock = clock
        self._attempt = 0
        self._silent_since = clock()
        self.call()

    @property
    def is_over(self) -> bool:
        """Whether everything has come."""
        raise NotImplementedError

    def call(self) -> Call[Message]:
        """The stream from the next revision on."""
        raise NotImplementedError

    def heard(self, message: Message) -> Item | None:
        """The revision of a message, unless there is none or it has been seen."""
        self._attempt, self._silent_since = 0, self._clock()
        return self._take(message)

    def _take(self, message: Message) -> Item | None:
        raise NotImplementedError

    def pause_before_resuming(self, error: QuarterdeckError | None) -> float:
        """Seconds to wait before the stream is asked for again; raises the error if that does not help.

        Without an error the stream came to its end, and that too early.
        """
        error = error or not_reachable("the stream ended before the game did")
        self._attempt += 1
        silent = self._clock() - self._silent_since
        if silent >= self._options.patience or not _may_send_again(error):
            raise error
        return _pause(self._options, error, self._attempt)


class Watching(Streaming[WatchGameResponse, Revision]):
    """What one watch has seen."""

    def __init__(
        self,
        options: Options,
        game_id: str,
        next_revision: int,
        seat: int | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.result: Ended | None = None
        """The game's result, once the stream has told it."""
        self._game_id = game_id
        self._seat = seat
        super().__init__(options, next_revision, clock)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def call(self) -> Call[WatchGameResponse]:
        """See `Streaming`."""
        return watch_game(self._game_id, self.next_revision, self._seat)

    def _take(self, message: WatchGameResponse) -> Revision | None:
        match message.WhichOneof("message"):
            case "ended":
                self.result = message.ended
            case "revision" if message.revision.number >= self.next_revision:
                self.next_revision = message.revision.number + 1
                return message.revision
        return None


class Replaying(Streaming[ReplayGameResponse, ReplayedRevision]):
    """What one replay has shown."""

    def __init__(
        self,
        options: Options,
        ask: Callable[[int, int], Call[ReplayGameResponse]],
        start_revision: int,
        end_revision: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`ask` makes the call from one revision to another; an end of 0 is wherever the first stream goes to."""
        self._ask = ask
        self._end = end_revision
        self._has_begun = False
        super().__init__(options, start_revision, clock)

    @property
    def is_over(self) -> bool:
        """Whether the last revision wanted has come."""
        return self._has_begun and self.next_revision > self._end

    def call(self) -> Call[ReplayGameResponse]:
        """See `Streaming`."""
        return self._ask(self.next_revision, self._end)

    def _take(self, message: ReplayGameResponse) -> ReplayedRevision | None:
        if message.WhichOneof("message") != "revision" or message.revision.revision.number < self.next_revision:
            return None
        self._has_begun, self._end = True, message.revision.end_revision
        self.next_revision = message.revision.revision.number + 1
        return message.revision

    def pause_before_resuming(self, error: QuarterdeckError | None) -> float:
        """See `Streaming`; it is silent from the first break on."""
        if self._attempt == 0:
            # It may have paused for longer than anybody is patient, as it was asked to.
            self._silent_since = self._clock()
        return super().pause_before_resuming(error)


def _may_send_again(error: QuarterdeckError) -> bool:
    return error.code in _SENT_AGAIN or error.may_retry


def _pause(options: Options, error: QuarterdeckError, attempt: int) -> float:
    doubled = options.first_pause * 2.0 ** min(attempt - 1, 30)
    return max(min(doubled, options.longest_pause), error.retry_after or 0.0)
