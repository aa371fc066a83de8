"""The log in memory: for tests and for practice that need not last."""

from collections.abc import Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.popo import POPOApplicationRecorder, POPOFactory

from quarterdeck_rules.book.checkpoints import SignedCheckpoint
from quarterdeck_server.store.log import LogStore
from quarterdeck_server.store.port import Answered, Batch, Due, Listed, Outage, Summary


class MemoryRecorder(POPOApplicationRecorder):
    """The library's recorder of plain Python objects, with the indexes beside it."""

    def __init__(self) -> None:
        super().__init__()
        self._requests: dict[tuple[str, str], Answered] = {}
        self._summaries: dict[str, Summary] = {}
        self._component_sets: dict[str, bytes] = {}
        self._wakes: dict[str, int] = {}
        self._outages: list[Outage] = []
        self._beat: int | None = None
        self._checkpoints: dict[int, SignedCheckpoint] = {}

    def _assert_uniqueness(
        self, stored_events: Sequence[StoredEvent], batches: Sequence[Batch] = (), **kwargs: Any
    ) -> None:
        super()._assert_uniqueness(stored_events, **kwargs)
        wanted = [(command.player, command.request_id) for batch in batches for command in batch.requests]
        if len(set(wanted)) < len(wanted) or not self._requests.keys().isdisjoint(wanted):
            raise IntegrityError("request id is taken")

    def _update_table(
        self, stored_events: Sequence[StoredEvent], batches: Sequence[Batch] = (), **kwargs: Any
    ) -> Sequence[int] | None:
        for batch in batches:
            game = batch.game
            for command in batch.requests:
                self._requests[command.player, command.request_id] = Answered(game, command.revision)
            if batch.summary is not None:
                self._summaries[game] = batch.summary
            if batch.wake is not None:
                self._wakes[game] = batch.wake
                if not batch.wake:
                    del self._wakes[game]
        return super()._update_table(stored_events, **kwargs)

    def replace_events(self, stored: Sequence[StoredEvent], revisions: Sequence[int], summary: Summary) -> None:
        """See `Store.forget`."""
        with self._database_lock:
            for event in stored:
                place = self._stored_events_index[str(event.originator_id)][event.originator_version]
                self._stored_events[place] = event
            game = str(stored[0].originator_id)
            for key, answered in list(self._requests.items()):
                if answered.game == game and answered.revision in revisions:
                    del self._requests[key]
            self._summaries[game] = summary

    def list_games(self, after: int, limit: int, title: str, status: str, player: str) -> Sequence[Listed]:
        """See `Store.games`."""
        with self._database_lock:
            places = [Listed(place, game, one) for place, (game, one) in enumerate(self._summaries.items(), start=1)]
        fitting = (
            listed
            for listed in places[after:]
            if title in ("", listed.summary.title)
            and status in ("", listed.summary.status)
            and player in ("", *listed.summary.players)
        )
        return [listed for _, listed in zip(range(limit), fitting, strict=False)]

    def find_dealing(self, deal: str) -> bool:
        """See `Store.deals`."""
        with self._database_lock:
            return any(one.deal == deal and one.status != "ended" for one in self._summaries.values())

    def find_request(self, player: str, request_id: str) -> Answered | None:
        """See `Store.answered`."""
        return self._requests.get((player, request_id))

    def list_due(self, until: int, limit: int) -> Sequence[Due]:
        """See `Store.due`."""
        with self._database_lock:
            wakes = sorted((wake, game) for game, wake in self._wakes.items() if wake <= until)
        return [Due(game, wake) for wake, game in wakes[:limit]]

    def note_beat(self, now: int, silence: int) -> int | None:
        """See `Store.beat`."""
        before = self._beat
        self._beat = now if before is None else max(now, before)
        if before is not None and now - before >= silence:
            self._outages.append(Outage(before, now))
        return before

    def list_outages(self) -> Sequence[Outage]:
        """See `Store.outages`."""
        return sorted(self._outages, key=lambda outage: outage.start)

    def insert_components(self, digest: str, canonical: bytes) -> None:
        """See `Store.keep_components`."""
        self._component_sets.setdefault(digest, canonical)

    def select_components(self, digest: str) -> bytes | None:
        """See `Store.components`."""
        return self._component_sets.get(digest)

    def insert_checkpoint(self, signed: SignedCheckpoint) -> None:
        """See `Store.keep_checkpoint`."""
        self._checkpoints.setdefault(signed.checkpoint.size, signed)

    def select_checkpoint(self, size: int | None) -> SignedCheckpoint | None:
        """See `Store.checkpoint`."""
        wanted = max(self._checkpoints, default=0) if size is None else size
        return self._checkpoints.get(wanted)


class MemoryFactory(POPOFactory):
    """What the library takes its recorder from."""

    def application_recorder(self) -> MemoryRecorder:
        """The recorder with the indexes."""
        return MemoryRecorder()


class MemoryStore(LogStore):
    """A `Store` that is gone with the process."""

    def __init__(self) -> None:
        super().__init__(MemoryFactory, {})
