"""The book: `quarterdeck export`, `seal-keys` and `checkpoint`."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from quarterdeck.cli.connection import Connection
from quarterdeck.cli.directing import Game
from quarterdeck.cli.expanding import expanded
from quarterdeck.client import audit

_PANEL = "Check"
_PRINTED = Path("-")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (export, seal_keys, checkpoint):
        app.command(command.__name__.replace("_", "-"), rich_help_panel=_PANEL)(expanded(command))


def export(
    connection: Connection,
    game: Game,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The file; if not given, GAME.qdgame.")] = None,
    revision: Annotated[int | None, typer.Option(min=1, help="The last revision it is to have.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The seat to look from, if you have several.")] = None,
    proof: Annotated[
        bool, typer.Option("--proof", help="End it with the proof that it is under a checkpoint of the service.")
    ] = False,
) -> None:
    """Write a game to a file that anybody can verify; what you may not see yet is closed in it.  `-o -` prints it."""
    with connection.desk() as desk:
        call = audit.export_game(game, revision, seat=seat, with_proof=proof)
        content = b"".join(piece.content for piece in desk.stream(call))
    _write(content, output if output is not None else Path(f"{game}.qdgame"))


def checkpoint(
    connection: Connection,
    since: Annotated[
        Path | None,
        typer.Option(help="An older checkpoint, or a game's file with a proof: it shows that it goes on from that."),
    ] = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file; if not given, it is printed.")] = _PRINTED,
) -> None:
    """Get what the service has signed last of all games that it has; keep it, and see later that nothing is changed."""
    size = _size_in(since) if since is not None else None
    with connection.desk() as desk:
        if size is None:
            found, shown = desk.send(audit.checkpoint()).checkpoint, {}
        else:
            proven = desk.send(audit.prove_consistency(size))
            found, shown = proven.checkpoint, {"since": size, "path": _hex(proven.path)}
    signed = {"size": found.size, "root": found.root.hex(), "time": found.time}
    line = {
        "line": "checkpoint",
        "signed": {"checkpoint": signed, "key": found.key, "signature": found.signature.hex()},
        **{name: value for name, value in shown.items() if value},
    }
    _write(f"{json.dumps(line, separators=(',', ':'))}\n".encode(), output)


def _size_in(file: Path) -> int:
    """The size of the checkpoint in the last line of a file."""
    try:
        size = json.loads(file.read_bytes().splitlines()[-1])["signed"]["checkpoint"]["size"]
    except OSError as error:
        raise typer.BadParameter(f"{file}: {error.strerror}", param_hint="--since") from None
    except (ValueError, LookupError, TypeError):
        raise typer.BadParameter(f"{file} holds no checkpoint", param_hint="--since") from None
    if not isinstance(size, int):
        raise typer.BadParameter(f"{file} holds no checkpoint", param_hint="--since")
    return size


def _hex(path: Iterable[bytes]) -> list[str]:
    return [node.hex() for node in path]


def _write(content: bytes, file: Path) -> None:
    if file == _PRINTED:
        sys.stdout.buffer.write(content)
        return
    file.write_bytes(content)
    sys.stdout.write(f"{file}\n")


def seal_keys(connection: Connection) -> None:
    """Print the public keys that this service seals games with, as `verify --key` takes them, the newest first."""
    with connection.desk() as desk:
        for key in desk.send(audit.seal_keys()).keys:
            sys.stdout.write(f"# {key.id}\n{key.pem}")
