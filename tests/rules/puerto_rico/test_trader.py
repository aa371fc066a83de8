"""The trader: who sells what to whom for how much, and when the trading house is emptied."""

import pytest

from quarterdeck_rules.puerto_rico.events import DoubloonsGained, GoodSold, HouseEmptied
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.terms import Good, Purchaser
from quarterdeck_rules.puerto_rico.trader import ChooseSale
from tests.rules.puerto_rico.phases import held, house, stands_for, supply
from tests.rules.puerto_rico.scenario import Scenario, city, goods, manned

CORN, INDIGO, SUGAR, TOBACCO, COFFEE = Good
HOUSE, POST = Purchaser


def worked(scenario: Scenario, buildings: str, seat: int = 0) -> Scenario:
    """A seat with these buildings, each with a colonist."""
    return scenario.given(city(buildings, seat), manned(buildings, seat))


# Sales and prices


def test_each_seat_in_turn_sells_one_barrel_at_most(scenario: Scenario) -> None:  # PR-TRADER-1
    scenario.given(goods("2 corn, sugar", 1), goods("2 coffee", 2), goods("indigo", 0))
    scenario.playing("trader", 1).asks(1, ChooseSale(has_privilege=True)).asks_nobody(0, 2)
    scenario.when(1, "sell sugar").asks(2, ChooseSale(has_privilege=False)).asks_nobody(0, 1)
    scenario.when(2, "sell coffee").asks(0, ChooseSale).asks_nobody(1, 2)
    scenario.when(0, "sell indigo").asks_nobody()
    assert scenario.table.house == (SUGAR, COFFEE, INDIGO)
    assert held(scenario, 2, "coffee") == 1


def test_a_seat_without_barrels_is_not_asked(scenario: Scenario) -> None:  # PR-TRADER-1
    scenario.given(goods("corn", 2)).playing("trader", 0).asks(2, ChooseSale).asks_nobody(0, 1)


@stands_for("section5_row42")
def test_a_sale_may_be_declined(scenario: Scenario) -> None:  # PR-TRADER-1
    scenario.given(goods("coffee", 0)).playing("trader", 0).when(0, "forfeit").records_nothing_of(GoodSold)
    assert held(scenario, 0, "coffee") == 1


@pytest.mark.parametrize(
    ("good", "doubloons"),
    [
        pytest.param("corn", 0, id="section7_line54"),
        ("indigo", 1),
        ("sugar", 2),
        ("tobacco", 3),
        ("coffee", 4),
    ],
)
def test_every_kind_has_its_price(scenario: Scenario, good: str, doubloons: int) -> None:  # PR-TRADER-3
    scenario.given(goods(good, 1)).playing("trader", 0).when(1, f"sell {good}")
    scenario.records(GoodSold(1, Good(good), HOUSE, doubloons))
    assert scenario.board(1).doubloons == doubloons


@pytest.mark.parametrize(
    ("buildings", "doubloons"),
    [("small_market", 3), ("large_market", 4), ("small_market, large_market", 5), ("office", 2)],
)
def test_markets_add_to_the_price(scenario: Scenario, buildings: str, doubloons: int) -> None:  # PR-TRADER-3
    worked(scenario, buildings, 1).given(goods("sugar", 1)).playing("trader", 0)
    scenario.when(1, "sell sugar").records(GoodSold(1, SUGAR, HOUSE, doubloons))


def test_markets_without_a_colonist_add_nothing(scenario: Scenario) -> None:  # PR-TRADER-3 PR-BUILDING-1
    scenario.given(city("small_market, large_market", 1), goods("corn", 1)).playing("trader", 0)
    scenario.when(1, "sell corn").records(GoodSold(1, CORN, HOUSE, 0))


def test_who_took_the_trader_gets_a_doubloon_more(scenario: Scenario) -> None:  # PR-TRADER-3
    worked(scenario, "small_market").given(goods("corn", 0)).playing("trader", 0)
    scenario.when(0, "sell corn").records(GoodSold(0, CORN, HOUSE, 2))


