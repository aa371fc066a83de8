"""What is drawn of a revision of a game that was played: the table after it, as live, and what happened in it."""

from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from quarterdeck.cli import drawing
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.standing import moment
from quarterdeck.cli.wording import named
from quarterdeck.client import Desk
from quarterdeck.v1.game_pb2 import GAME_STATUS_WAITING
from quarterdeck.v1.game_service_pb2 import GetPositionResponse, GetScoreSheetResponse
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision
from quarterdeck.v1.title_service_pb2 import Component


class Show:
    """Draws revisions of one game, for a terminal as for a pipe."""

    def __init__(self, desk: Desk, game_id: str, console: Console, end: int = 0) -> None:
        """`end` is the last revision to show; 0 is the last one that there is."""
        about = desk.game(game_id)
        self.desk, self.game_id, self.console = desk, game_id, console
        self.title = about.summary.title
        self.last = end or about.revision
        self._options = {one.name: one.value for one in about.options}
        self._components: Sequence[Component] = list(desk.components(self.title, about.component_set))

    def draw(self, replayed: ReplayedRevision, position: GetPositionResponse, seat: int | None) -> Scene:
        """Draw a revision as it is seen from a seat; what its table was drawn from."""
        score = self.score(position, seat)
        scene = Scene(
            response=position,
            players=position.players,
            width=self.console.width,
            components=self._components,
            points=drawing.points_of(score),
            options=self._options,
            score=score.score_sheet,
        )
        self._print(*self._heading(replayed, position), "", drawing.table(self.title, scene), "")
        self._print(*drawing.told(self.title, replayed.revision))
        return scene

    def score(self, position: GetPositionResponse, seat: int | None) -> GetScoreSheetResponse:
        """The score as it stood; nothing before the start."""
        if position.status == GAME_STATUS_WAITING:
            return GetScoreSheetResponse()
        return self.desk.score_sheet(self.game_id, position.revision, seat=seat)

    def _heading(self, replayed: ReplayedRevision, position: GetPositionResponse) -> Sequence[Text]:
        number, base = replayed.revision.number, replayed.base
        sees = named(position.players, position.viewer_seat) if position.HasField("viewer_seat") else "a spectator"
        lines = [
            Text(f"Game {self.game_id}, revision {number} of {self.last}", "bold"),
            Text(f"{moment(replayed.receive_time)}, as {sees} sees it", "dim"),
        ]
        if base != number - 1:
            lines.append(Text(f"The game goes on from revision {base}."))
        if not replayed.counts:
            lines.append(Text("This was taken back later.", "bold"))
        return lines

    def _print(self, *shown: RenderableType) -> None:
        for one in shown:
            self.console.print(one)
