"""The chief of a game for onlookers: a line for each role, with what the seats did in it."""

from collections.abc import Sequence

from quarterdeck.cli.puerto_rico.terms import ROLES
from quarterdeck.v1.play_pb2 import Revision

CHIEF = frozenset(
    {
        "kind_offered",
        "tile_drawn",
        "plantation_taken",
        "quarry_taken",
        "building_bought",
        "goods_produced",
        "barrels_taken",
        "good_sold",
        "ship_loaded",
        "goods_shipped",
        "end_announced",
    }
)
"""Events that onlookers hear of."""


class Roles:
    """A line for each role that is played, and one for a market that is drafted."""

    def __init__(self, players: Sequence[str]) -> None:
        self._round = 0
        self._phase = ""
        self._done: list[str] = []

    @property
    def heading(self) -> str:
        """Round and phase."""
        return ", ".join(part for part in (f"round {self._round}" if self._round else "", self._phase) if part)

    def hear(self, revision: Revision) -> Sequence[str]:
        """See `Chronicle`."""
        told: list[str] = []
        for event in revision.events:
            match event.kind:
                case "round_began":
                    self._round = event.puerto_rico.round_began.round
                case "role_taken":
                    told += self._ended()
                    self._phase = f"{_role(event.puerto_rico.role_taken.placard)} phase"
                    self._done.append(event.words)
                case "round_ended":
                    told += self._ended()
                    self._phase = ""
                case kind if kind in CHIEF:
                    self._done.append(event.words)
        return told

    def _ended(self) -> Sequence[str]:
        """The line of what is over now, if there is something to tell."""
        done, self._done = "; ".join(self._done), []
        return (f"round {self._round}: {done}",) if done else ()


def _role(placard: str) -> str:
    return next((role for role in ROLES.values() if placard.endswith(role)), placard)
