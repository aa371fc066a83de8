"""Words: whatever a person reads of a title has its sentence, and names only what it has."""

import importlib
import re
from typing import get_args, get_type_hints

import pytest
from msgspec import Struct

from quarterdeck_rules.conduct.facts import EVENTS
from quarterdeck_rules.conduct.reasons import Reason
from quarterdeck_rules.cooper_island import TITLE as COOPER_ISLAND
from quarterdeck_rules.cooper_island.events import ActionTaken, HelmGained
from quarterdeck_rules.cooper_island.moves import Perform
from quarterdeck_rules.cooper_island.sailing import ChooseShip
from quarterdeck_rules.cooper_island.terms import Ship
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_EVENTS, Closed, Seeded
from quarterdeck_rules.engine.refusal import EngineReason, refuse
from quarterdeck_rules.engine.steps import Decision
from quarterdeck_rules.puerto_rico import TITLE as PUERTO_RICO
from quarterdeck_rules.puerto_rico.events import ColonistsArranged, GoodSold, RoleTaken
from quarterdeck_rules.puerto_rico.moves import Build
from quarterdeck_rules.puerto_rico.terms import Good, Purchaser, Staffed
from quarterdeck_rules.titles import TITLES
from quarterdeck_rules.words import Words, score_lines, shared, word_for
from quarterdeck_rules.words.templates import names_in
from quarterdeck_rules.words.words import DECISION_FIELDS, SEAT_FIELDS
from tests.vocabulary import facts_of_refusals, given_facts, shared_vocabulary, vocabulary

KINDS = ("events", "decisions", "moves")


def things(title, kind: str) -> list[type[Struct]]:
    """What a kind of words tells of."""
    if kind == "decisions":
        return [step for step in title.steps if issubclass(step, Decision)]
    return list(title.events if kind == "events" else title.moves)


CASES = [
    pytest.param(title, kind, thing, id=f"{title.name}-{tag_of(thing)}")
    for title in TITLES.values()
    for kind in KINDS
    for thing in things(title, kind)
]
EACH_TITLE = pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.name)


def always_given(package: str, called: str = "refuse") -> dict[str, set[str]]:
    """The facts that every call of this function gives, by the code that it is called with."""
    return {code: set.intersection(*each) for code, each in given_facts(package, called).items()}


@pytest.mark.parametrize(("title", "kind", "thing"), CASES)
def test_every_fact_decision_and_move_has_words_that_name_its_own_fields(title, kind: str, thing: type[Struct]):
    template = title.words("en")[kind][tag_of(thing).split(".")[1]]
    assert names_in(template) <= set(thing.__struct_fields__)


@EACH_TITLE
def test_the_catalogue_has_no_words_for_what_does_not_exist(title):
    assert set(title.words("en")) == {
        *KINDS,
        "questions",
        "components",
        "refusals",
        "score",
        "terms",
        "values",
        "facts",
    }
    for kind in KINDS:
        assert set(title.words("en")[kind]) == {tag_of(thing).split(".")[1] for thing in things(title, kind)}


@EACH_TITLE
def test_every_decision_has_a_sentence_for_others_in_which_no_field_can_tell_a_secret(title):
    questions = title.words("en")["questions"]
    assert set(questions) == {tag_of(thing).split(".")[1] for thing in things(title, "decisions")}
    assert [kind for kind, sentence in questions.items() if not sentence or set("{}[]") & set(sentence)] == []


@EACH_TITLE
def test_every_refusal_has_words_that_name_facts_that_it_always_has(title):
    reasons = importlib.import_module(f"quarterdeck_rules.{title.name}.reasons").Reason
    templates, facts = title.words("en")["refusals"], always_given(title.name)
    assert set(templates) == set(reasons)
    assert [reason for reason, template in templates.items() if names_in(template) - facts.get(reason, set())] == []


def test_every_refusal_of_the_engine_has_words_that_name_facts_that_it_always_has():
    facts = {**always_given("engine"), **always_given("conduct")}
    templates = shared("en")["refusals"]
    assert set(templates) == {*EngineReason, *Reason}
    assert [reason for reason, template in templates.items() if names_in(template) - facts.get(reason, set())] == []


