"""The chief of a game for onlookers: where a phase begins, and what each turn of the worker phase was used for."""

from collections.abc import Sequence

from quarterdeck.cli.cooper_island.solo import deed_of
from quarterdeck.cli.cooper_island.terms import PHASES, WORKERS
from quarterdeck.cli.wording import plain, player_of
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
        # What Cooper does in his turn, while it goes on.
        self._his: list[str] = []

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
                    self._phase = f"the {PHASES[fact.phase_began.phase]}"
                    self._has_turns = fact.phase_began.phase == terms.PHASE_WORKERS
                    told.append(f"round {self._round}: {self._phase} begins")
                case "cooper_turn_began":
                    self._his = [f"Cooper: {fact.cooper_turn_began.card}"]
                case "cooper_turn_ended":
                    told.append(f"round {self._round}, {'; '.join(self._his)}")
                    self._his = []
                case _ if self._his and (deed := deed_of(event)):
                    self._his.append(deed)
                case "worker_placed" if self._has_turns:
                    placed = fact.worker_placed
                    self._done.append(f"places a {WORKERS[placed.worker]} worker on section {placed.section}")
                case "action_taken" if self._has_turns:
                    self._done.append(plain(fact.action_taken.action))
                case "turn_ended":
                    done, self._done = "; ".join(self._done), []
                    told.append(
                        f"round {self._round}, {player_of(self._players, fact.turn_ended.seat)}: {done or 'nothing'}"
                    )
        return told
