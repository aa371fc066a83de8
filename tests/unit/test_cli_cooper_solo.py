"""A solo game in the terminal: Cooper as fully as one sees him on the table."""

import re

import pytest

from quarterdeck.cli import drawing
from quarterdeck.cli.cooper_island.chronicle import Turns
from quarterdeck.cli.cooper_island.ring import ring
from quarterdeck.cli.cooper_island.shared import sections
from quarterdeck.cli.cooper_island.solo import in_words
from quarterdeck.cli.layout import NARROWEST, WIDEST
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.event_pb2 import Event as Fact
from quarterdeck.cooper_island.v1.position_pb2 import CardGroup, Posted, Stack
from quarterdeck.v1 import play_pb2
from quarterdeck.v1.play_pb2 import Event, Revision
from tests.drawn import COMPONENTS, NAME, recorded, scene, text_of

OPTIONS = (("strategy", "strategy_3"), ("level", "level_2"))


@pytest.fixture(scope="module")
def record():
    return recorded(1, "solo-drawn", OPTIONS)


@pytest.fixture
def start(record):
    """The table at the start, to be changed."""
    copy = type(record[0][0])()
    copy.CopyFrom(record[0][0])
    return copy


def shown(response, width=80):
    """A table as text, its lines joined where they were broken."""
    return re.sub(r"\s+", " ", text_of(drawing.table(NAME, scene(response, width)), width))


def line_of(response, label):
    """What stands behind a label in front of Cooper."""
    found = re.search(rf"^{label} +(.*)$", text_of(drawing.table(NAME, scene(response, WIDEST))), re.MULTILINE)
    assert found is not None
    return found[1].rstrip()


def row_of(response, section):
    """The worker spaces of a section as drawn."""
    drawn = text_of(sections(response.position.cooper_island, COMPONENTS, WIDEST))
    return next(line[2:12] for line in drawn.splitlines() if line.startswith(f"{section} "))


def test_the_strategy_says_in_words_what_brings_helm_points_and_anchors(start):
    told = shown(start)
    assert "strategy_3: each building erected brings Ada 1 helm point" in told
    assert "brings Cooper each cargo ship supplied: 1 anchor; a normal worker on A where nobody is: 1 anchor" in told
    assert "a worker placed on one of his or of the third color: 1 helm point" in told
    start.position.cooper_island.cooper.strategy = "strategy_2"
    told = shown(start)
    assert "strategy_2: each statue built brings Ada 1 helm point" in told
    assert "each income boat built: 1 anchor" in told


def test_the_level_ship_orders_and_depot_stand_in_front_of_cooper(start):
    cooper = start.position.cooper_island.cooper
    cooper.ship.bank, cooper.ship.steps, cooper.ship.anchors = 7, 17, 2
    cooper.log_books.append("log_book_coin")
    told = shown(start)
    assert "level_2: 5 points for Cooper (?)" in told
    assert "one-sail ship bank 7, 17 steps, 2 anchors" in told
    assert "royal orders order_2, order_4; they take no workers" in told
    assert line_of(start, "depot") == "wood, stone, food, cloth (?)"
    assert re.search(r"depot .* log books coin deck", told)


def test_on_the_ring_his_ship_lies_with_the_others(start):
    start.position.cooper_island.cooper.ship.bank = 7
    drawn = text_of(ring(start.position.cooper_island, 80)).splitlines()
    bank = next(line for line in drawn if line.startswith("bank")).index(" 7") + 1
    ships = next(line for line in drawn if line.startswith("ships"))
    assert ships.find("C>") in (bank - 1, bank)
    assert "C> Cooper" in " ".join(drawn)


def test_worker_spaces_show_who_lies_where_and_on_top_of_whom(start):
    position = start.position.cooper_island
    normal, special = terms.WORKER_NORMAL, terms.WORKER_SPECIAL
    for section, kind in (("B", normal), ("D", special), ("G", normal)):
        position.stacks.append(Stack(section=section, worker=kind, seats=[0]))
    position.cooper.posted.append(Posted(section="B", worker=normal, on_top=True))
    position.cooper.posted.append(Posted(section="D", worker=special))
    position.cooper.posted.append(Posted(section="H", worker=normal))
    position.cooper.third.append(Posted(section="G", worker=normal))
    position.cooper.third.append(Posted(section="E", worker=special))
    drawn = {section: row_of(start, section).strip() for section in "ABDEGH"}
    assert drawn == {"A": "()    []", "B": "(0C)  []", "D": "()    [C0]", "E": "()    [T]",
                     "G": "(T0)  []", "H": "(C)   []"}  # fmt: skip
    assert line_of(start, "workers").endswith("left; on B (), D [], H ()")
    assert line_of(start, "third color") == "3 () 1 [] left; on G (), E []"
    assert "(0C) Cooper's on top of seat 0's" in shown(start)


