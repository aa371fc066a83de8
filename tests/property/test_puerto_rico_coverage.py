"""Playouts of Puerto Rico reach what its buildings do, every reason to refuse a move, and every end of the game."""

from collections.abc import Iterator
from itertools import islice

import pytest

from quarterdeck_rules.engine.judge import find
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.puerto_rico import TITLE, events, moves
from quarterdeck_rules.puerto_rico.contents import Building
from quarterdeck_rules.puerto_rico.functions import working
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.scoring import EXTRAS, score_sheet
from quarterdeck_rules.puerto_rico.settler import ChooseTile
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, Group, Purchaser
from tests.playouts import Step
from tests.property.kit import SETTINGS, Playout, Setting, component_set
from tests.property.mutations import Pool

PLAYOUTS = 30
"""Games of every setting at most: the same in every profile, ended as soon as everything was reached."""
MOST_CANDIDATES = 30
"""So many moves worth testing are tested of a decision, beside mutated ones."""
DRAFT_OF_ONE = Setting(TITLE.name, 4, (("market", "drafted"), ("hacienda_and_forest_house", "one")))
"""Printed spaces, of which some are full before a kind is chosen, and two kinds that exclude each other."""
NEVER_ASKED = {Reason.ISLAND_FULL}
"""Reasons that no game leads to: who has no island space left is not asked for a tile."""
RICH_SETTINGS = [setting for setting in SETTINGS if setting.title == TITLE.name and setting.generous]


def games() -> Iterator[Playout]:
    return (Playout(setting, number) for number in range(PLAYOUTS) for setting in (DRAFT_OF_ONE, *RICH_SETTINGS))


def test_every_building_does_what_it_is_for():
    missing = {one.id for one in component_set(TITLE, generous=True).contents.buildings if has_function(one)}
    for playout in games():
        for before, step in playout.steps():
            missing -= set(served(before.state, step))
        sheet = score_sheet(playout.game.state, None)
        missing -= {line.code for score in sheet.scores for line in score.lines if line.points and line.code in EXTRAS}
        if not missing:
            return
    assert sorted(missing) == []


def has_function(building: Building) -> bool:
    """Whether colonists on it do anything beyond making goods."""
    return bool(building.circles) and building.group is not Group.PRODUCTION


def served(colony: Colony, step: Step) -> Iterator[str]:
    """The buildings that have served in a command."""
    move = step.move
    decision = step.decision.decision
    if isinstance(move, moves.TakeQuarry) and isinstance(decision, ChooseTile) and not decision.has_privilege:
        yield "construction_hut"
    for event in step.events:
        match event:
            case events.DoubloonsGained() | events.PointsGained():
                yield event.by
            case events.GoodsShipped():
                yield event.building
            case events.TileDrawn():
                yield "hacienda"
            case events.ColonistSettled():
                yield "university" if isinstance(move, moves.Build) else "hospice"
            case events.ColonistGiven() | events.GoodGiven() | events.PointGiven():
                yield "black_market"
            case events.PlantationTaken(forest=True):
                yield "forest_house"
            case events.GuestMoved():
                yield "guest_house"
            case events.BarrelsTaken() if len(event.goods) > 1:
                yield "library"
            case events.GoodSold():
                yield from sold(colony, event)
            case events.GoodsProduced():
                manned = colony.boards[event.seat].manned
                if any(amount.count > manned[GOOD_AT[amount.good]] for amount in event.goods):
                    yield "aqueduct"
            case events.GoodsStored() if sum(amount.count for amount in event.goods) > 1:
                yield from (one.id for one in working(colony, event.seat) if one.kept_kinds or one.kept_barrels)
            case _:
                pass


def sold(colony: Colony, event: events.GoodSold) -> Iterator[str]:
    if event.to is Purchaser.TRADING_POST:
        yield "trading_post"
        return
    if event.good in colony.house:
        yield "office"
    yield from (one.id for one in working(colony, event.seat) if one.sale_doubloons)


def test_every_reason_refuses_some_move():
    missing = set(Reason) - NEVER_ASKED
    for playout in games():
        pool = Pool()
        for before, step in playout.steps():
            decision = step.decision.decision
            candidates = list(islice(decision.candidates(before.state, step.seat), MOST_CANDIDATES))
            pool.add(step.move)
            strange = [*candidates, *(pool.mutated(step.move, playout.dice) for _ in range(2))]
            same_kind = pool.moves.get(type(step.move), [])
            strange += playout.dice.sample(same_kind, min(2, len(same_kind)))
            strange += [playout.dice.choice(kind) for kind in pool.moves.values() if playout.dice.random() < 0.2]
            for move in strange:
                found = find(TITLE, before, step.seat, step.decision.id, move)
                if isinstance(found, Refusal) and found.reason in missing:
                    missing.discard(Reason(found.reason))
        if not missing:
            return
    assert sorted(missing) == []


@pytest.mark.parametrize("number", range(3))
def test_a_game_ends_for_a_reason_that_was_announced(number: int):
    for setting in RICH_SETTINGS[:4]:
        playout = Playout(setting, number)
        announced = [event.reason for event in playout.log if isinstance(event, events.EndAnnounced)]
        for _, step in playout.steps():
            announced += [event.reason for event in step.events if isinstance(event, events.EndAnnounced)]
        assert announced
        assert tuple(announced) == playout.game.state.ending
