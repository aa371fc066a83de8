"""AUDIT.md on the tree of all heads: its vectors hold for our code and for the verifier written from the page."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from quarterdeck_rules.book.checkpoints import Checkpoint, Kept, SignedCheckpoint, goes_on, kept_in
from quarterdeck_rules.book.tree import Tree, is_consistent, is_included, leaf_of
from quarterdeck_server.audit.seals import id_of
from tests.books import content_of, played
from tests.contract.test_audit_page import CHECKER, VECTORS
from tests.property.test_book_proofs import proven
from tests.unit.test_tree import mth

TREE = VECTORS["tree"]
LEAVES = [leaf.encode() for leaf in TREE["leaves"]]
ROOTS = [bytes.fromhex(root) for root in TREE["roots"]]


def test_p3_roots_and_paths_are_those_of_the_vectors():
    tree = Tree()
    for size, leaf in enumerate(LEAVES, start=1):
        tree.append(leaf_of(leaf))
        assert tree.root() == mth(LEAVES[:size]) == ROOTS[size - 1]
    assert LEAVES[0].decode() == VECTORS["seal"]["statement"]
    place, size, path = (TREE["inclusion"][name] for name in ("place", "size", "path"))
    assert [node.hex() for node in tree.inclusion(place, size)] == path
    assert is_included(leaf_of(LEAVES[place]), place, size, [*map(bytes.fromhex, path)], ROOTS[size - 1])
    assert CHECKER.root_over(TREE["leaves"][place], place, size, path) == TREE["roots"][size - 1]
    first, second, path = (TREE["consistency"][name] for name in ("first", "second", "path"))
    assert [node.hex() for node in tree.consistency(first, second)] == path
    assert is_consistent(first, second, [*map(bytes.fromhex, path)], ROOTS[first - 1], ROOTS[second - 1])


def test_p3_the_checkpoint_is_that_of_the_vectors_and_is_kept_in_the_form_of_the_page():
    vector, key = TREE["checkpoint"], Ed25519PrivateKey.from_private_bytes(bytes.fromhex(VECTORS["seal"]["private"]))
    checkpoint = Checkpoint(5, TREE["roots"][4], "2026-12-01T12:00:10.000Z")
    assert checkpoint.statement().decode() == vector["statement"]
    assert (id_of(key.public_key()), key.sign(checkpoint.statement()).hex()) == (vector["key"], vector["signature"])
    fields = vector["statement"].partition("\n")[2]
    signed = f'"signed":{{"checkpoint":{fields},"key":"{vector["key"]}","signature":"{vector["signature"]}"}}'
    kept = Kept(SignedCheckpoint(checkpoint, vector["key"], vector["signature"]))
    assert kept_in(f'{{"line":"checkpoint",{signed}}}\n'.encode()) == kept
    path = ",".join(f'"{node}"' for node in TREE["consistency"]["path"])
    found = kept_in(f'{{"line":"checkpoint",{signed},"since":3,"path":[{path}]}}'.encode())
    assert isinstance(found, Kept)
    assert found.since == TREE["consistency"]["first"]
    assert goes_on(Checkpoint(3, TREE["roots"][2], ""), checkpoint, found.path)


@pytest.mark.parametrize("size", range(1, 18))
def test_p3_the_verifier_written_from_the_page_comes_to_the_same_roots(size):
    leaves = [f"leaf {number}" for number in range(size)]
    tree = Tree()
    for leaf in leaves:
        tree.append(leaf_of(leaf.encode()))
    for place, leaf in enumerate(leaves):
        path = [node.hex() for node in tree.inclusion(place, size)]
        assert CHECKER.root_over(leaf, place, size, path) == tree.root().hex()
        assert CHECKER.root_over(leaf, place, size, path[:-1]) == ("" if path else tree.root().hex())
        assert CHECKER.root_over(leaf, place, size, [*path, "00" * 32]) == ""


def test_p3_the_verifier_written_from_the_page_checks_the_proof_of_a_file():
    book = proven(played("puerto_rico", 2)[1])
    assert CHECKER.check(content_of(book).splitlines())[0] == book.seal.head.link
    lines = content_of(book).replace(b'"place":11', b'"place":10').splitlines()
    with pytest.raises(SystemExit, match="the head is not under the checkpoint"):
        CHECKER.check(lines)
