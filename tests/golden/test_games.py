"""Recorded games still end as they ended."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.puerto_rico.terms import EndReason
from quarterdeck_rules.titles import TITLES
from tests.golden import games
from tests.golden.folding import differences
from tests.golden.record import wanted
from tests.property.solo import LEVELS, STRATEGIES

AGAIN = "if this change is meant: python -m tests.golden.record"

COOPER_ARRIVED = "event cooper_island.cooper_arrived.v1 "
SPACES = ("bottom", "aside", "top")

each_game = pytest.mark.parametrize("path", sorted(games.GAMES.glob("*.txt")), ids=lambda path: path.stem)


@each_game
def test_the_log_of_a_recorded_game_folds_to_its_fingerprints_and_scores(path: Path):
    recorded = games.read(path)
    title: Title[Any] = TITLES[recorded.title]
    box = games.kept_components(title, recorded.components)
    assert box.hash == recorded.components
    assert list(differences(recorded, title, box)) == [], AGAIN


@each_game
def test_the_moves_of_a_recorded_game_make_the_same_log_today(path: Path):
    recorded = games.read(path)
    lines = games.adjudicated(recorded, recorded.moves)
    for number, (now, then) in enumerate(zip(lines, recorded.lines, strict=False)):
        last = next((line for line in reversed(recorded.lines[: number + 1]) if line.startswith("move ")), "set-up")
        assert now == then, f"line {number} of {path.name}, after {last!r}; {AGAIN}"
    assert len(lines) == len(recorded.lines)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES.keys())
def test_games_are_recorded_for_every_seat_count_with_options_and_with_generous_components(title: Title[Any]):
    there = {path.stem for path in games.GAMES.glob(f"{title.name}-*.txt")}
    assert there == set(wanted(title)), AGAIN


@pytest.mark.parametrize(("strategy", "level"), list(product(STRATEGIES, LEVELS)))
def test_recorded_solo_games_have_every_strategy_with_every_level(strategy: str, level: str):
    paths = games.GAMES.glob("cooper_island-1-*.txt")
    arrived = f'"strategy":"{strategy}","level":"{level}"'
    assert any(arrived in line for path in paths for line in games.read(path).lines if COOPER_ARRIVED in line)


def test_a_recorded_solo_game_uses_every_space_of_the_clean_up_and_exchanges_an_islet():
    lines = games.read(games.GAMES / "cooper_island-1-islets.txt").lines
    assert all(any(moved.startswith(f"move_cooper_token {space} ") for moved in notations(lines)) for space in SPACES)
    assert "exchange_islet" in notations(lines)


def notations(lines: tuple[str, ...]) -> list[str]:
    return [line.split(" ", 3)[3] for line in lines if line.startswith("move ")]


@pytest.mark.parametrize("reason", EndReason)
def test_recorded_games_of_puerto_rico_end_for_each_reason(reason: EndReason):
    paths = games.GAMES.glob("puerto_rico-*.txt")
    announced = f'event puerto_rico.end_announced.v1 {{"type":"puerto_rico.end_announced.v1","reason":"{reason}"}}'
    assert any(announced in games.read(path).lines for path in paths)
