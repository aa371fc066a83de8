"""Replaying: the game of a book folded and judged, command by command."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from quarterdeck_rules.book.file import Book
from quarterdeck_rules.book.records import Entry, is_marked
from quarterdeck_rules.book.rejudging import difference_at_first, first_difference
from quarterdeck_rules.book.verdict import Finding, Found, Grade, Verdict
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.codec import Codec, UnknownNameError, read_created
from quarterdeck_rules.engine.components import ComponentError, ComponentSet
from quarterdeck_rules.engine.fingerprint import VERSION, fingerprint
from quarterdeck_rules.engine.game import Closed, commitment_to
from quarterdeck_rules.engine.title import Title

FindTitle = Callable[[str, str], Title[Any] | None]
"""The rules of a title in this version; nothing if there are none."""


class Replay:
    """The game of a book being folded and judged, command by command."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.case: Case[Any] | None = None
        """The game after all commands that were taken."""
        self._judged = self._draws = 0

    def verdict(self, grade: Grade, found: Found | None) -> Verdict:
        """What has come out."""
        book, game = self._book, self.case.game if self.case is not None else None
        forked = game.forked if game is not None else None
        return Verdict(
            grade,
            found.finding if found is not None else None,
            found.detail if found is not None else "",
            found.event if found is not None else None,
            book.game,
            book.title,
            game.created.rules_version if game is not None else "",
            sum(entry.command is not None for entry in book.entries),
            len(book.entries),
            self._judged,
            self._draws,
            book.seal.key,
            book.proof.signed.checkpoint.size if book.proof is not None else 0,
            game.players if game is not None else (),
            game.standings if game is not None else (),
            forked.parent if forked is not None else "",
            forked.revision if forked is not None else 0,
        )

    def run(self, find_title: FindTitle) -> None:
        """Fold and judge all commands; Found."""
        closed = [entry.number for entry in self._book.entries if not entry.is_open]
        if closed:
            raise Found(Finding.WITHHELD, f"{len(closed)} of {len(self._book.entries)} records are closed")
        title, components = self._begin(find_title)
        codec = codec_of(title)
        command: list[Entry] = []
        for entry in self._book.entries:
            command.append(entry)
            if entry.command is not None:
                self._take(title, components, codec, command)
                command = []

    def _begin(self, find_title: FindTitle) -> tuple[Title[Any], ComponentSet[Any]]:
        book, first = self._book, self._book.entries[0]
        try:
            created = read_created(first.name, first.event)
        except UnknownNameError as error:
            # Perhaps a release to come calls it otherwise.
            raise Found(Finding.EVENT_UNKNOWN, str(error), 1) from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Found(Finding.EVENT, "a log begins with the creation of its game", 1) from None
        if (created.title, created.component_set) != (book.title, book.component_set):
            raise Found(Finding.FILE, "title and component set are not those of the game")
        if hashlib.sha256(book.components).hexdigest() != book.component_set:
            raise Found(Finding.COMPONENTS, "the component set is not the one of this hash")
        title = find_title(created.title, created.rules_version)
        if title is None:
            raise Found(Finding.TITLE_UNKNOWN, f"{created.title}, rules version {created.rules_version}")
        try:
            return title, title.restore_components(book.components)
        except (ComponentError, msgspec.DecodeError) as error:
            raise Found(Finding.COMPONENTS, str(error)) from None

    def _take(self, title: Title[Any], components: ComponentSet[Any], codec: Codec, command: Sequence[Entry]) -> None:
        events = [_decoded(codec, entry) for entry in command]
        first, last, envelope = command[0], command[-1], command[-1].command
        assert envelope is not None
        closed = events[-1]
        before, case = self.case, None
        wanted = (before.game.revision if before is not None else 0) + 1
        if not isinstance(closed, Closed) or (closed.revision, envelope.revision) != (wanted, wanted):
            raise Found(Finding.EVENT, f"revision {wanted} does not end here", last.number)
        try:
            difference = first_difference(before, events) if before is not None else difference_at_first(title, events)
            case = before.extended(events) if before is not None else cases.fold(title, components, (events,))
        except Exception as error:  # noqa: BLE001  (whatever a forged log sets off)
            raise Found(Finding.EVENT, f"{type(error).__name__} after this record", first.number) from None
        if difference is not None:
            raise Found(Finding.JUDGEMENT, difference.detail, first.number + difference.place)
        created = case.game.created
        told = (created.rules_version, created.component_set)
        if (envelope.rules_version, envelope.component_set) != told:
            raise Found(Finding.EVENT, "it was judged under other rules than the game's", last.number)
        if before is None and created.commitment and created.commitment != commitment_to(case.game.seed):
            raise Found(Finding.SEED, "the seed is not the one that the server was committed to", first.number)
        self.case = case
        self._judged += before is not None
        self._draws += sum(count for _, count in closed.draws)
        self._compare(case, events, last)

    @staticmethod
    def _compare(case: Case[Any], events: Sequence[Struct], last: Entry) -> None:
        mark = last.command.fingerprint if last.command is not None else ""
        if bool(mark) != is_marked(case.game.revision, events):
            raise Found(Finding.FINGERPRINT, "a fingerprint is missing, or there is one too many", last.number)
        if mark and not mark.startswith(f"{VERSION}:"):
            raise Found(Finding.FINGERPRINT_UNKNOWN, mark.partition(":")[0])
        if mark and fingerprint(case.game) != mark:
            raise Found(Finding.FINGERPRINT, "the game is not the one of which it was taken", last.number)


def _decoded(codec: Codec, entry: Entry) -> Struct:
    try:
        return codec.decode(entry.name, entry.event)
    except UnknownNameError as error:
        raise Found(Finding.EVENT_UNKNOWN, str(error), entry.number) from None
    except Exception as error:  # noqa: BLE001  (whatever a forged record sets off)
        raise Found(Finding.EVENT, f"the record cannot be read: {type(error).__name__}", entry.number) from None
