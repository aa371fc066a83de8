"""The tree of heads, against the definitions of RFC 6962 written out once more, and its published examples."""

import hashlib
import random

import pytest

from quarterdeck_rules.book.tree import Tree, is_consistent, is_included, leaf_of

MOST = 20
PUBLISHED = (
    ("", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ("00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
    ("10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
    ("2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
    ("3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
    ("40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
    ("5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
    ("606162636465666768696a6b6c6d6e6f", "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
)
"""The leaves and roots that implementations of certificate logs are tested with: a leaf, and the root with it."""


def sha(content):
    return hashlib.sha256(content).digest()


def split(count):
    k = 1
    while 2 * k < count:
        k *= 2
    return k


def mth(leaves):
    """RFC 6962, 2.1."""
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return sha(b"\0" + leaves[0])
    k = split(len(leaves))
    return sha(b"\1" + mth(leaves[:k]) + mth(leaves[k:]))


def path(m, leaves):
    """RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    k = split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), mth(leaves[k:])]
    return [*path(m - k, leaves[k:]), mth(leaves[:k])]


def subproof(m, leaves, is_whole):
    """RFC 6962, 2.1.2."""
    if m == len(leaves):
        return [] if is_whole else [mth(leaves)]
    k = split(len(leaves))
    if m <= k:
        return [*subproof(m, leaves[:k], is_whole), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], False), mth(leaves[:k])]


def contents(count):
    return [f"leaf {number}".encode() for number in range(count)]


def tree_of(leaves):
    tree = Tree()
    for one in leaves:
        tree.append(leaf_of(one))
    return tree


def test_an_empty_tree_has_the_root_of_nothing():
    assert Tree().root() == sha(b"")


def test_the_published_examples_come_out():
    tree = Tree()
    for size, (leaf, root) in enumerate(PUBLISHED, start=1):
        tree.append(leaf_of(bytes.fromhex(leaf)))
        assert tree.size == size
        assert tree.root().hex() == root


@pytest.mark.parametrize("count", [*range(1, MOST + 1), 63, 64, 65, 300])
def test_the_root_of_every_size_is_that_of_the_definition(count):
    leaves = contents(count)
    tree = tree_of(leaves)
    assert [tree.root(size) for size in range(count + 1)] == [mth(leaves[:size]) for size in range(count + 1)]


@pytest.mark.parametrize("size", [*range(1, MOST + 1), 64, 65, 100])
def test_every_leaf_is_proven_at_every_size(size):
    leaves = contents(size)
    tree, root = tree_of([*leaves, b"more", b"and more"]), mth(leaves)
    for place, leaf in enumerate(leaves):
        found = tree.inclusion(place, size)
        assert found == path(place, leaves)
        assert is_included(leaf_of(leaf), place, size, found, root)


@pytest.mark.parametrize("second", range(1, MOST + 1))
def test_every_smaller_tree_is_proven_to_be_the_beginning(second):
    leaves = contents(second)
    tree = tree_of([*leaves, b"more"])
    for first in range(1, second + 1):
        found = tree.consistency(first, second)
        assert found == subproof(first, leaves, True)
        assert is_consistent(first, second, found, mth(leaves[:first]), mth(leaves))


def altered(leaves):
    """The leaves with one changed, taken out, put in, or two swapped: every way, with the first place that differs."""
    for place in range(len(leaves)):
        yield place, [*leaves[:place], b"other", *leaves[place + 1 :]]
        yield place, [*leaves[:place], *leaves[place + 1 :], b"new"]
        yield place, [*leaves[:place], b"other", *leaves[place:-1]]
        if place + 1 < len(leaves):
            yield place, [*leaves[:place], leaves[place + 1], leaves[place], *leaves[place + 2 :]]


def test_no_tree_with_another_beginning_goes_on_from_a_root():
    leaves = contents(11)
    for first in range(1, 12):
        root = mth(leaves[:first])
        for place, other in altered(leaves):
            found = is_consistent(first, 11, tree_of(other).consistency(first, 11), root, mth(other))
            assert found == (place >= first), (first, place)


def test_a_leaf_that_was_changed_has_no_proof_and_a_proof_is_of_one_place_and_size():
    leaves = contents(13)
    tree, root = tree_of(leaves), mth(leaves)
    for place in range(13):
        found = tree.inclusion(place, 13)
        leaf = leaf_of(leaves[place])
        assert not is_included(leaf_of(b"other"), place, 13, found, root)
        for other in range(-1, 15):
            assert is_included(leaf, other, 13, found, root) == (other == place)
        assert not is_included(leaf, place, 13, found, mth(leaves[:12]))
        assert not is_included(leaf, place, 13, found[:-1], root)
        assert not is_included(leaf, place, 13, [*found, root], root)
        assert not is_included(leaf, place, 0, found, root)


@pytest.mark.parametrize(("first", "second"), [(1, 2), (3, 8), (4, 8), (6, 7), (7, 20), (16, 20)])
def test_a_path_with_any_hash_changed_left_out_or_added_shows_nothing(first, second):
    leaves = contents(second)
    found, roots = tree_of(leaves).consistency(first, second), (mth(leaves[:first]), mth(leaves))
    assert is_consistent(first, second, found, *roots)
    for place in range(len(found)):
        assert not is_consistent(first, second, [*found[:place], sha(b""), *found[place + 1 :]], *roots)
        assert not is_consistent(first, second, [*found[:place], *found[place + 1 :]], *roots)
        assert not is_consistent(first, second, [*found[:place], sha(b""), *found[place:]], *roots)
    assert not is_consistent(first, second, [*found, sha(b"")], *roots)
    assert not is_consistent(second, first, found, *roots)
    assert not is_consistent(0, second, [], sha(b""), roots[1])


def test_of_two_trees_of_one_size_only_the_same_goes_on():
    assert is_consistent(5, 5, [], mth(contents(5)), mth(contents(5)))
    assert not is_consistent(5, 5, [], mth(contents(5)), sha(b""))
    assert not is_consistent(5, 5, [sha(b"")], mth(contents(5)), mth(contents(5)))
    assert not is_consistent(5, 6, [], mth(contents(5)), mth(contents(6)))


def test_what_a_tree_does_not_have_it_does_not_give():
    tree = tree_of(contents(3))
    for call in (
        lambda: tree.root(4),
        lambda: tree.root(-1),
        lambda: tree.leaf(3),
        lambda: tree.leaf(-1),
        lambda: tree.inclusion(3, 3),
        lambda: tree.inclusion(2, 2),
        lambda: tree.inclusion(-1, 3),
        lambda: tree.inclusion(0, 4),
        lambda: tree.consistency(0, 3),
        lambda: tree.consistency(3, 2),
        lambda: tree.consistency(1, 4),
    ):
        with pytest.raises(IndexError):
            call()
    assert tree.leaf(2) == leaf_of(b"leaf 2")


def test_random_sizes_are_proven_as_the_small_ones_are():
    dice = random.Random("trees")
    leaves = contents(2000)
    tree = tree_of(leaves)
    for _ in range(50):
        first, second = sorted(dice.sample(range(1, 2001), 2))
        place = dice.randrange(second)
        root = mth(leaves[:second])
        assert is_included(leaf_of(leaves[place]), place, second, tree.inclusion(place, second), root)
        assert is_consistent(first, second, tree.consistency(first, second), mth(leaves[:first]), root)
