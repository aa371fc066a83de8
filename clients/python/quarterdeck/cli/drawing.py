"""Drawing what the API sends, whichever title it is of.  Pure: messages in, text out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli.drawings import drawing_of
from quarterdeck.cli.layout import WIDEST
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import named, plain, player_of, plural, style_of
from quarterdeck.v1.game_pb2 import GAME_STATUS_WAITING, GameStatus, GameSummary, LoggedEvent, ScoreLine
from quarterdeck.v1.game_service_pb2 import GetScoreSheetResponse
from quarterdeck.v1.play_pb2 import Ended, OpenDecision, Revision, Standing


def table(title: str, scene: Scene) -> RenderableType:
    """The table of a game of a title, and whose decision it is or who has won."""
    response = scene.response
    if response.status == GAME_STATUS_WAITING:
        return Text("The game has not started.")
    ended = tuple(result(response.result, scene.players)) if response.HasField("result") else ()
    asked = decisions(response.open_decisions, scene.players)
    others = drawing_of(title).others(scene.score, True) if ended else ()
    return Group(*drawing_of(title).table(scene), "", *asked, *ended, *others)


def decisions(opened: Sequence[OpenDecision], players: Sequence[str]) -> Iterator[Text]:
    """A line for each seat that is waited for: what it is asked, as far as the viewer may know, and by which rule.

    What the viewer himself is asked stands out.
    """
    for one in sorted(opened, key=lambda one: (one.seat, one.decision_id)):
        asked = one.words or plain(one.kind)
        style = "bold" if one.HasField("decision") else ""
        rule = (f"  [rule {one.rule}]", "dim") if one.rule else ""
        yield Text.assemble((player_of(players, one.seat), "bold"), " decides: ", (asked, style), rule)


def sheet(title: str, response: GetScoreSheetResponse, players: Sequence[str]) -> RenderableType:
    """The score sheet: every line with what it follows from; the best seat first, or in seat order where something is
    hidden from the viewer and nobody can be ranked.
    """
    points = points_of(response)
    heads = {one.seat: _standing(one, players) for one in _ranked(response.standings)} or {
        seat: f"{named(players, seat)}: {plural(points.get(seat, 0), 'point')}" for seat in range(len(players))
    }
    parts: list[RenderableType] = []
    for seat, head in heads.items():
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", width=6)
        for line in response.lines:
            if line.seat == seat:
                grid.add_row(str(line.points), _reason(line))
        if tie_break := drawing_of(title).tie_break(response.score_sheet, seat):
            grid.add_row("", Text(f"tie-break: {tie_break}", "dim"))
        parts += [Text(head, style_of(seat)), grid]
    return Group(*parts, *unseated(title, response))


def unseated(title: str, response: GetScoreSheetResponse) -> Sequence[RenderableType]:
    """What the score sheet says of those who have points and no seat; in most games there is nobody like that."""
    return drawing_of(title).others(response.score_sheet, response.final)


def points_of(response: GetScoreSheetResponse) -> Mapping[int, int]:
    """The points of each seat; where some are hidden from the viewer, those of the lines that are not."""
    if response.standings:
        return {one.seat: one.points for one in response.standings}
    points: Counter[int] = Counter()
    for line in response.lines:
        points[line.seat] += line.points
    return points


def _reason(line: ScoreLine) -> str:
    return line.words or plain(line.code)


def result(ended: Ended, players: Sequence[str]) -> Iterator[Text]:
    """A line for each seat, the best first."""
    for one in _ranked(ended.standings):
        yield Text(_standing(one, players))


def _ranked(standings: Iterable[Standing]) -> list[Standing]:
    return sorted(standings, key=lambda one: (one.rank, one.seat))


def _standing(one: Standing, players: Sequence[str]) -> str:
    return f"{one.rank}. {player_of(players, one.seat)}: {plural(one.points, 'point')}"


def told(title: str, revision: Revision) -> Iterator[RenderableType]:
    """What happened in a revision of a game of a title, an entry for each thing that is told."""
    yield from _entries(f"{revision.number:>5}", drawing_of(title).in_words(revision.events))


def logged(title: str, events: Iterable[LoggedEvent]) -> Iterator[RenderableType]:
    """What the log has; revision and time stand before the first entry of a revision."""
    for number, group in groupby(events, lambda one: one.revision):
        first, *others = group
        head = f"{number:>5}  {first.receive_time.ToDatetime():%Y-%m-%d %H:%M:%S}"
        words = drawing_of(title).in_words([one.event for one in (first, *others)])
        yield from _entries(f"{head:<26}", words)


def _entries(head: str, words: Sequence[str]) -> Iterator[Table]:
    for one in words:
        yield _entry(head, one)
        head = " " * len(head)


def _entry(head: str, words: str) -> Table:
    """Words that go on behind the head, and not below it, where a line does not hold them."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_row(Text(head, "dim"), Text(words))
    return grid


def games(summaries: Sequence[GameSummary], width: int) -> RenderableType:
    """Games, one a row; where a row has no room, one in two lines."""
    if width < WIDEST:
        return Group(*(line for one in summaries for line in _in_two_lines(one)))
    grid = Table(box=None, pad_edge=False)
    for column in ("game", "title", "status", "players", "created"):
        grid.add_column(column, overflow="fold", no_wrap=column == "game")
    for one in summaries:
        grid.add_row(one.game_id, one.title, _status(one), seated(one), _created(one))
    return grid


def _in_two_lines(one: GameSummary) -> Iterator[Text]:
    yield Text.assemble((one.game_id, "bold"), f"  {_status(one)}")
    yield Text(f"    {one.title}  {seated(one)}  {_created(one)}")


def _status(one: GameSummary) -> str:
    return f"{status_of(one.status)}{', practice' if one.practice else ''}"


def _created(one: GameSummary) -> str:
    return one.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M")


def seated(summary: GameSummary) -> str:
    """The players of a game, in seat order."""
    return ", ".join(player or "(free)" for player in summary.players)


def status_of(status: GameStatus.ValueType) -> str:
    """Where a game stands, in a word."""
    return GameStatus.Name(status).removeprefix("GAME_STATUS_").lower()


def is_full(summary: GameSummary) -> bool:
    """Whether all seats are taken and the game can be started."""
    return summary.status == GAME_STATUS_WAITING and all(summary.players)
