"""Which game a command is about, when the person does not say: the only one that it can be."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Annotated

import typer

from quarterdeck.cli.completion import games
from quarterdeck.cli.drawing import seated
from quarterdeck.cli.output import remark
from quarterdeck.client import Desk
from quarterdeck.v1.game_pb2 import (
    GAME_STATUS_ACTIVE,
    GAME_STATUS_ENDED,
    GAME_STATUS_WAITING,
    GameSummary,
)

Game = Annotated[
    str,
    typer.Argument(
        help="The game, as `new` and `games` name it; if not given, the only one that it can be.",
        metavar="GAME",
        envvar="QUARTERDECK_GAME",
        autocompletion=games,
        show_default=False,
    ),
]
_MOST_NAMED = 5
_OPEN = (GAME_STATUS_WAITING, GAME_STATUS_ACTIVE)


def own_open(desk: Desk, player: str, game_id: str = "") -> str:
    """The game that is named, or the only one of this player that has not ended."""
    return game_id or _only("of yours is open", _of_player(desk, player))


def own_or_open(desk: Desk, player: str, game_id: str = "") -> str:
    """The game that is named, or to look at: the only open one of this player, else the last that has ended; who plays
    none looks at the only open one there is.
    """
    if game_id:
        return game_id
    own = _of_player(desk, player)
    if not own and player:
        own = list(desk.games(status=GAME_STATUS_ENDED, player=player))[-1:]
    return _only("is open", own or _open(lambda status: desk.games(status=status)))


def with_free_seat(desk: Desk, player: str, game_id: str = "") -> str:
    """The game that is named, or the only one in which this player has no seat and can take one."""
    if game_id:
        return game_id
    waiting = desk.games(status=GAME_STATUS_WAITING)
    return _only("has a free seat", [one for one in waiting if "" in one.players and player not in one.players])


def _of_player(desk: Desk, player: str) -> list[GameSummary]:
    return _open(lambda status: desk.games(status=status, player=player)) if player else []


def _open(asked: Callable[..., Iterable[GameSummary]]) -> list[GameSummary]:
    # One more than are named is enough to say that there are more.
    return [one for status in _OPEN for one in islice(asked(status), _MOST_NAMED + 1)]


def _only(what: str, found: list[GameSummary]) -> str:
    if not found:
        raise typer.BadParameter(f"no game {what}: name one, or make one with `quarterdeck new`", param_hint="GAME")
    if len(found) > 1:
        named = "\n".join(f"  {one.game_id}  {one.title}: {seated(one)}" for one in found[:_MOST_NAMED])
        more = "\n  …" if len(found) > _MOST_NAMED else ""
        raise typer.BadParameter(f"more than one game {what}, name one of them:\n{named}{more}", param_hint="GAME")
    [one] = found
    remark(f"Game {one.game_id}, {one.title}: {seated(one)}")
    return one.game_id