@stands_for("section7_line50")
def test_who_took_the_trader_and_sells_nothing_gets_nothing(scenario: Scenario) -> None:  # PR-TRADER-3
    worked(scenario, "library, small_market").given(goods("corn", 0)).playing("trader", 0)
    scenario.when(0, "forfeit").records_nothing_of(GoodSold, DoubloonsGained)
    assert scenario.board(0).doubloons == 0


@stands_for("section7_line94")
def test_a_trader_with_a_library_gets_two_doubloons_more(scenario: Scenario) -> None:  # PR-LIBRARY-1
    worked(scenario, "library").given(goods("indigo", 0)).playing("trader", 0)
    scenario.when(0, "sell indigo").records(GoodSold(0, INDIGO, HOUSE, 3))


def test_only_what_a_seat_has_is_sold(scenario: Scenario) -> None:  # PR-TRADER-1
    scenario.given(goods("indigo", 0)).playing("trader", 0)
    scenario.refuses(0, "sell coffee", Reason.NO_SUCH_GOOD, "PR-TRADER-1")


# The trading house


def test_the_house_takes_a_kind_once(scenario: Scenario) -> None:  # PR-TRADER-2
    scenario.given(house("indigo, coffee"), goods("indigo, sugar", 0)).playing("trader", 0)
    scenario.refuses(0, "sell indigo", Reason.KIND_IN_HOUSE, "PR-TRADER-2")
    assert scenario.legal(0) == ["sell sugar", "forfeit"]


def test_with_an_office_the_house_takes_a_kind_again(scenario: Scenario) -> None:  # PR-TRADER-2
    worked(scenario, "office").given(house("indigo"), goods("indigo", 0)).playing("trader", 1)
    scenario.when(0, "sell indigo").records(GoodSold(0, INDIGO, HOUSE, 1))


def test_an_office_without_a_colonist_does_not_help(scenario: Scenario) -> None:  # PR-TRADER-2 PR-BUILDING-1
    scenario.given(city("office"), house("indigo"), goods("indigo, corn", 0)).playing("trader", 1)
    scenario.refuses(0, "sell indigo", Reason.KIND_IN_HOUSE)


@stands_for("section5_row15")
def test_two_offices_bring_a_third_barrel_of_a_kind_and_the_full_house_clears(  # PR-TRADER-2 PR-TRADER-4
    scenario: Scenario,
) -> None:
    worked(scenario, "office", 0)
    worked(scenario, "office", 1).given(house("corn, indigo"), goods("indigo", 0), goods("indigo", 1))
    scenario.playing("trader", 0).when(0, "sell indigo")
    assert scenario.table.house == (CORN, INDIGO, INDIGO)
    scenario.when(1, "sell indigo").records(GoodSold(1, INDIGO, HOUSE, 1), HouseEmptied())
    assert not scenario.table.house


@stands_for("section5_row14", "section7_line51")
def test_nothing_is_sold_to_a_full_house_with_an_office_either(scenario: Scenario) -> None:  # PR-TRADER-2
    worked(scenario, "office, trading_post").given(house("corn, indigo, sugar, coffee"), goods("indigo, tobacco", 0))
    scenario.playing("trader", 0)
    scenario.refuses(0, "sell indigo", Reason.HOUSE_FULL, "PR-TRADER-2")
    scenario.refuses(0, "sell tobacco", Reason.HOUSE_FULL, "PR-TRADER-2")


@stands_for("section5_row14")
def test_office_owners_are_not_asked_once_the_house_is_full(scenario: Scenario) -> None:  # PR-TRADER-2
    worked(scenario, "office", 1).given(house("corn, indigo, sugar"), goods("coffee", 0), goods("corn", 1))
    scenario.playing("trader", 0).when(0, "sell coffee").asks_nobody(1)


