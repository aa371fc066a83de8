"""Games of the greedy bot: alone it goes where random moves hardly ever go, and against random bots it wins."""

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from msgspec import Struct

from quarterdeck import bots
from quarterdeck.bots import BotClass, GreedyBot, RandomBot
from quarterdeck.bots.greedy.valuations import VALUATIONS
from quarterdeck_rules.cooper_island.scoring import ScoreSheet
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, Status, fold
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.reads import MOST_MOVES
from tests.profiles import PROFILE
from tests.property.bot_playouts import BotPlayout
from tests.property.invariants import INVARIANTS
from tests.property.kit import FIRST, MAIN_SETTINGS, Setting

CLAIMED_SEATS = 4
GAMES_ALONE = {"check": 1, "test": 1, "soak": 50}[PROFILE]
"""How many games of each setting the greedy bot plays against itself."""


class Claim(Struct, frozen=True):
    """What the greedy bot does against random ones: in so many games it is first so often, with such a mean."""

    games: int
    wins: int
    least_mean: float
    most_mean: float


CLAIMS = {
    "cooper_island": {"check": Claim(4, 3, 9, 21), "test": Claim(8, 7, 9, 21), "soak": Claim(100, 90, 12, 18)},
    "puerto_rico": {"check": Claim(4, 3, 35, 80), "test": Claim(8, 7, 40, 75), "soak": Claim(100, 90, 48, 66)},
}
"""By title and profile.  Few games tell less, so less is claimed of them."""


class SoloClaim(Struct, frozen=True):
    """What the greedy bot does in so many solo games of each of these levels, the easier first.

    Its mean points lie in a range, and its mean margin over Cooper falls from level to level.
    """

    games: int
    levels: tuple[int, ...]
    least_mean: float
    most_mean: float


SOLO = {
    "check": SoloClaim(4, (1, 4), 14, 30),
    "test": SoloClaim(8, (1, 4), 16, 28),
    "soak": SoloClaim(200, (1, 2, 3, 4), 20, 24),
}[PROFILE]

PAGE = Path(bots.__file__).with_name("README.md")

MARKETS = {"puerto_rico": (("market", "drafted"),)}
"""Options, by title, with which the greedy bot has other things to choose from: it is as good with them."""

LISTED = {"puerto_rico": 200}
"""So many moves are listed, by title: where there are more, a bot may make one of its own."""


def settings() -> list[Setting]:
    return [one for one in MAIN_SETTINGS if one.title in VALUATIONS] + [
        Setting(title, seats, options) for title, options in MARKETS.items() for seats in TITLES[title].seat_counts
    ]


def claimed() -> list[Setting]:
    """What is claimed is claimed of four seats, with each market."""
    return [
        Setting(title, CLAIMED_SEATS, options)
        for title in VALUATIONS
        for options in ((), *((MARKETS[title],) if title in MARKETS else ()))
    ]


def played(setting: Setting, number: int, classes: Sequence[BotClass]) -> BotPlayout:
    """A game of such bots, its lists cut where a title has long ones."""
    return BotPlayout(setting, number, classes, LISTED.get(setting.title, MOST_MOVES))


def test_every_title_that_the_greedy_bot_plays_is_offered_and_has_a_claim():
    assert set(CLAIMS) == set(VALUATIONS) <= set(TITLES)


def test_the_page_on_bots_claims_what_is_asserted_and_says_by_what():
    said = " ".join(PAGE.read_text(encoding="utf-8").split())
    claims = {title: (CLAIMS[title]["soak"], CLAIMS[title]["test"]) for title in ("cooper_island", "puerto_rico")}
    (long, usual), (other, less) = claims.values()
    assert (
        f"In {long.games} games with four seats, against three random bots, it is first in at least {long.wins}, "
        f"with {long.least_mean:g} to {long.most_mean:g} points in the mean in Cooper Island and {other.least_mean:g} "
        f"to {other.most_mean:g} in Puerto Rico. `make soak`"
    ) in said
    assert (
        f"`make test`, which CI runs, plays {usual.games} such games and asserts {usual.wins} first ranks and a mean "
        f"of {usual.least_mean:g} to {usual.most_mean:g} in Cooper Island and of {less.least_mean:g} to "
        f"{less.most_mean:g} in Puerto Rico."
    ) in said


