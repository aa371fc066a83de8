"""Commands that look at games: games, show, score, log, watch."""

from typing import Annotated

import typer

from quarterdeck.cli import drawing
from quarterdeck.cli.connection import Address, Game, Json, SeatOption, Token, TokenFile, connect
from quarterdeck.cli.output import console, print_json
from quarterdeck.client import DEFAULT_ADDRESS
from quarterdeck.v1.game_service_pb2 import (
    GAME_STATUS_ENDED,
    GAME_STATUS_UNSPECIFIED,
    GAME_STATUS_WAITING,
    GameStatus,
    ListGamesResponse,
)

RevisionOption = Annotated[int | None, typer.Option(min=1, help="The revision wanted, instead of the current one.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (list_games, show, score, log, watch):
        name = "games" if command is list_games else command.__name__
        app.command(name, rich_help_panel="Look")(command)


def list_games(
    title: Annotated[str, typer.Option(help="Only games of this title.")] = "",
    status: Annotated[str, typer.Option(help="Only games that are waiting, active or ended.")] = "",
    player: Annotated[str, typer.Option(help="Only games in which this player has a seat.")] = "",
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """List games in order of creation."""
    wanted = GAME_STATUS_UNSPECIFIED
    if status:
        try:
            wanted = GameStatus.Value(f"GAME_STATUS_{status.upper()}")
        except ValueError:
            raise typer.BadParameter("waiting, active or ended", param_hint="--status") from None
    with connect(address, token, token_file) as desk:
        found = list(desk.games(title, status=wanted, player=player))
    if as_json:
        print_json(ListGamesResponse(games=found))
    elif found:
        console().print(drawing.games(found))
    else:
        console().print("There are no such games.")


def show(
    game: Game,
    revision: RevisionOption = None,
    board: Annotated[
        list[int] | None, typer.Option(min=0, help="Draw the boards of these seats only; may be repeated.")
    ] = None,
    seat: SeatOption = None,
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Draw the table, now or as it was at a revision."""
    with connect(address, token, token_file) as desk:
        position = desk.position(game, revision, seat=seat)
        if as_json:
            print_json(position)
            return
        players = desk.game(game).summary.players
        points = {}
        if position.status != GAME_STATUS_WAITING:
            points = {one.seat: one.points for one in desk.score_sheet(game, position.revision).standings}
    if wrong := [one for one in board or () if one >= len(players)]:
        raise typer.BadParameter(f"the game has no seat {wrong[0]}", param_hint="--board")
    out = console()
    out.print(f"Game {game}, revision {position.revision}, {drawing.status_of(position.status)}")
    out.print(drawing.table(position, players, points, board or None))


def score(
    game: Game,
    revision: RevisionOption = None,
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Print the score sheet, also in mid-game: as if the game ended now."""
    with connect(address, token, token_file) as desk:
        found = desk.score_sheet(game, revision)
        if as_json:
            print_json(found)
            return
        players = desk.game(game).summary.players
    out = console()
    out.print(f"Score at revision {found.revision}, {'final' if found.final else 'as if the game ended now'}")
    out.print(drawing.sheet(found, players))


def log(
    game: Game,
    start: Annotated[int, typer.Option("--from", min=1, help="The first revision.")] = 1,
    end: Annotated[int, typer.Option("--to", min=0, help="The last revision; 0 is the current one.")] = 0,
    seat: SeatOption = None,
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Print what has happened, event by event; with --json one message a line."""
    with connect(address, token, token_file) as desk:
        last = desk.game(game).revision
        # What lies ahead is no mistake: it is not there yet.
        if start > last:
            return
        events = desk.events(game, start, min(end, last), seat=seat)
        if as_json:
            for event in events:
                print_json(event, indent=None)
            return
        out = console()
        for line in drawing.logged(events):
            out.print(line)


def watch(
    game: Game,
    start: Annotated[
        int | None, typer.Option("--from", min=1, help="The first revision; if not given, the next one.")
    ] = None,
    seat: SeatOption = None,
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Follow a game until it ends, in words; with --json one message a line."""
    out = console()
    with connect(address, token, token_file) as desk:
        now = desk.game(game)
        if start is None and now.summary.status == GAME_STATUS_ENDED:
            start = now.revision
        for revision in desk.watch(game, start or now.revision + 1, seat=seat):
            if as_json:
                print_json(revision, indent=None)
            else:
                out.print(*drawing.told(revision), sep="\n")
        ended = desk.game(game)
    if not as_json:
        out.print(*drawing.result(ended.result, ended.summary.players), sep="\n")
