"""Parentage: whether a fork begins with what the file of its parent says of how that game stood."""

from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.replaying import FindTitle, Replay
from quarterdeck_rules.book.verdict import Finding, Grade, Verdict
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.forking import fork
from quarterdeck_rules.engine.game import Joined


def with_parent(verdict: Verdict, child: bytes, parent: bytes, find_title: FindTitle) -> Verdict:
    """The verdict on a fork, once its parent's file was looked at as well; both files are exact for themselves.

    It stays as it is if the parent's file ends before the revision that the fork goes on from.
    """
    begun, whole = _case(child, find_title), _case(parent, find_title)
    if verdict.parent_revision > len(whole.history):
        return verdict
    place = _first_unlike(begun, whole)
    if place is None:
        return replace(verdict, is_parent_seen=True)
    told = f"game {verdict.parent} did not stand like this at revision {verdict.parent_revision}"
    return replace(verdict, grade=Grade.DIVERGED, finding=Finding.JUDGEMENT, detail=told, event=place + 1)


def _case(content: bytes, find_title: FindTitle) -> Case[Any]:
    replay = Replay(file.read(content))
    replay.run(find_title)
    assert replay.case is not None, "a file that is exact has a game"
    return replay.case


def _first_unlike(child: Case[Any], parent: Case[Any]) -> int | None:
    """The place of the first event in a fork's first command that does not follow from its parent."""
    first, forked = child.history.command(1).events, child.game.forked
    assert forked is not None, "a fork says where it goes on from"
    seats = [event.seat for event in first if isinstance(event, Joined)]
    creator, seed = child.game.created.creator, child.game.seed
    wanted = fork(parent.at(forked.revision), forked.parent, creator, seed, seats)
    pairs = enumerate(zip_longest(first, wanted))
    return next((place for place, (was, is_made) in pairs if was != is_made), None)
