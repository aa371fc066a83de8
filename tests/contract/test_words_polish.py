"""Polish inflects: words have the form in which a sentence asks for them, and numbers the right word behind them."""

import pytest

from quarterdeck_rules.cooper_island import TITLE as COOPER_ISLAND
from quarterdeck_rules.cooper_island.events import FeePaid, HelmGained, ShipAdvanced, WorkerAssigned
from quarterdeck_rules.cooper_island.terms import Good as Coin
from quarterdeck_rules.cooper_island.terms import Item, Ship, Structure, Worker
from quarterdeck_rules.puerto_rico import TITLE as PUERTO_RICO
from quarterdeck_rules.puerto_rico.events import BuildingBought, ColonistsArranged, GoodSold, RoleTaken
from quarterdeck_rules.puerto_rico.moves import Build
from quarterdeck_rules.puerto_rico.terms import GOODS, PLOTS, QUARRY, WINDROSE, Good, Purchaser, Source, Staffed
from quarterdeck_rules.words import Words
from quarterdeck_rules.words.templates import forms_of

ISLAND = COOPER_ISLAND.load_components(()).contents
COLONY = PUERTO_RICO.load_components(()).contents
SPOTS = {*PLOTS, WINDROSE, *(building.id for building in COLONY.buildings)}


def ids(*tables) -> set[str]:
    return {one.id for table in tables for one in table}


@pytest.mark.parametrize(
    ("title", "words", "forms"),
    [
        pytest.param(PUERTO_RICO, SPOTS, ("at", "to", "from"), id="spots"),
        pytest.param(PUERTO_RICO, set(Source), ("from",), id="sources"),
        pytest.param(PUERTO_RICO, set(Purchaser), ("at",), id="purchasers"),
        pytest.param(PUERTO_RICO, set(GOODS) - {Good.INDIGO}, ("gen",), id="goods"),
        pytest.param(PUERTO_RICO, ids(COLONY.placards), ("acc",), id="placards"),
        pytest.param(COOPER_ISLAND, set(Coin), ("gen",), id="coins and cubes"),
        pytest.param(COOPER_ISLAND, set(Worker), ("acc", "gen"), id="workers"),
        pytest.param(COOPER_ISLAND, set(Ship), ("gen",), id="ships"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.islets), ("acc", "gen"), id="islets"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.boats), ("gen",), id="boats"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.landing_spaces), ("loc",), id="landing spaces"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.crafting_spots), ("gen", "loc"), id="crafting spots"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.crate_spaces), ("gen",), id="crate spaces"),
        pytest.param(COOPER_ISLAND, ids(ISLAND.royal_orders), ("gen",), id="royal orders"),
        pytest.param(COOPER_ISLAND, set(Structure) - {Structure.STATUE}, ("gen", "many"), id="buildings"),
    ],
)
def test_words_that_stand_in_a_form_have_it(title, words: set[str], forms: tuple[str, ...]):
    terms = title.words("pl")["terms"]
    assert sorted(word for word in words if not set(forms) <= forms_of(terms[word]).keys()) == []


def test_whatever_changes_in_the_accusative_says_how():
    for title in (COOPER_ISLAND, PUERTO_RICO):
        for line in title.words("pl")["terms"].values():
            forms = forms_of(line)
            # What ends in -a never stays as it is, up to "with"; the windrose is a place alone.
            head = forms[""].split(" z")[0].split()
            if {"gen", "to"} & forms.keys() and any(word.endswith("a") for word in head):
                assert "acc" in forms or forms[""].startswith("róża"), line


@pytest.mark.parametrize(
    ("points", "told"),
    [
        (1, "1 punkt"),
        (2, "2 punkty"),
        (4, "4 punkty"),
        (5, "5 punktów"),
        (12, "12 punktów"),
        (21, "21 punktów"),
        (22, "22 punkty"),
        (112, "112 punktów"),
    ],
)
def test_a_number_has_its_word(points: int, told: str):
    words = Words(COOPER_ISLAND.words("pl"), "pl")
    assert words.tell("events", HelmGained(0, points, Ship.TWO_SAIL), words.names(("Ada",))) == (
        f"Ada zyskuje {told} steru dla dwużaglowego statku"
    )


def test_cooper_island_is_told_in_polish():
    words = Words(COOPER_ISLAND.words("pl"), "pl")
    name_of = words.names(("Ada", None))

    def tell(event) -> str:
        return words.tell("events", event, name_of)

    assert tell(WorkerAssigned(0, Worker.SPECIAL, "order_3")) == ("Ada przydziela specjalnego robotnika do zlecenia 3")
    assert tell(FeePaid(1, Item(Coin.CLOTH, "B2"), None)) == (
        "miejsce 1 uiszcza opłatę: tkanina z pola B2; odbiorca: pula ogólna"
    )
    assert tell(ShipAdvanced(0, Ship.ONE_SAIL, 4)) == "Ada: jednożaglowy statek dopływa do mielizny 4"


def test_puerto_rico_is_told_in_polish():
    words = Words(PUERTO_RICO.words("pl"), "pl")
    name_of = words.names(("Ada",))

    def tell(kind: str, thing) -> str:
        return words.tell(kind, thing, name_of)

    assert tell("events", RoleTaken(0, "builder", 2)) == "Ada wybiera budowniczego i bierze z karty 2 dublony"
    assert tell("events", BuildingBought(0, "lighthouse", 5)) == "Ada buduje latarnię morską za 5 dublonów"
    assert tell("events", GoodSold(0, Good.COFFEE, Purchaser.TRADING_POST, 1)) == (
        "Ada sprzedaje kawę w faktorii za 1 dublon"
    )
    assert tell(
        "events", ColonistsArranged(0, (Staffed("corn", 2), Staffed(QUARRY, 1), Staffed("small_market", 1)))
    ) == ("Ada rozmieszcza kolonistów: 2 na plantacji kukurydzy, 1 w kamieniołomie, 1 na małym targu")
    assert tell("moves", Build("harbor", given_colonist=WINDROSE, given_good=Good.SUGAR, given_point=True)) == (
        "zbuduj port, oddając kolonistę z róży wiatrów, oddając beczkę cukru, oddając żeton punktów"
    )
