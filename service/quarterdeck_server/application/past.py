"""The past of a game.

Who looks at one revision looks at its neighbours next, and each is folded on from an earlier one.
"""

from collections import OrderedDict
from typing import Any

from quarterdeck_rules.conduct.case import Case

KEPT = 8
"""Cases of earlier revisions that a game keeps; states share what has not changed."""
STRIDE = 16
"""How far before a revision another case is kept: who goes back needs it, and folds no more than this."""


class Past:
    """The cases of one game's earlier revisions that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Case[Any]] = OrderedDict()

    def at(self, case: Case[Any], revision: int) -> Case[Any]:
        """What the game, whose case now is this, was at a revision that it has."""
        known = self._kept.get(revision)
        if known is not None:
            self._kept.move_to_end(revision)
            return known
        near = self._before(revision)
        if revision - (len(near.history) if near is not None else 0) > STRIDE:
            near = self._keep(case.at(revision - STRIDE, near))
        return self._keep(case.at(revision, near))

    def _before(self, revision: int) -> Case[Any] | None:
        """The last case kept that is earlier."""
        before = max((one for one in self._kept if one < revision), default=None)
        if before is None:
            return None
        self._kept.move_to_end(before)
        return self._kept[before]

    def _keep(self, case: Case[Any]) -> Case[Any]:
        self._kept[len(case.history)] = case
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return case
