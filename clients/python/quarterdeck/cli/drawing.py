"""Drawing what the API sends, whichever title it is of.  Pure: messages in, text out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from quarterdeck.cli import cooper_island
from quarterdeck.v1.game_service_pb2 import (
    GAME_STATUS_WAITING,
    GameStatus,
    GameSummary,
    GetPositionResponse,
    GetScoreSheetResponse,
    LoggedEvent,
)
from quarterdeck.v1.play_pb2 import Ended, OpenDecision, Revision


def table(
    response: GetPositionResponse,
    players: Sequence[str],
    points: Mapping[int, int],
    seats: Collection[int] | None = None,
) -> RenderableType:
    """The table with these seats (all if none are named), and whose decision it is or who has won."""
    title: str | None = response.position.WhichOneof("title")
    drawn: RenderableType
    match title:
        case "cooper_island":
            drawn = cooper_island.table(response.position.cooper_island, players, points, seats)
        case None:
            return Text("The game has not started.")
        case _:
            drawn = Text(f"There is no drawing of {title} here; --json has the position.")
    ended = result(response.result, players) if response.HasField("result") else ()
    return Group(drawn, "", *decisions(response.open_decisions, players), *ended)


def decisions(opened: Sequence[OpenDecision], players: Sequence[str]) -> Iterator[Text]:
    """A line for each seat that is waited for, with what it is asked if the viewer may know."""
    for one in sorted(opened, key=lambda one: (one.seat, one.decision_id)):
        asked = one.words or one.kind.replace("_", " ")
        yield Text.assemble((player_of(players, one.seat), "bold"), " decides: ", (asked, "bold" if one.words else ""))


def sheet(response: GetScoreSheetResponse, players: Sequence[str]) -> RenderableType:
    """The score sheet: every line with what it follows from."""
    if response.score_sheet.WhichOneof("title") == "cooper_island":
        return cooper_island.sheet(response.score_sheet.cooper_island, response.lines, players)
    return Group(*result(Ended(standings=response.standings), players))


def result(ended: Ended, players: Sequence[str]) -> Iterator[Text]:
    """A line for each seat, the best first."""
    for one in sorted(ended.standings, key=lambda one: (one.rank, one.seat)):
        yield Text(f"{one.rank}. {player_of(players, one.seat)}: {one.points} point{'s' * (one.points != 1)}")


def told(revision: Revision) -> Iterator[Text]:
    """What happened in a revision, a line for each event."""
    number = f"{revision.number:>5}  "
    for event in revision.events:
        yield Text.assemble((number, "dim"), event.words or event.kind.replace("_", " "))
        number = " " * len(number)


def logged(events: Iterable[LoggedEvent]) -> Iterator[Text]:
    """What the log has, a line for each event; revision and time stand before the first of a revision."""
    number = 0
    for one in events:
        head = ""
        if one.revision != number:
            number = one.revision
            head = f"{number:>5}  {one.receive_time.ToDatetime():%Y-%m-%d %H:%M:%S}"
        yield Text.assemble((f"{head:<26}  ", "dim"), one.event.words or one.event.kind.replace("_", " "))


def games(summaries: Sequence[GameSummary]) -> RenderableType:
    """Games, one a row."""
    grid = Table(box=None, pad_edge=False)
    for column in ("game", "title", "status", "players", "created"):
        grid.add_column(column, overflow="fold", no_wrap=column == "game")
    for one in summaries:
        seats = ", ".join(player or "(free)" for player in one.players)
        practice = ", practice" if one.practice else ""
        created = one.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M")
        grid.add_row(one.game_id, one.title, f"{status_of(one.status)}{practice}", seats, created)
    return grid


def status_of(status: GameStatus.ValueType) -> str:
    """Where a game stands, in a word."""
    return GameStatus.Name(status).removeprefix("GAME_STATUS_").lower()


def player_of(players: Sequence[str], seat: int) -> str:
    """The name of a seat's player, or its number."""
    return (players[seat] if seat < len(players) else "") or f"seat {seat}"


def is_full(summary: GameSummary) -> bool:
    """Whether all seats are taken and the game can be started."""
    return summary.status == GAME_STATUS_WAITING and all(summary.players)
