"""A game as the service keeps it, without store and network: each part of each command is timed."""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from quarterdeck_rules.book.records import Envelope, is_marked
from quarterdeck_rules.conduct import direction
from quarterdeck_rules.conduct.case import Case, fold
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.direction import Director
from quarterdeck_rules.conduct.facts import TermsSet
from quarterdeck_rules.conduct.terms import Terms
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import create
from quarterdeck_rules.engine.judge import decide, join, start
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.loading import recorded
from quarterdeck_server.application.moments import ZonedCalendar, text_of
from quarterdeck_server.store.port import Batch
from tests.playouts import Step

SEATS = 4
GAME = "0" * 32
PARTS = JUDGING, CLOSING, FOLDING, MARKING, WRITING = (
    "judging",
    "closing",
    "folding",
    "fingerprints",
    "encoding and sealing",
)
"""Of a command, in their order."""
DORA = Director("dora", "")
_START = 1_780_000_000_000
_SECOND = 1_000


class KeptGame:
    """A game as the service has it, without store and network."""

    def __init__(self, offer: Offer, seed: str, terms: Terms) -> None:
        made = create(offer.title, offer.components, SEATS, read_options(offer.title.options, ()), "one", seed, True)
        events = (*made[:-1], TermsSet(terms), made[-1])
        self.offer, self.now = offer, _START
        self.case: Case[Any] = fold(offer.title, offer.components, (events,))
        self.batches: list[Batch] = []
        self.seconds: dict[str, float] = defaultdict(float)
        """By part of a command, since it was emptied last, in time of the processor."""
        self.live: LiveGame | None = None
        self._record(events)
        for seat in range(SEATS):
            self.take(join(self.case.game, seat, f"player {seat}"))
        self.take(start(offer.title, self.case.game, self.case.game.chance))

    @property
    def event_count(self) -> int:
        """How many events its log has."""
        return self.live.event_count if self.live is not None else 0

    def move(self, step: Step) -> None:
        """Make a move."""
        game = self.case.game
        # Named by revision, which differ from those of the playout.
        decision = next(
            opened
            for opened in open_decisions(game.agenda)
            if (opened.lane, opened.decision) == (step.decision.lane, step.decision.decision)
        )
        made = self._timed(
            JUDGING, lambda: decide(self.offer.title, game, step.seat, decision.id, step.move, game.chance)
        )
        self.take(made)

    def lengthen(self, events: int) -> None:
        """Go on without a move until the log has so many events."""
        while self.event_count < events:
            self.take(direction.pause(self.case, DORA))
            self.take(direction.resume(self.case, DORA))

    def take(self, judged: Sequence[Struct] | Refusal) -> None:
        """Take in a command as the service does it."""
        assert not isinstance(judged, Refusal), judged
        self.now += _SECOND
        before = self.case
        events = self._timed(CLOSING, lambda: completed(before, judged, Moment(self.now, ZonedCalendar())))
        self.case = self._timed(FOLDING, lambda: before.extended(events))
        self._record(events)

    def _record(self, events: Sequence[Struct]) -> None:
        case, live = self.case, self.live
        revision = case.game.revision
        mark = ""
        if is_marked(revision, events):
            mark = self._timed(MARKING, lambda: fingerprint(case.game))
        command = Envelope(
            revision,
            text_of(self.now),
            case.title.rules_version,
            case.game.created.component_set,
            request_id=f"request {revision}",
            player="one",
            request_hash="0" * 64,
            fingerprint=mark,
        )
        made, batch = self._timed(WRITING, lambda: recorded(GAME, live, events, command, self.offer, case))
        self.batches.append(batch)
        if live is None:
            self.live = LiveGame(GAME, self.offer, case, (made,))
        else:
            live.extend(made, case)

    def _timed(self, part: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        done = work()
        self.seconds[part] += time.process_time() - began
        return done
