"""Commands that look at games: games, show, score, log, watch."""

from enum import StrEnum
from typing import Annotated

import typer

from quarterdeck.cli import choosing, completion, drawing
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.output import Json, Look, print_json
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.seating import SeatOption
from quarterdeck.v1.game_pb2 import (
    GAME_STATUS_ENDED,
    GAME_STATUS_UNSPECIFIED,
    GAME_STATUS_WAITING,
    GameStatus,
)
from quarterdeck.v1.game_service_pb2 import GetScoreSheetResponse, ListGamesResponse

RevisionOption = Annotated[int | None, typer.Option(min=1, help="The revision wanted, instead of the current one.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (list_games, show, score, log, watch):
        name = "games" if command is list_games else command.__name__
        app.command(name, rich_help_panel="Look")(expanded(command))


class Stage(StrEnum):
    """Where a game stands."""

    WAITING = "waiting"
    ACTIVE = "active"
    ENDED = "ended"


def list_games(
    look: Look,
    connection: Connection,
    title: Annotated[str, typer.Option(help="Only games of this title.", autocompletion=completion.titles)] = "",
    status: Annotated[Stage | None, typer.Option(help="Only games of this status.")] = None,
    player: Annotated[str, typer.Option(help="Only games in which this player has a seat.")] = "",
    as_json: Json = False,
) -> None:
    """List games in order of creation."""
    wanted = GameStatus.Value(f"GAME_STATUS_{status.name}") if status else GAME_STATUS_UNSPECIFIED
    with connection.desk() as desk:
        found = list(desk.games(title, status=wanted, player=player))
    if as_json:
        print_json(ListGamesResponse(games=found))
    elif found:
        out = look.console()
        out.print(drawing.games(found, out.width))
    else:
        look.console().print("There are no such games.")


def show(
    look: Look,
    connection: Connection,
    game: Game = "",
    revision: RevisionOption = None,
    board: Annotated[
        list[int] | None, typer.Option(min=0, help="Draw the boards of these seats only; may be repeated.")
    ] = None,
    seat: SeatOption = None,
    as_json: Json = False,
) -> None:
    """Draw the table, now or as it was at a revision."""
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        position = desk.position(game, revision, seat=seat)
        if as_json:
            print_json(position)
            return
        about = desk.game(game)
        title, players = about.summary.title, about.summary.players
        scored = GetScoreSheetResponse()
        if position.status != GAME_STATUS_WAITING:
            scored = desk.score_sheet(game, position.revision, seat=seat)
        components = list(desk.components(title, about.component_set))
    if wrong := [one for one in board or () if one >= len(players)]:
        raise typer.BadParameter(f"the game has no seat {wrong[0]}", param_hint="--board")
    out = look.console()
    out.print(f"Game {game}, revision {position.revision}, {drawing.status_of(position.status)}")
    if about.HasField("forked"):
        out.print(f"It goes on from game {about.forked.parent}, revision {about.forked.revision}.")
    options = {one.name: one.value for one in about.options}
    points = drawing.points_of(scored)
    scene = Scene(position, players, out.width, components, points, board or None, options, scored.score_sheet)
    out.print(drawing.table(title, scene))


def score(
    look: Look,
    connection: Connection,
    game: Game = "",
    revision: RevisionOption = None,
    seat: SeatOption = None,
    as_json: Json = False,
) -> None:
    """Print the score sheet, also in mid-game: as if the game ended now."""
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        found = desk.score_sheet(game, revision, seat=seat)
        if as_json:
            print_json(found)
            return
        about = desk.game(game).summary
    out = look.console()
    out.print(f"Score at revision {found.revision}, {'final' if found.final else 'as if the game ended now'}")
    out.print(drawing.sheet(about.title, found, about.players))


def log(
    look: Look,
    connection: Connection,
    game: Game = "",
    start: Annotated[int, typer.Option("--from", min=1, help="The first revision.")] = 1,
    end: Annotated[int, typer.Option("--to", min=0, help="The last revision; 0 is the current one.")] = 0,
    seat: SeatOption = None,
    as_json: Json = False,
) -> None:
    """Print what has happened, event by event; with --json one message a line."""
    if 0 < end < start:
        raise typer.BadParameter(f"{start} comes after --to {end}", param_hint="--from")
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        about = desk.game(game)
        last = about.revision
        # What lies ahead is no mistake: it is not there yet.
        if start > last:
            return
        title = about.summary.title
        events = desk.events(game, start, min(end, last), seat=seat)
        if as_json:
            for event in events:
                print_json(event, indent=None)
            return
        out = look.console()
        for line in drawing.logged(title, events):
            out.print(line)


def watch(
    look: Look,
    connection: Connection,
    game: Game = "",
    start: Annotated[
        int | None, typer.Option("--from", min=1, help="The first revision; if not given, the next one.")
    ] = None,
    seat: SeatOption = None,
    as_json: Json = False,
) -> None:
    """Follow a game until it ends, in words; with --json one message a line."""
    out = look.console()
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        now = desk.game(game)
        if start is None and now.summary.status == GAME_STATUS_ENDED:
            start = now.revision
        for revision in desk.watch(game, start or now.revision + 1, seat=seat):
            if as_json:
                print_json(revision, indent=None)
            else:
                out.print(*drawing.told(now.summary.title, revision), sep="\n")
        ended = desk.game(game)
        others = drawing.unseated(ended.summary.title, desk.score_sheet(game, seat=seat))
    if not as_json:
        out.print(*drawing.result(ended.result, ended.summary.players), *others, sep="\n")
