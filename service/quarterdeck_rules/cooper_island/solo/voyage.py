"""Cooper's ship and his anchors.  Solo rulebook, cards 3 and 4."""

from quarterdeck_rules.cooper_island.events import (
    CooperAnchorAdded,
    CooperAnchorRaised,
    CooperHelmGained,
    CooperLogBookGained,
    CooperShipAdvanced,
)
from quarterdeck_rules.cooper_island.land import drawn
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play


def gain_helm(play: Play[Island], points: int) -> None:
    """CI-SOLO-VOYAGE-1  Each helm point removes an anchor, or else moves his ship a step clockwise.

    He asks nobody and sets nothing off, so his whole voyage happens at once; islets are ignored.
    """
    if points:
        play.record(CooperHelmGained(points))
    for _ in range(points):
        cooper = play.state.cooper
        assert cooper is not None, "helm points of Cooper without Cooper"
        if cooper.anchors:
            play.record(CooperAnchorRaised())
            continue
        play.record(CooperShipAdvanced((cooper.bank + 1) % play.state.banks))
        _arrive(play)


def _arrive(play: Play[Island]) -> None:
    """CI-SOLO-VOYAGE-2  At bay and harbor he takes a log book, without its action and without a fee."""
    cooper, island = play.state.cooper, play.state
    assert cooper is not None, "a voyage of Cooper without Cooper"
    if cooper.bank % island.box.numbers.banks_to_bay == 0 and any(island.log_books):
        book = drawn(play, "log_books", island.box.log_books, island.log_books)
        play.record(CooperLogBookGained(book))


def gain_anchors(play: Play[Island], count: int) -> None:
    """CI-SOLO-VOYAGE-3  Anchors go under his ship."""
    for _ in range(count):
        play.record(CooperAnchorAdded())