@pytest.mark.parametrize(("setting", "number"), list(product(settings(), range(FIRST, FIRST + GAMES_ALONE))), ids=str)
def test_the_greedy_bot_alone_plays_games_that_hold_together(setting: Setting, number: int):
    playout = played(setting, number, [GreedyBot] * setting.seats)
    check = INVARIANTS[setting.title]
    with playout:
        check(playout.game)
        for _, step in playout.steps():
            check(step.game)
        assert playout.game.status is Status.ENDED
        assert fingerprint(read_again(playout)) == fingerprint(playout.game)


def read_again(playout: BotPlayout) -> Game[Any]:
    codec = Codec(playout.title)
    box = playout.title.restore_components(playout.components.canonical)
    return fold(playout.title, box, [codec.decode(*codec.encode(event)) for event in playout.log])


@pytest.mark.parametrize("setting", claimed(), ids=str)
def test_the_greedy_bot_is_first_and_scores_as_is_said_of_it_against_random_bots(setting: Setting):
    claim, seats = CLAIMS[setting.title][PROFILE], setting.seats
    points, wins = [], 0
    for number in range(FIRST, FIRST + claim.games):
        own = number % seats
        playout = played(setting, number, [GreedyBot if seat == own else RandomBot for seat in range(seats)])
        with playout:
            for _ in playout.steps():
                pass
            result = playout.game.standings[own]
            points.append(result.points)
            wins += result.rank == 1
    assert wins >= claim.wins, f"{wins} of {claim.games}"
    assert claim.least_mean <= mean(points) <= claim.most_mean, points


def test_the_margin_of_the_greedy_bot_over_cooper_falls_from_level_to_level():
    points: list[int] = []
    margins: list[float] = []
    for level in SOLO.levels:
        scores = list(solo_scores(level))
        points.extend(own for own, _ in scores)
        margins.append(mean(own - coopers for own, coopers in scores))
    assert margins == sorted(margins, reverse=True)
    assert len(set(margins)) == len(SOLO.levels), margins
    assert SOLO.least_mean <= mean(points) <= SOLO.most_mean, points


def solo_scores(level: int) -> Iterator[tuple[int, int]]:
    """The bot's points and Cooper's, by any of his strategies."""
    setting = Setting("cooper_island", 1, (("level", f"level_{level}"), ("strategy", "drawn")))
    for number in range(FIRST, FIRST + SOLO.games):
        with played(setting, number, [GreedyBot]) as playout:
            for _ in playout.steps():
                pass
            sheet = playout.title.score_sheet(playout.game.state, None)
            assert isinstance(sheet, ScoreSheet)
            assert sheet.cooper is not None
            yield sheet.scores[0].total, sheet.cooper.total


@pytest.mark.parametrize("setting", [one for one in settings() if one.title in LISTED], ids=str)
def test_what_the_greedy_bot_makes_of_its_own_is_legal_wherever_lists_are_cut(setting: Setting):
    with BotPlayout(setting, FIRST, [GreedyBot] * setting.seats, most_listed=2) as playout:
        for _ in playout.steps():
            pass
        assert playout.game.status is Status.ENDED
    assert playout.own_answers


@pytest.mark.parametrize("title", TITLES)
def test_the_random_bot_plays_every_title_to_its_end(title: str):
    seats = min(TITLES[title].seat_counts)
    with played(Setting(title, seats), FIRST, [RandomBot] * seats) as playout:
        assert isinstance(playout, BotPlayout)
        for _ in playout.steps():
            pass
        assert playout.game.status is Status.ENDED


@pytest.mark.parametrize("title", VALUATIONS)
def test_the_seeds_of_bots_and_game_decide_a_game(title: str):
    setting = Setting(title, min(TITLES[title].seat_counts))
    logs = []
    for _ in range(2):
        playout = played(setting, FIRST, [GreedyBot] * setting.seats)
        for _ in playout.steps():
            pass
        logs.append(playout.log)
    assert logs[0] == logs[1]
