"""When a colonist that is given away leaves: what he still serves, and whether the university may bring him back."""

import pytest

from quarterdeck_rules.puerto_rico.builder import ChooseBuilding
from quarterdeck_rules.puerto_rico.events import BuildingBought, ColonistGiven, ColonistSettled
from quarterdeck_rules.puerto_rico.moves import Build
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.terms import Source
from tests.rules.puerto_rico.scenario import Scenario, city, doubloons, island, manned

HOSPICE = Build("hospice", colonist=True, given_colonist="corn")


def without_colonists(timing: str, returns: str = "back") -> Scenario:
    """Seat 0 is a doubloon short of a hospice, and nobody is left in supply and ship."""
    scenario = Scenario(options={"black_market_timing": timing, "black_market_returns": returns})
    scenario.given(island("corn"), city("black_market, university"), manned("corn, black_market, university"))
    return scenario.given(doubloons(3)).leaving(0, 0).asking(0, ChooseBuilding())


def test_who_leaves_before_the_building_is_there_may_come_back_to_it():  # PR-BLACK-MARKET-4 PR-HOSPICE-2 ruling 49
    scenario = without_colonists("before")
    assert "build hospice colonist=yes given_colonist=corn" in scenario.legal(0)
    scenario.when(0, HOSPICE).records(
        ColonistGiven(0, "corn"), BuildingBought(0, "hospice", 3), ColonistSettled(0, "hospice", Source.SUPPLY)
    )
    assert (scenario.table.colonists, scenario.board(0).on("hospice"), sum(scenario.board(0).manned)) == (0, 1, 0)


@pytest.mark.parametrize(("timing", "returns"), [("after", "back"), ("before", "removed")])
def test_nobody_comes_who_leaves_after_it_or_leaves_the_game(timing: str, returns: str):  # PR-BLACK-MARKET-4 ruling 48
    scenario = without_colonists(timing, returns)
    scenario.refuses(0, HOSPICE, Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")
    scenario.when(0, Build("hospice", given_colonist="corn")).records(ColonistGiven(0, "corn", returns == "removed"))


@pytest.mark.parametrize("timing", ["after", "before"])
def test_a_library_serves_the_builder_once_more_unless_its_colonist_leaves_first(timing: str):
    # PR-BLACK-MARKET-4 PR-LIBRARY-1 ruling 49
    scenario = Scenario(options={"black_market_timing": timing})
    scenario.given(city("black_market, library"), manned("black_market, library"), doubloons(3)).playing("builder", 0)
    move = Build("large_warehouse", given_colonist="library")
    if timing == "after":
        scenario.when(0, move).records(BuildingBought(0, "large_warehouse", 3), ColonistGiven(0, "library"))
    else:
        refusal = scenario.refuses(0, move, Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2")
        assert dict(refusal.details) == {"cost": "5", "doubloons": "4"}
