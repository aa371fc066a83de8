"""The practice game: one driver moves all seats in a fixed order, so that the seed decides the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from quarterdeck.bots import RandomBot
from quarterdeck.cli.drawing import points_of
from quarterdeck.cli.drawings import drawing_of
from quarterdeck.cli.scene import Chronicle
from quarterdeck.cli.wording import plain
from quarterdeck.client import Desk
from quarterdeck.v1.game_service_pb2 import GetScoreSheetResponse
from quarterdeck.v1.play_pb2 import Revision


@dataclass(frozen=True)
class Table:
    """What an onlooker wants to know after a move."""

    revision: Revision
    heading: str
    """Where the game is, as its title's chronicle says; empty if that says nothing."""
    deciding: tuple[str, ...]
    """Players who are waited for, each with the kind of decision."""
    told: tuple[str, ...]
    """What happened, in words."""
    chief: tuple[str, ...]
    """Lines with the chief of what happened since the last such lines."""


@dataclass
class PracticeGame:
    """A game of bots.  `desks` are one per seat, in seat order."""

    title: str
    players: Sequence[str]
    desks: Sequence[Desk]
    seed: str
    game_id: str = ""
    moves: int = 0
    _chronicle: Chronicle = field(init=False)
    _bots: list[RandomBot] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Nothing has happened yet."""
        self._chronicle = drawing_of(self.title).chronicle(self.players)

    def set_up(self) -> Table:
        """Create the game, seat the bots and start it."""
        self.game_id = self.desks[0].create_game(self.title, len(self.players), seed=self.seed)
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

    def scores(self) -> Mapping[str, int]:
        """The points of each player, as the seat itself sees them: some titles hide from others what they are made of.

        With them, those of an opponent whom nobody plays.
        """
        sheet = self.score_sheet()
        points = [one.points for one in sheet.standings] or [
            points_of(desk.score_sheet(self.game_id, seat=seat)).get(seat, 0) for seat, desk in enumerate(self.desks)
        ]
        scores = dict(zip(self.players, points, strict=True))
        return {**scores, **drawing_of(self.title).rivals(sheet.score_sheet)}

    def _told(self, revision: Revision) -> Table:
        chief = tuple(self._chronicle.hear(revision))
        return Table(
            revision=revision,
            heading=self._chronicle.heading,
            deciding=tuple(f"{self.players[one.seat]} ({plain(one.kind)})" for one in revision.open_decisions),
            told=tuple(event.words for event in revision.events),
            chief=chief,
        )
