"""The conformance kit: what every property test of titles is made of.

A `Setting` is a way to play a title; a `Playout` is one random game of it, and says how to play it again if a test
finds a fault in it.  How many there are is a profile, `PLAYOUT_PROFILE`: check, test or soak; or so many games of
each setting as `PLAYOUTS` says.  `FIRST_PLAYOUT` is the number of the first: set it to a fault's.
"""

import os
import random
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Self

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.options import OptionError, describe, read_options
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.playouts import Step, new_game, play_out
from tests.profiles import PROFILE
from tests.property.generous import GENEROUS, components

FIRST = int(os.environ.get("FIRST_PLAYOUT", "0"))
PLAYOUTS = int(os.environ.get("PLAYOUTS", {"check": 1, "test": 2, "soak": 100}[PROFILE]))
"""How many games of each setting a test plays: in a soak, thousands in all."""


class Setting(Struct, frozen=True):
    """A way to play a title."""

    title: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    generous: bool = False

    def __str__(self) -> str:
        options = "".join(f",{name}={value}" for name, value in self.options)
        return f"{self.title},{self.seats}{options}{',generous' if self.generous else ''}"


BESIDE: Mapping[str, tuple[tuple[str, str], ...]] = {"puerto_rico": (("market", "random"),)}
"""By title, what its other options and its generous components are played beside: there they have most to do."""

WITH_SEATS = {("puerto_rico", "points_pool"): 5, ("puerto_rico", "library_two_seats"): 2}
"""Options, by title and name, that change nothing but with so many seats."""


def main_settings() -> Iterator[Setting]:
    """Every title and seat count, with printed and with generous components."""
    for title in TITLES.values():
        for seats in title.seat_counts:
            yield Setting(title.name, seats)
            if title.name in GENEROUS:
                yield Setting(title.name, seats, BESIDE.get(title.name, ()), generous=True)


def option_settings() -> Iterator[Setting]:
    """Every value of each option once (not their product), with one seat count after the other that takes it."""
    for title in TITLES.values():
        box = title.load_components(())
        values = [(option, value) for option in describe(title.options) for value in option.values]
        others = [(option.name, value) for option, value in values if value != option.default]
        for number, (name, value) in enumerate(others):
            named = WITH_SEATS.get((title.name, name))
            taking = [seats for seats in title.seat_counts if _is_taken(title, box, seats, name, value)]
            beside = tuple(one for one in BESIDE.get(title.name, ()) if one[0] != name)
            yield Setting(
                title.name,
                named or taking[number % len(taking)],
                (*beside, (name, value)),
                generous=title.name in GENEROUS,
            )


def _is_taken(title: Title[Any], box: ComponentSet[Any], seats: int, name: str, value: str) -> bool:
    try:
        title.begin(seats, read_options(title.options, ((name, value),)), box)
    except OptionError:
        return False
    return True


MAIN_SETTINGS = tuple(main_settings())
SETTINGS = (*MAIN_SETTINGS, *option_settings())
each_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)
each_main_setting = pytest.mark.parametrize("setting", MAIN_SETTINGS, ids=str)
each_title = pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())

_SETS: dict[tuple[str, bool], ComponentSet[Any]] = {}


def component_set(title: Title[Any], *, generous: bool) -> ComponentSet[Any]:
    """A title's component set, loaded once."""
    key = (title.name, generous)
    if key not in _SETS:
        _SETS[key] = components(title, generous=generous)
    return _SETS[key]


class Playout:
    """One random game.  As a context it tells of itself when a fault is found within."""

    def __init__(self, setting: Setting, number: int) -> None:
        self.setting = setting
        self.title: Title[Any] = TITLES[setting.title]
        self.notation = Notation(self.title.moves)
        self.components = component_set(self.title, generous=setting.generous)
        self.number = number
        self.seed = f"{setting}/{number}"
        self.dice = random.Random(f"{self.seed}/checks")
        """Chance of a test's own, so that what it samples is the same each time."""
        self.game, self.log = new_game(self.title, self.components, setting.seats, self.seed, setting.options)
        """The game as it stands, and its log."""
        self._moves: list[str] = []

    def steps(self) -> Iterator[tuple[Game[Any], Step]]:
        """Every command, with the game before it; `game` and `log` follow once it was looked at."""
        for step in self.play():
            self._moves.append(f"{step.seat}: {self.notation.write(step.move)}")
            yield self.game, step
            self.game = step.game
            self.log.extend(step.events)

    def play(self) -> Iterator[Step]:
        """The moves to the end of the game: random ones."""
        return play_out(self.title, self.game, self.seed, self.seed)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(fault, Exception):
            last = "\n  ".join(self._moves[-5:])
            test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
            fault.add_note(
                f"seed {self.seed!r}, {len(self._moves)} moves, the last:\n  {last}\n"
                f"again: PLAYOUTS=1 FIRST_PLAYOUT={self.number} pytest '{test}'"
            )


def playouts(setting: Setting, most: int = PLAYOUTS) -> Iterator[Playout]:
    """As many games of a setting as the profile says; `most` holds for tests that take long, and not in a soak."""
    number = PLAYOUTS if PROFILE == "soak" else min(most, PLAYOUTS)
    return (Playout(setting, FIRST + place) for place in range(number))
