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
    waiting = [one for one in desk.games(status=GAME_STATUS_WAITING) if "" in one.players]
    free = [one for one in waiting if not player or player not in one.players]
    if waiting and not free:
        raise typer.BadParameter(
            f"you have a seat already in every game that has a free one:\n{_listed(waiting)}\n"
            "`quarterdeck play` brings you to the table, a GAME and --seat take a second seat",
            param_hint="GAME",
        )
    return _only("has a free seat", free)


def for_bot(desk: Desk, player: str, game_id: str = "") -> str:
    """The game that is named, or the only open one in which this player, a bot, has a seat: it goes on there.  For who
    has none the only one with a free seat.
    """
    own = [] if game_id else _of_player(desk, player)
    return _only("of yours is open", own) if len(own) == 1 else with_free_seat(desk, player, game_id)


def _of_player(desk: Desk, player: str) -> list[GameSummary]:
    return _open(lambda status: desk.games(status=status, player=player)) if player else []


def _open(asked: Callable[..., Iterable[GameSummary]]) -> list[GameSummary]:
    # One more than are named is enough to say that there are more.
    return [one for status in _OPEN for one in islice(asked(status), _MOST_NAMED + 1)]


def _only(what: str, found: list[GameSummary]) -> str:
    if not found:
        raise typer.BadParameter(f"no game {what}: name one, or make one with `quarterdeck new`", param_hint="GAME")
    if len(found) > 1:
        raise typer.BadParameter(f"more than one game {what}, name one of them:\n{_listed(found)}", param_hint="GAME")
    [one] = found
    remark(f"Game {one.game_id}, {one.title}: {seated(one)}")
    return one.game_id


def _listed(found: list[GameSummary]) -> str:
    named = "\n".join(f"  {one.game_id}  {one.title}: {seated(one)}" for one in found[:_MOST_NAMED])
    return named + ("\n  …" if len(found) > _MOST_NAMED else "")
