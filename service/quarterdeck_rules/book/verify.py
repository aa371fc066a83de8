"""Verifying: whether a game's file is what was played, as far as the file itself can say.

Three things are looked at.  The chain: every record is what was sealed, and the seal is signed.  The fold: the events
make the game that the fingerprints say.  The judging: every command is judged anew under the rules that were recorded,
with every draw made again out of the seed, and has to come to the same events.
"""

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book, FileFault
from quarterdeck_rules.book.records import first_broken
from quarterdeck_rules.book.replaying import FindTitle, Replay
from quarterdeck_rules.book.signatures import CheckSignature, Outcome, outcome
from quarterdeck_rules.book.verdict import MISSING, Finding, Found, Grade, Verdict


def verify(content: bytes, check_signature: CheckSignature, find_title: FindTitle) -> Verdict:
    """What a file is worth."""
    try:
        book = file.read(content)
    except FileFault as fault:
        return Verdict(Grade.DIVERGED, Finding.LINE, str(fault), fault.event)
    return verify_book(book, check_signature, find_title)


def verify_book(book: Book, check_signature: CheckSignature, find_title: FindTitle) -> Verdict:
    """What a game's records and seal are worth."""
    replay = Replay(book)
    missing: Found | None = None
    for check in (_check_chain, _check_seal, _check_proof):
        try:
            check(book, check_signature)
        except Found as found:
            # What is wrong is told before what is missing.
            missing = missing if missing is not None and found.finding in MISSING else found
            if missing.finding not in MISSING:
                break
    if missing is None or missing.finding in MISSING:
        try:
            replay.run(find_title)
        except Found as found:
            # What is wrong is told before what is missing.
            missing = missing if missing is not None and found.finding in MISSING else found
    if missing is None:
        return replay.verdict(Grade.EXACT, None)
    return replay.verdict(Grade.UNVERIFIABLE if missing.finding in MISSING else Grade.DIVERGED, missing)


def _check_chain(book: Book, _: CheckSignature) -> None:
    """See that every record is the one that was sealed."""
    broken = first_broken(book.entries)
    if broken is not None:
        raise Found(Finding.LINK, broken.detail, broken.number)


def _check_seal(book: Book, check_signature: CheckSignature) -> None:
    """See that the head is the chain's and that it is signed."""
    last, seal = book.entries[-1], book.seal
    if last.command is None:
        raise Found(Finding.SEAL, "the last command is not whole", last.number)
    if seal.head != file.head_of(last):
        raise Found(Finding.SEAL, "the sealed head is not that of the records")
    _see_signature(Finding.SEAL, check_signature, seal.key, seal.head.statement(), seal.signature)


def _check_proof(book: Book, check_signature: CheckSignature) -> None:
    """See that the head is under the checkpoint, if the file has one, and that this is signed."""
    proof = book.proof
    if proof is None:
        return
    if not proof.holds(book.seal.head.statement()):
        raise Found(Finding.PROOF, "the head is not under the checkpoint")
    signed = proof.signed
    _see_signature(Finding.PROOF, check_signature, signed.key, signed.checkpoint.statement(), signed.signature)


def _see_signature(finding: Finding, check: CheckSignature, key: str, statement: bytes, written: str) -> None:
    found = outcome(check, key, statement, written)
    if found is Outcome.KEY_NOT_GIVEN:
        raise Found(Finding.KEY_NOT_GIVEN, f"it is signed with the key {key}")
    if found is not Outcome.RIGHT:
        raise Found(finding, str(found))
