"""The chief of a game for onlookers: where a phase begins, and what each turn of the worker phase was used for."""

from collections.abc import Sequence

from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.v1.play_pb2 import Revision


class Turns:
    """A line for each turn, and one where a phase begins."""

    def __init__(self, players: Sequence[str]) -> None:
        self._players = players
        self._round = 0
        self._phase = ""
        self._has_turns = False
        self._done: list[str] = []

    @property
    def heading(self) -> str:
        """Round and phase."""
        return f"round {self._round}, {self._phase}" if self._phase else ""

    def hear(self, revision: Revision) -> Sequence[str]:
        """See `Chronicle`."""
        told = []
        for event in revision.events:
            fact = event.cooper_island
            match event.kind:
                case "round_began":
                    self._round = fact.round_began.round
                case "phase_began":
                    self._phase = event.words.removesuffix(" begins")
                    self._has_turns = fact.phase_began.phase == terms.PHASE_WORKERS
                    told.append(f"round {self._round}: {self._phase} begins")
                case "worker_placed" | "action_taken" if self._has_turns:
                    # The words begin with the player, whom the line names once.
                    self._done.append(event.words.split(" ", 1)[1])
                case "turn_ended":
                    done, self._done = "; ".join(self._done), []
                    told.append(f"round {self._round}, {self._players[fact.turn_ended.seat]}: {done or 'nothing'}")
        return told
