"""Importing: a game's file taken in again, as it was."""

from quarterdeck_rules.book.file import Book, FileFault, read
from quarterdeck_rules.book.signatures import CheckSignature
from quarterdeck_rules.book.verdict import Grade
from quarterdeck_rules.book.verify import verify_book
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.absence import wake
from quarterdeck_rules.titles import find_title
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.loading import revisions_of, summary_of
from quarterdeck_server.store.port import Batch, ConflictError, Store


class ImportRefusedError(ValueError):
    """A file that is not taken in, and why."""


def take_in(content: bytes, store: Store, check_signature: CheckSignature) -> bool:
    """Take a game in that is exact; whether it was not there yet.

    Exported again, it is the same file, byte for byte, if the server has the same key.  ImportRefusedError, StoreError.
    """
    try:
        book = read(content)
    except FileFault as fault:
        raise ImportRefusedError(str(fault)) from None
    verdict = verify_book(book, check_signature, find_title)
    if verdict.grade is not Grade.EXACT:
        where = f" at event {verdict.event}" if verdict.event is not None else ""
        raise ImportRefusedError(f"it is {verdict.grade}{where}: {verdict.finding}, {verdict.detail}")
    there = tuple(store.read(book.game))
    if there:
        if there != book.entries:
            raise ImportRefusedError(f"there is a game {book.game} already, and it is another")
        return False
    title = find_title(verdict.title, verdict.rules_version)
    assert title is not None, "an exact game was judged by its rules"
    batch = _batch_of(book, Offer(title), store)
    try:
        store.append([batch])
    except ConflictError:
        raise ImportRefusedError("a request id in it was used for another game here") from None
    return True


def _batch_of(book: Book, offer: Offer, store: Store) -> Batch:
    """All that the game appends, with its component set kept."""
    store.keep_components(book.component_set, book.components)
    revisions = list(revisions_of(book.entries, offer.codec))
    components = offer.component_set(book.component_set, store)
    case = cases.fold(offer.title, components, (revision.events for revision in revisions))
    return Batch(book.entries, summary_of(case.game, revisions[0].command.received), wake(case))