@EACH_TITLE
def test_every_score_line_has_words_that_name_its_own_facts(title):
    templates, facts = title.words("en")["score"], always_given(title.name, "_line")
    # The one code that is made at run time: a line for each ship.
    steps = facts.pop("f'{ship}_steps", set())
    facts |= {f"{ship}_steps": steps for ship in ("one_sail", "two_sail")} if steps else {}
    assert set(templates) == set(facts)
    assert [code for code, template in templates.items() if names_in(template) - facts[code]] == []


@EACH_TITLE
def test_every_word_of_a_title_that_can_be_told_has_a_term(title):
    assert sorted(vocabulary(title) - set(title.words("en")["terms"])) == []


def test_every_word_that_all_titles_share_has_a_term():
    assert sorted(shared_vocabulary() - set(shared("en")["terms"])) == []


@EACH_TITLE
def test_every_fact_of_a_refusal_has_a_name(title):
    assert set(title.words("en")["facts"]) == facts_of_refusals(title.name) - SEAT_FIELDS
    assert set(shared("en")["facts"]) == facts_of_refusals("engine", "conduct") - DECISION_FIELDS


def values_of(hint) -> set[type[Struct]]:
    """The structs of which a field may hold one or several."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {hint}
    return set().union(*map(values_of, get_args(hint)))


@EACH_TITLE
def test_every_small_value_that_things_hold_has_words_that_name_its_own_fields(title):
    told = {name for kind in KINDS for template in title.words("en")[kind].values() for name in names_in(template)}
    hints = (item for kind in KINDS for thing in things(title, kind) for item in get_type_hints(thing).items())
    values = set().union(*(values_of(hint) for name, hint in hints if name in told))
    templates = title.words("en")["values"]
    assert set(templates) == {word_for(value) for value in values}
    for value in values:
        assert names_in(templates[word_for(value)]) <= set(value.__struct_fields__)


PLURALS = (
    "anchors|barrels|boats|books|cards|chips|coins|colonists|cubes|doubloons|goods|guests|kinds|lids|plantations|points|"
    "quarries|sets|steps|tiles|workers"
)
COUNTED = re.compile(rf"\{{(?!seat|owner)\w+\}} (\{{?\w+\}}? )?({PLURALS})\b(?!:)")


@EACH_TITLE
def test_no_number_stands_before_a_plural_because_it_may_be_one(title):
    told = [template for templates in title.words("en").values() for template in templates.values()]
    assert [template for template in told if COUNTED.search(template)] == []


def test_helm_points_are_told_alike_whether_it_is_one_or_more():
    words = Words(COOPER_ISLAND.words("en"))
    assert words.tell("events", HelmGained(0, 1, Ship.ONE_SAIL), seat_name) == (
        "Ada gains helm points for the one-sail ship: 1"
    )
    assert words.tell("decisions", ChooseShip(1), seat_name) == "choose a ship for the helm points: 1"


def test_an_action_is_told_as_people_say_it():
    words = Words(COOPER_ISLAND.words("en"))
    assert words.tell("events", ActionTaken(0, "place_islet_tile"), seat_name) == "Ada performs: place an islet tile"
    assert words.tell("moves", Perform("coin_boat"), seat_name) == "perform: coin boat"


def test_roles_sales_and_buildings_are_told_with_what_belongs_to_them_alone():
    words = Words(PUERTO_RICO.words("en"))
    assert words.tell("events", RoleTaken(0, "second_prospector", 0), seat_name) == "Ada takes the second prospector"
    assert words.tell("events", RoleTaken(0, "builder", 2), seat_name) == "Ada takes the builder with doubloons: 2"
    assert words.tell("events", GoodSold(0, Good.CORN, Purchaser.TRADING_POST, 1), seat_name) == (
        "Ada sells corn to the trading post for doubloons: 1"
    )
    assert words.tell("moves", Build("harbor", given_colonist="windrose", given_point=True), seat_name) == (
        "build the harbor, giving a colonist of windrose, giving a chip: yes"
    )
    assert words.tell("events", ColonistsArranged(0, (Staffed("corn", 2), Staffed("small_market", 1))), seat_name) == (
        "Ada places colonists: 2 on corn, 1 on small market"
    )


def test_a_score_line_has_no_part_for_what_is_not_there():
    words = Words(COOPER_ISLAND.words("en"))
    assert words.say("score", "copied_order", {"order": "order_8", "copied": ""}, seat_name) == "royal order 8"
    assert words.say("score", "leftovers", {"goods": "1", "cartographer": "1", "tiles": "1"}, seat_name) == (
        "left over (goods: 1, cartographer steps: 1, tiles: 1)"
    )


def test_shared_facts_that_viewers_see_have_words():
    for event in {*SHARED_EVENTS, *EVENTS} - {Closed, Seeded}:
        template = shared("en")["events"][tag_of(event).split(".")[1]]
        assert names_in(template) <= set(event.__struct_fields__)


def seat_name(seat: int) -> str:
    return ("Ada", "b_n, jr")[seat]


def test_values_are_told_as_people_say_them():
    words = Words({"events": {"sold": "{seat} sells {goods} to {owner} ({sure})"}, "terms": {"one_sail": "one-sail"}})

    def tell(**values: object) -> str:
        return words.say("events", "sold", values, seat_name)

    assert tell(seat=0, goods=("fine_cloth", "one_sail"), owner=1, sure=True) == (
        "Ada sells fine cloth, one-sail to b_n, jr (yes)"
    )
    assert tell(seat=1, goods=(), owner=None, sure=False) == "b_n, jr sells nothing to the supply (no)"
    assert words.say("events", "unknown", {}, str) == "unknown"
    assert words.say("events", "joined", {"player": "b_n"}, str) == "b_n takes a seat"


def test_a_part_in_brackets_is_left_out_if_there_is_nothing_to_tell():
    words = Words({"moves": {"pay": "pay {items}[, reduced by {less}][ for {owner}]"}})

    def tell(**values: object) -> str:
        return words.say("moves", "pay", values, seat_name)

    assert tell(items=("coin",), less=2, owner=None) == "pay coin, reduced by 2"
    assert tell(items=(), less=0, owner=0) == "pay nothing for Ada"


def test_a_refusal_is_told_with_the_facts_that_its_words_leave_out_and_with_its_rule():
    words = Words({"refusals": {"UNEVEN_GROUND": "{spaces} are not level"}})

    def tell(reason: str, **facts: object) -> str:
        refusal = refuse(reason, "CI-LAND-7", **facts)
        return words.refuse(refusal.reason, refusal.rule, refusal.details, seat_name)

    assert tell("UNEVEN_GROUND", spaces=("A1", "A2"), high_levels=(1, 2)) == (
        "A1, A2 are not level (high levels 1, 2) [rule CI-LAND-7]"
    )
    assert tell("UNEVEN_GROUND", spaces="A1", owner=0) == "A1 are not level (Ada) [rule CI-LAND-7]"
    assert tell("SEAT_TAKEN", seat="") == "the seat has its player already [rule CI-LAND-7]"
    assert tell("NOT_IN_THE_CATALOGUE", left=3) == "NOT_IN_THE_CATALOGUE (left 3) [rule CI-LAND-7]"
    assert words.refuse("GAME_ENDED", "", (), seat_name) == "the game has ended"


def test_a_refusal_tells_what_is_asked_instead_as_everybody_may_know_it():
    refusal = refuse("MOVE_NOT_EXPECTED", "QD-MOVE-3", asked="choose_card", move="keep_goods")

    def tell(catalogue: dict[str, dict[str, str]]) -> str:
        return Words(catalogue).refuse(refusal.reason, refusal.rule, refusal.details, seat_name)

    told = "this move is no answer to what is asked, which is: {} (move keep_goods) [rule QD-MOVE-3]"
    assert tell({"questions": {"choose_card": "keep a building card"}}) == told.format("keep a building card")
    assert tell({}) == told.format("choose card")


def test_ids_are_told_as_they_are_written_where_they_are_no_words_of_a_title():
    words = Words({"refusals": {"NO_SUCH": "there are: {titles}"}}, verbatim=True)
    details = (("titles", "cooper_island,other_title"), ("next_one", "b_n"))
    assert words.refuse("NO_SUCH", "", details, seat_name) == "there are: cooper_island, other_title (next one b_n)"


def test_a_score_sheet_that_is_not_made_of_lines_has_none():
    assert list(score_lines(refuse("ANY", "CI-LAND-7"))) == []
