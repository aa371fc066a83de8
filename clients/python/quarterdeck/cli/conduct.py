"""Commands beside one's moves: conduct, undo, redo, agreements, leaving, sharing one's view, the house bot, applied."""

import sys
from typing import Annotated

import typer

from quarterdeck.cli import choosing
from quarterdeck.cli.choosing import Game
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.output import Json, print_json
from quarterdeck.cli.reads import RevisionOption
from quarterdeck.cli.seating import SeatOption
from quarterdeck.cli.standing import conduct_lines
from quarterdeck.client import Desk, referee
from quarterdeck.v1.play_pb2 import Revision

To = Annotated[
    int | None, typer.Option("--to", min=1, help="The revision to go back to; if not given, the nearest that may be.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    agreements = (abandon, agree, decline, withdraw)
    for command in (conduct, undo, redo, *agreements, resign, share_view, unshare_view, house_bot, applied):
        name = command.__name__.replace("_", "-")
        app.command(name, rich_help_panel="Beside the moves")(expanded(command))


def conduct(connection: Connection, game: Game = "", revision: RevisionOption = None, as_json: Json = False) -> None:
    """Show terms, clocks, what is proposed and who has left."""
    with connection.desk() as desk:
        game = choosing.own_or_open(desk, connection.player, game)
        found = desk.send(referee.conduct(game, revision))
        if as_json:
            print_json(found)
            return
        players = desk.game(game).summary.players
    sys.stdout.write("".join(f"{line}\n" for line in conduct_lines(found.conduct, players)))


def undo(connection: Connection, game: Game = "", to: To = None, seat: SeatOption = None) -> None:
    """Take your last move back, or propose it to the others, as the terms of the game say."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        if to is None:
            may = desk.send(referee.may_undo(game, seat=seat))
            if not may.targets:
                sys.stderr.write(f"quarterdeck: {may.obstacle.words}\n")
                raise typer.Exit(1)
            to = may.targets[0]
        _tell(desk.send(referee.undo(game, to, seat=seat)).revision)


def redo(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Have the moves count again that were taken back last."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        _tell(desk.send(referee.redo(game, seat=seat)).revision)


def abandon(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Propose to end the game without a result."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        _tell(desk.send(referee.propose_abandoning(game, seat=seat)).revision)


def agree(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Agree to what is proposed."""
    _answer(connection, game, seat, agrees=True)


def decline(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Decline what is proposed."""
    _answer(connection, game, seat, agrees=False)


def withdraw(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Take back what you have proposed."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        _tell(desk.send(referee.withdraw(game, _proposal(desk, game), seat=seat)).revision)


def resign(
    connection: Connection,
    game: Game = "",
    seat: SeatOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask whether you mean it.")] = False,
) -> None:
    """Leave the game: default moves are made for your seat, and it ranks below those who stay."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        if not yes:
            typer.confirm(f"Leave game {game} for good?", abort=True, err=True)
        _tell(desk.send(referee.resign(game, seat=seat)).revision)


def share_view(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """Let those who hold no seat look from yours, until you take that back or the seat passes to somebody else."""
    _share(connection, game, seat, shared=True)


def unshare_view(connection: Connection, game: Game = "", seat: SeatOption = None) -> None:
    """No longer let others look from your seat; who does is stopped at once."""
    _share(connection, game, seat, shared=False)


def house_bot(
    connection: Connection,
    game: Game = "",
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="The seat; if not given, the next free one.")
    ] = None,
) -> None:
    """Have the service's own bot take an open seat of a game that you have created."""
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        if seat is None:
            players = list(desk.game(game).summary.players)
            if "" not in players:
                raise typer.BadParameter("no seat of the game is free", param_hint="--seat")
            seat = players.index("")
        _tell(desk.send(referee.seat_house_bot(game, seat)).revision)


def applied(
    connection: Connection,
    request_id: Annotated[str, typer.Argument(help="The request, by the id that it was sent under.")],
    as_json: Json = False,
) -> None:
    """Say whether a request of yours was applied; the exit code is 1 if it was not."""
    with connection.desk() as desk:
        found = desk.send(referee.find_request(request_id))
    if as_json:
        print_json(found)
    elif found.is_applied:
        sys.stdout.write(f"applied in revision {found.revision} of game {found.game_id}\n")
    else:
        sys.stdout.write("not applied; sent again unchanged, it is applied once\n")
    if not found.is_applied:
        raise typer.Exit(1)


def _share(connection: Connection, game: str, seat: int | None, *, shared: bool) -> None:
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        _tell(desk.send(referee.share_view(game, shared, seat=seat)).revision)


def _answer(connection: Connection, game: str, seat: int | None, *, agrees: bool) -> None:
    with connection.desk() as desk:
        game = choosing.own_open(desk, connection.player, game)
        _tell(desk.send(referee.answer(game, _proposal(desk, game), agrees, seat=seat)).revision)


def _proposal(desk: Desk, game: str) -> int:
    found = desk.send(referee.conduct(game)).conduct
    if not found.HasField("proposal"):
        sys.stderr.write("quarterdeck: nothing is proposed\n")
        raise typer.Exit(1)
    return found.proposal.revision


def _tell(revision: Revision) -> None:
    sys.stdout.write("".join(f"{event.words}\n" for event in revision.events))
