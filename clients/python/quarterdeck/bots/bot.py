"""What every bot can do, and how one is had by its name."""

import importlib
import inspect
from collections.abc import Iterable, Mapping
from typing import Protocol, cast

import grpc

from quarterdeck.bots.greedy import GreedyBot
from quarterdeck.bots.moves import Moves
from quarterdeck.bots.random_bot import RandomBot
from quarterdeck.client import ArgumentInvalid
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse
from quarterdeck.v1.title_service_pb2 import Component


class Bot(Protocol):
    """A player that is a program: it is shown its legal moves and the position, and names one of the moves."""

    def choose(self, moves: Moves, position: GetPositionResponse, /) -> LegalMove:
        """The move to make, for the seat that the position is seen from; ValueError if there is none to choose from.

        It is one of those listed, or a legal move of the bot's own with the `decision_id` of an open decision.
        """


class BotClass(Protocol):
    """What makes bots: a class, called with what the bot's draws hang on and with the components of its game."""

    def __call__(self, seed: str, components: Iterable[Component], /) -> Bot:
        """A bot for one seat of one game; it plays alike with the same seed."""


BOTS: Mapping[str, BotClass] = {"greedy": GreedyBot, "random": RandomBot}
"""The bots of this package by name."""


class BotNameError(ValueError):
    """No bot can be had by that name; the message says why."""


class BotAnswerError(ArgumentInvalid):
    """A bot chose something that is no move, so nothing was sent; the message names the bot, and what it gave back."""

    def __init__(self, problem: str) -> None:
        super().__init__(grpc.StatusCode.INVALID_ARGUMENT, problem, "FIELD_INVALID", {"move": problem})


def bot_class(name: str) -> BotClass:
    """What makes the bots of a name: one of this package, or a class written `module:Class`; BotNameError."""
    if ":" not in name:
        if name not in BOTS:
            known = ", ".join(sorted(BOTS))
            raise BotNameError(f"there is no bot {name!r}; there are {known}, and your own as module:Class")
        return BOTS[name]
    module, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), attribute]):
        raise BotNameError(f"{name!r} is not written module:Class")
    try:
        found = getattr(importlib.import_module(module), attribute, None)
    except (ImportError, SyntaxError) as error:
        raise BotNameError(f"{name}: the module {module} cannot be imported: {error}") from error
    if found is None:
        raise BotNameError(f"{name}: the module {module} has no {attribute}")
    return _checked(name, found)


def _checked(name: str, found: object) -> BotClass:
    choose = getattr(found, "choose", None)
    if not isinstance(found, type) or not callable(choose):
        raise BotNameError(f"{name} is no bot: a bot is a class with a method `choose(self, moves, position)`")
    for called, given in ((found, ("seed", ())), (choose, (None, Moves(()), None))):
        try:
            inspect.signature(called).bind(*given)
        except TypeError as error:
            wanted = "seed and components" if called is found else "moves and position"
            raise BotNameError(f"{name} is no bot: it is to be called with {wanted}, but: {error}") from None
    return cast(BotClass, found)
