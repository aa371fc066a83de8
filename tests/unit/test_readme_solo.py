"""The README's picture of Cooper's side is what the terminal draws."""

import re
from pathlib import Path

from rich.console import Group

from quarterdeck.cli.cooper_island.cooper import opponent
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import CardGroup, CooperView, Crew, Posted, ShipView
from tests.drawn import recorded, scene, text_of

README = Path(__file__).parents[2] / "README.md"
NORMAL, SPECIAL = terms.WORKER_NORMAL, terms.WORKER_SPECIAL
COOPER = CooperView(
    strategy="strategy_3",
    level="level_2",
    ship=ShipView(ship=terms.SHIP_ONE_SAIL, bank=7, steps=7, anchors=1),
    workers=Crew(normal=2, special=1),
    posted=[
        Posted(section="D", worker=NORMAL),
        Posted(section="H", worker=SPECIAL),
        Posted(section="B", worker=NORMAL, on_top=True),
    ],
    third=[Posted(section="A", worker=NORMAL), Posted(section="G", worker=NORMAL)],
    orders=["order_2", "order_4"],
    log_books=["log_book_coin"],
    depot=[terms.GOOD_WOOD, terms.GOOD_STONE],
    deck=[CardGroup(cards=["B2", "D2", "F1", "H1"]), CardGroup(cards=["F2"])],
    discard=["H2", "D1", "B1"],
    tokens=1,
    clean_up_spaces=["bottom"],
)


def drawn():
    """What the terminal draws of this Cooper, in 80 columns."""
    [response, *_] = recorded(1, "readme-solo")[0]
    response.position.cooper_island.cooper.CopyFrom(COOPER)
    there = scene(response, 80)
    there.score.cooper_island.cooper.total = 12
    side, _ = opponent(there)
    return [line.rstrip() for line in text_of(Group(side), 80).splitlines()]


def test_the_readme_shows_his_side_as_it_is_drawn():
    section = README.read_text(encoding="utf-8").split("\n### Solo against Cooper\n")[1]
    _, picture, *_ = re.findall(r"^```\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert picture.splitlines() == drawn()
