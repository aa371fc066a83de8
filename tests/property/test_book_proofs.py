"""Books that end with a proof: whatever of it is altered is found, and what is missing is said."""

import json
import random
from functools import cache

import pytest
from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.checkpoints import Checkpoint, Proof, SignedCheckpoint
from quarterdeck_rules.book.file import Book
from quarterdeck_rules.book.tree import Tree, leaf_of
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.titles import find_title
from quarterdeck_server.audit.seals import Trust, id_of
from tests.books import KEY, TRUST, content_of, played, seal_of, verified
from tests.property.test_book import changed, paths

OTHERS = [f"some other head {number}".encode() for number in range(20)]


def signed(checkpoint):
    return SignedCheckpoint(checkpoint, id_of(KEY.public_key()), KEY.sign(checkpoint.statement()).hex())


def proven(book: Book, before: int = 11, after: int = 6) -> Book:
    """A book whose head stands in a tree behind and before so many others."""
    tree = Tree()
    for leaf in (*OTHERS[:before], book.seal.head.statement(), *OTHERS[before : before + after]):
        tree.append(leaf_of(leaf))
    checkpoint = Checkpoint(tree.size, tree.root().hex(), "2026-12-01T12:00:00.000Z")
    path = tuple(node.hex() for node in tree.inclusion(before, tree.size))
    return replace(book, proof=Proof(signed(checkpoint), before, path))


@cache
def book() -> Book:
    return played("puerto_rico", 2)[1]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (0, 1), (1, 0), (7, 0), (11, 6), (0, 20)])
def test_a_book_with_a_proof_is_exact_and_is_written_as_it_was_read(before, after):
    content = content_of(proven(book(), before, after))
    verdict = verified(content)
    assert (verdict.grade, verdict.finding) == (Grade.EXACT, None), verdict
    assert verdict.checkpoint == before + after + 1
    assert b"".join(file.written(file.read(content))) == content
    assert content.startswith(content_of(book()))
    assert verified(content_of(book())).checkpoint == 0


def test_p1_every_field_of_a_proof_altered_once_is_found():
    lines = content_of(proven(book())).splitlines(keepends=True)
    proof = json.loads(lines[-1])
    places = [path for path in paths(proof) if path != ("line",)]
    assert len(places) == 6 + len(proof["path"])
    for place in places:
        line = json.dumps(changed(proof, place), separators=(",", ":")).encode() + b"\n"
        verdict = verified(b"".join([*lines[:-1], line]))
        assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.PROOF), (place, verdict)


def test_p1_every_flipped_byte_of_seal_and_proof_is_found():
    content = content_of(proven(book()))
    begin = content.index(b'{"line":"seal"')
    dice = random.Random("proofs")
    for place in range(begin, len(content)):
        flipped = content[:place] + bytes([content[place] ^ 1 << dice.randrange(8)]) + content[place + 1 :]
        verdict = verified(flipped)
        assert verdict.grade is Grade.DIVERGED, (place, content[place - 20 : place + 20])


def test_the_proof_of_another_head_or_tree_or_with_more_or_less_of_a_path_is_found():
    whole = proven(book())
    proof = whole.proof
    assert proof is not None
    other = proven(book(), 3, 5).proof
    assert other is not None
    short = replace(
        book(), entries=book().entries[: next(n for n, one in enumerate(book().entries, 1) if one.command is not None)]
    )
    wrong = [
        replace(short, seal=seal_of(short.entries[-1]), proof=proof),
        replace(whole, proof=replace(proof, signed=other.signed)),
        replace(whole, proof=replace(proof, path=proof.path[:-1])),
        replace(whole, proof=replace(proof, path=(*proof.path, "0" * 64))),
        replace(whole, proof=replace(proof, path=(proof.path[0].upper(), *proof.path[1:]))),
        replace(whole, proof=replace(proof, path=("", *proof.path[1:]))),
        replace(whole, proof=replace(proof, place=-1)),
        replace(whole, proof=replace(proof, place=2**70)),
        replace(whole, proof=replace(proof, signed=replace(proof.signed, signature="no hex"))),
        replace(whole, proof=replace(proof, signed=replace(proof.signed, signature=proof.signed.signature.upper()))),
    ]
    for one in wrong:
        verdict = verified(content_of(one))
        assert verdict.grade is Grade.DIVERGED
        assert verdict.finding in (Finding.PROOF, Finding.LINE), verdict


def test_lines_behind_or_before_their_places_are_found():
    *lines, seal, proof = content_of(proven(book())).splitlines(keepends=True)
    for order in (
        [*lines, proof, seal],
        [*lines, proof],
        [*lines, seal, proof, proof],
        [*lines, seal, proof, seal],
        [proof, *lines, seal],
        [proof],
        [lines[0], proof],
        [*lines, seal, proof[:-1]],
    ):
        assert verified(b"".join(order)).finding is Finding.LINE, order[-1]


def test_a_checkpoint_of_a_key_that_was_not_given_is_missing_and_what_is_wrong_is_told_first():
    class Strange(Trust):
        """It knows the key of seals, and calls that of checkpoints unknown."""

        def check(self, key: str, statement: bytes, signature: bytes) -> bool | None:
            return None if statement.startswith(b"quarterdeck.checkpoint") else TRUST.check(key, statement, signature)

    whole = proven(book())
    proof = whole.proof
    assert proof is not None
    verdict = verify(content_of(whole), Strange().check, find_title)
    assert (verdict.grade, verdict.finding) == (Grade.UNVERIFIABLE, Finding.KEY_NOT_GIVEN)
    assert verdict.judged > 0
    for trust in (Trust(), Strange()):
        broken = replace(whole, proof=replace(proof, place=proof.place - 1))
        verdict = verify(content_of(broken), trust.check, find_title)
        assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.PROOF)
