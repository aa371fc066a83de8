"""The practice game: one driver moves all seats in a fixed order, so that the seed decides the game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from quarterdeck.bots import RandomBot
from quarterdeck.client import Desk
from quarterdeck.v1.game_service_pb2 import GetScoreSheetResponse
from quarterdeck.v1.play_pb2 import Revision

TITLE = "cooper_island"


@dataclass(frozen=True)
class Table:
    """What an onlooker wants to know after a move."""

    revision: Revision
    round: int
    phase: str
    deciding: tuple[str, ...]
    """Players who are waited for, each with the kind of decision."""
    told: tuple[str, ...]
    """What happened, in words."""
    done: tuple[str, ...]
    """The chief of it: which worker went where, and which actions were performed."""
    turn_of: str
    """Whose turn has just ended, if one has."""


@dataclass
class PracticeGame:
    """A game of bots.  `desks` are one per seat, in seat order."""

    players: Sequence[str]
    desks: Sequence[Desk]
    seed: str
    game_id: str = ""
    moves: int = 0
    _round: int = 0
    _phase: str = ""
    _bots: list[RandomBot] = field(default_factory=list)

    def set_up(self) -> Table:
        """Create the game, seat the bots and start it."""
        self.game_id = self.desks[0].create_game(TITLE, len(self.players), seed=self.seed)
        self._bots = [RandomBot(f"{self.seed}/{seat}") for seat in range(len(self.players))]
        for seat, desk in enumerate(self.desks):
            desk.join_game(self.game_id, seat)
        return self._told(self.desks[0].start_game(self.game_id))

    def play(self, table: Table) -> Iterator[Table]:
        """Move after move until the game has ended."""
        while table.revision.open_decisions:
            opened = min(table.revision.open_decisions, key=lambda one: (one.seat, one.decision_id))
            desk = self.desks[opened.seat]
            legal = (move for move in desk.legal_moves(self.game_id) if move.decision_id == opened.decision_id)
            move = self._bots[opened.seat].choose(legal).move
            table = self._told(desk.submit(self.game_id, opened.decision_id, move.notation))
            self.moves += 1
            yield table

    def score_sheet(self) -> GetScoreSheetResponse:
        """The score as it stands."""
        return self.desks[0].score_sheet(self.game_id)

    def _told(self, revision: Revision) -> Table:
        turn_of, done = "", []
        for event in revision.events:
            fact = event.cooper_island
            match event.kind:
                case "round_began":
                    self._round = fact.round_began.round
                case "phase_began":
                    self._phase = event.words.removesuffix(" begins")
                case "worker_placed" | "action_taken":
                    done.append(event.words.split(" ", 1)[1])
                case "turn_ended":
                    turn_of = self.players[fact.turn_ended.seat]
        return Table(
            revision=revision,
            round=self._round,
            phase=self._phase,
            deciding=tuple(
                f"{self.players[one.seat]} ({one.kind.replace('_', ' ')})" for one in revision.open_decisions
            ),
            told=tuple(event.words for event in revision.events),
            done=tuple(done) if self._phase == "the worker phase" else (),
            turn_of=turn_of,
        )
