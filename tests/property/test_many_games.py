"""Random games by the thousand: each comes to a result, and what the title conserves is conserved all the way.

Other tests look at a few games from every side; this one looks at many, since some faults need an odd position.
"""

import pytest

from quarterdeck_rules.engine.game import Ended, Status
from tests.profiles import PROFILE
from tests.property.invariants import INVARIANTS
from tests.property.kit import FIRST, MAIN_SETTINGS, Playout, Setting

GAMES, PARTS = {"check": (2, 1), "test": (4, 1), "soak": (2_000, 20)}[PROFILE]
"""Games of each seat count with printed and again with generous components, and the tests they are shared out to."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("setting", MAIN_SETTINGS, ids=str)
def test_random_games_by_the_thousand_come_to_a_result_and_lose_nothing(setting: Setting, part: int):
    check = INVARIANTS[setting.title]
    for number in range(FIRST + part, FIRST + GAMES, PARTS):
        playout = Playout(setting, number)
        with playout:
            for _, step in playout.steps():
                check(step.game)
            assert playout.game.status is Status.ENDED
            assert isinstance(playout.log[-2], Ended)