@stands_for("section7_line49")
def test_a_full_house_is_emptied_when_all_have_sold_and_not_before(scenario: Scenario) -> None:  # PR-TRADER-4
    worked(scenario, "trading_post", 1).given(house("corn, indigo, sugar"), goods("coffee", 0), goods("corn", 1))
    scenario.playing("trader", 0).when(0, "sell coffee").records_nothing_of(HouseEmptied).asks(1, ChooseSale)
    assert scenario.table.house == (CORN, INDIGO, SUGAR, COFFEE)
    scenario.when(1, "forfeit").records(HouseEmptied())
    assert not scenario.table.house


@stands_for("section7_line49")
def test_a_house_that_is_not_full_keeps_its_barrels(scenario: Scenario) -> None:  # PR-TRADER-4
    scenario.given(house("corn, indigo"), goods("coffee", 0)).playing("trader", 0)
    scenario.when(0, "sell coffee").records_nothing_of(HouseEmptied).asks_nobody()
    assert scenario.table.house == (CORN, INDIGO, COFFEE)


@stands_for("section7_line55")
def test_barrels_of_the_emptied_house_return_to_the_supply(scenario: Scenario) -> None:  # PR-TRADER-4
    scenario.given(house("corn, indigo, sugar"), goods("coffee", 0)).playing("trader", 0)
    assert [supply(scenario, good) for good in Good] == [9, 10, 10, 9, 8]
    scenario.when(0, "sell coffee").records(HouseEmptied())
    assert [supply(scenario, good) for good in Good] == [10, 11, 11, 9, 9]


def test_with_nothing_to_sell_a_house_that_stayed_full_is_emptied(scenario: Scenario) -> None:  # PR-TRADER-4
    scenario.given(house("corn, indigo, sugar, coffee")).playing("trader", 0).records(HouseEmptied()).asks_nobody()


# The trading post


@stands_for("section7_line53", "section7_line92")
def test_a_trading_post_buys_when_the_house_is_full_and_the_barrel_goes_to_the_supply(  # PR-TRADING-POST-1
    scenario: Scenario,
) -> None:
    worked(scenario, "trading_post").given(house("corn, indigo, sugar, coffee", 1), goods("tobacco", 0))
    scenario.playing("trader", 1)
    assert scenario.legal(0) == ["sell tobacco to=trading_post", "forfeit"]
    scenario.when(0, "sell tobacco to=trading_post").records(GoodSold(0, TOBACCO, POST, 3), HouseEmptied())
    assert supply(scenario, "tobacco") == 9


@stands_for("section7_line92")
def test_a_trading_post_buys_a_kind_that_the_house_has_and_leaves_the_house_alone(  # PR-TRADING-POST-1
    scenario: Scenario,
) -> None:
    worked(scenario, "trading_post").given(house("indigo", 1), goods("indigo", 0)).playing("trader", 1)
    scenario.when(0, "sell indigo to=trading_post").records(GoodSold(0, INDIGO, POST, 1))
    assert scenario.table.house == (INDIGO,)


def test_an_owner_of_a_trading_post_may_sell_to_the_house_but_once_in_all(  # PR-TRADER-1 PR-TRADING-POST-1
    scenario: Scenario,
) -> None:
    worked(scenario, "trading_post").given(goods("2 indigo", 0)).playing("trader", 0)
    assert scenario.legal(0) == ["sell indigo", "sell indigo to=trading_post", "forfeit"]
    scenario.when(0, "sell indigo").records(GoodSold(0, INDIGO, HOUSE, 2)).asks_nobody()


@stands_for("section5_row16", "section7_line52")
def test_markets_do_not_help_at_a_trading_post_and_the_privilege_does(  # PR-TRADING-POST-2
    scenario: Scenario,
) -> None:
    worked(scenario, "trading_post, small_market, large_market").given(goods("coffee", 0)).playing("trader", 0)
    scenario.when(0, "sell coffee to=trading_post").records(GoodSold(0, COFFEE, POST, 5))


def test_a_trading_post_needs_a_colonist(scenario: Scenario) -> None:  # PR-TRADING-POST-1 PR-BUILDING-1
    scenario.given(city("trading_post"), goods("corn", 0)).playing("trader", 0)
    scenario.refuses(0, "sell corn to=trading_post", Reason.NOT_OCCUPIED, "PR-TRADING-POST-1")
