"""Games of the greedy bot: alone it goes where random moves hardly ever go, and against random bots it wins."""

from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from msgspec import Struct

from quarterdeck import bots
from quarterdeck.bots import GreedyBot, RandomBot
from quarterdeck.bots.greedy.valuations import VALUATIONS
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, Status, fold
from quarterdeck_rules.titles import TITLES
from tests.property.bot_playouts import BotPlayout
from tests.property.invariants import INVARIANTS
from tests.property.kit import FIRST, PROFILE, SETTINGS, Setting

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
}
"""By title and profile.  Few games tell less, so less is claimed of them."""

PAGE = Path(bots.__file__).with_name("README.md")


def settings() -> list[Setting]:
    return [one for one in SETTINGS if one.title in VALUATIONS and not one.options]


def test_every_title_that_the_greedy_bot_plays_is_offered_and_has_a_claim():
    assert set(CLAIMS) == set(VALUATIONS) <= set(TITLES)


def test_the_page_on_bots_claims_what_is_asserted_and_says_by_what():
    said = " ".join(PAGE.read_text(encoding="utf-8").split())
    long, usual = CLAIMS["cooper_island"]["soak"], CLAIMS["cooper_island"]["test"]
    assert (
        f"In {long.games} games with four seats, against three random bots, it is first in at least {long.wins}, "
        f"with {long.least_mean:g} to {long.most_mean:g} points in the mean. `make soak`"
    ) in said
    assert (
        f"`make test`, which CI runs, plays {usual.games} such games and asserts {usual.wins} first ranks and a mean "
        f"of {usual.least_mean:g} to {usual.most_mean:g}."
    ) in said


@pytest.mark.parametrize(("setting", "number"), list(product(settings(), range(FIRST, FIRST + GAMES_ALONE))), ids=str)
def test_the_greedy_bot_alone_plays_games_that_hold_together(setting: Setting, number: int):
    playout = BotPlayout(setting, number, [GreedyBot] * setting.seats)
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


@pytest.mark.parametrize("title", VALUATIONS)
def test_the_greedy_bot_is_first_and_scores_as_is_said_of_it_against_random_bots(title: str):
    claim, seats = CLAIMS[title][PROFILE], max(TITLES[title].seat_counts)
    points, wins = [], 0
    for number in range(FIRST, FIRST + claim.games):
        own = number % seats
        playout = BotPlayout(
            Setting(title, seats), number, [GreedyBot if seat == own else RandomBot for seat in range(seats)]
        )
        with playout:
            for _ in playout.steps():
                pass
            result = playout.game.standings[own]
            points.append(result.points)
            wins += result.rank == 1
    assert wins >= claim.wins, f"{wins} of {claim.games}"
    assert claim.least_mean <= mean(points) <= claim.most_mean, points


@pytest.mark.parametrize("title", TITLES)
def test_the_random_bot_plays_every_title_to_its_end(title: str):
    seats = min(TITLES[title].seat_counts)
    with BotPlayout(Setting(title, seats), FIRST, [RandomBot] * seats) as playout:
        assert isinstance(playout, BotPlayout)
        for _ in playout.steps():
            pass
        assert playout.game.status is Status.ENDED


def test_the_seeds_of_bots_and_game_decide_a_game():
    setting = settings()[0]
    logs = []
    for _ in range(2):
        playout = BotPlayout(setting, FIRST, [GreedyBot] * setting.seats)
        for _ in playout.steps():
            pass
        logs.append(playout.log)
    assert logs[0] == logs[1]