def test_the_deck_is_told_from_top_to_bottom_as_far_as_anybody_knows(start):
    cooper = start.position.cooper_island.cooper
    assert line_of(start, "deck").startswith("8 cards: D1 or D2, H1 or H2 (whichever comes first); then 6 in any order")
    assert "(B1, B2, F1, F2, the others of those pairs)" in shown(start)
    del cooper.start_cards[0], cooper.deck[:]
    cooper.deck.extend(CardGroup(cards=cards) for cards in (["B1", "F1"], ["D2"]))
    assert line_of(start, "deck") == "5 cards: H1 or H2; then 3 in any order (B1, F1, the other of that pair); then D2"
    del cooper.start_cards[:], cooper.deck[0]
    assert line_of(start, "deck") == "1 card: D2"
    cooper.deck[0].cards.append("F1")
    assert line_of(start, "deck") == "2 cards in any order: D2, F1"
    del cooper.deck[:]
    assert line_of(start, "deck") == "0 cards"


def test_discards_tokens_and_covered_spaces_are_told(start):
    cooper = start.position.cooper_island.cooper
    cooper.discard.extend(["D1", "B2"])
    cooper.tokens, cooper.aside, cooper.card = 2, "F1", "H2"
    cooper.clean_up_spaces.append("top")
    told = shown(start)
    assert "discard pile D1, B2" in told
    assert "left out F1, of the next shuffle" in told
    assert "tokens 2 on the discard pile" in told
    assert "free: bottom (under Cooper's deck), aside (left out of the next shuffle); covered: top" in told
    assert "Cooper: carries out H2" in told


def test_every_action_card_says_what_it_does_and_which_is_not_found_printed(start):
    told = shown(start)
    parts = {one.component_id: [part.words for part in one.parts] for one in COMPONENTS if one.table == "action_cards"}
    assert len(parts) == 8
    for card, words in parts.items():
        assert words
        mark = "" if card == "B1" else " (?)"
        assert f"{card} {'; '.join(words)}{mark}" in told


def test_in_a_solo_game_nobody_has_a_cooper_token_and_in_others_nothing_is_told_of_cooper(start):
    assert "Cooper token" not in shown(start)
    [other, *_] = recorded(2, "solo-other")[0]
    told = shown(other)
    assert "Cooper token" in told
    assert not re.search(r"third color|action cards|C> Cooper", told)


@pytest.mark.parametrize("width", [NARROWEST, 60, 80])
def test_a_narrow_solo_table_loses_nothing(record, width):
    def words(text):
        return sorted(
            word
            for word in re.sub(r"-{2,}|│", " ", text).split()
            if word not in ("bank", "shore", "islets", "ships")
        )  # fmt: skip

    for response in record[0]:
        wide = text_of(drawing.table(NAME, scene(response, WIDEST)))
        narrow = text_of(drawing.table(NAME, scene(response, width)), width)
        assert max(map(len, narrow.splitlines())) <= width
        assert words(narrow) == words(wide)


def test_without_colour_a_solo_table_says_the_same(record, monkeypatch):
    response = record[0][-1]
    plain = text_of(drawing.table(NAME, scene(response, 80)), 80)
    coloured = text_of(drawing.table(NAME, scene(response, 80)), 80, "standard")
    assert "\x1b[1mCooper" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[30;42m" not in text_of(drawing.table(NAME, scene(response, 80)), 80, "standard")


def event(kind, words="", **fields):
    """An event of the title."""
    fact = Fact()
    target = getattr(fact, kind)
    target.SetInParent()
    for name, value in fields.items():
        setattr(target, name, value)
    return Event(kind=kind, words=words, cooper_island=fact)


BEGAN = event("cooper_turn_began", card="D1")
ENDED = event("cooper_turn_ended", card="D1")
PLACED = event("cooper_worker_placed", worker=terms.WORKER_NORMAL, section="D", on_top=True)
HELM = event("cooper_helm_gained", "Cooper gains helm points: 1", points=1)
SAILED = event("cooper_ship_advanced", bank=4)


def test_a_turn_of_cooper_is_told_as_one():
    events = [Event(words="Ada ends the turn"), BEGAN, PLACED, event("cooper_anchors_cleared"), HELM,
              event("cooper_anchor_raised"), HELM, SAILED, event("cooper_log_book_gained"), ENDED,
              Event(kind="turn_began")]  # fmt: skip
    assert in_words(events) == [
        "Ada ends the turn",
        (
            "Cooper carries out D1: places a normal worker on section D, on top of the seat's; removes all anchors; "
            "gains 1 helm point; removes an anchor; gains 1 helm point; sails to bank 4; takes a log book"
        ),
        "turn began",
    ]


def test_a_turn_that_waits_for_the_seat_goes_on_where_it_was():
    assert in_words([BEGAN, PLACED]) == [
        "Cooper carries out D1: places a normal worker on section D, on top of the seat's ..."
    ]
    taken = event("depot_taken", "Ada takes wood from the depot", good=terms.GOOD_WOOD)
    assert in_words([taken, HELM, SAILED, ENDED]) == [
        "Ada takes wood from the depot",
        "Cooper goes on: gains 1 helm point; sails to bank 4",
    ]
    assert in_words([taken, ENDED])[1] == "Cooper goes on: nothing more"


def test_what_cooper_gains_in_a_turn_of_the_seat_is_told_as_it_happens():
    assert in_words([HELM, event("cooper_anchor_added", "an anchor")]) == ["Cooper gains helm points: 1", "an anchor"]


def test_onlookers_hear_of_his_turn_in_one_line():
    turns = Turns(["Ada"])
    began = event("round_began", round=2)
    assert turns.hear(Revision(events=[began, BEGAN, PLACED])) == []
    [line] = turns.hear(Revision(events=[HELM, SAILED, ENDED]))
    assert line == (
        "round 2, Cooper: D1; places a normal worker on section D, on top of the seat's; gains 1 helm point; "
        "sails to bank 4"
    )
    assert turns.hear(Revision(events=[HELM])) == []


@pytest.mark.parametrize(
    ("beaten", "final", "verdict"),
    [
        (True, True, "Won, 20 to 17."),
        (False, True, "Lost, 20 to 17: only more points than Cooper's win."),
        (True, False, "As it stands: won, 20 to 17."),
        (False, False, "As it stands: lost, 20 to 17: only more points than Cooper's win."),
    ],
)
def test_the_score_sheet_has_his_lines_and_who_has_won(record, beaten, final, verdict):
    sheet = type(record[1])()
    sheet.CopyFrom(record[1])
    own, his = sheet.score_sheet.cooper_island.scores[0], sheet.score_sheet.cooper_island.cooper
    own.total, his.log_books, his.steps, his.level, his.total = 20, 10, 2, 5, 17
    his.beaten, sheet.final = beaten, final
    told = [line.strip() for line in text_of(drawing.sheet(NAME, sheet, ["Ada"])).splitlines()]
    rank = 2 if beaten else 1
    assert told[-5:] == [
        f"{rank}. Cooper: 17 points",
        "10  log books",
        "2  steps past the last bay or harbor",
        "5  level of difficulty",
        verdict,
    ]
    assert not any("tie-break" in line for line in told)


def test_a_table_of_an_ended_game_says_who_has_won(start, record):
    start.result.standings.append(play_pb2.Standing(seat=0, points=9, rank=2))
    there = scene(start, 80)
    there.score.CopyFrom(record[1].score_sheet)
    told = text_of(drawing.table(NAME, there), 80)
    assert "2. Ada: 9 points\n" in told
    assert re.search(r"^1\. Cooper: \d+ points$", told, re.MULTILINE)
    assert re.search(r"^Lost, ", told, re.MULTILINE)
    assert re.search(r"^Cooper: \d+ points -", told, re.MULTILINE)
