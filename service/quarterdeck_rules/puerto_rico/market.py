"""The market of beige buildings: those of the base game, drawn, or drafted.  Expansion: "Preparation"."""

from collections import Counter
from collections.abc import Iterator

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import KindOffered, MarketSet
from quarterdeck_rules.puerto_rico.moves import OfferKind
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import Group

_PAIR = ("hacienda", "forest_house")


def set_market(play: Play[Colony]) -> None:
    """PR-MARKET-1  All production buildings; beige ones of the base game, drawn, or drafted."""
    box = play.state.box
    chosen = {building.id for building in box.contents.buildings if building.group is Group.PRODUCTION}
    if play.state.options.market == "base":
        chosen |= {building.id for building in box.contents.buildings if not building.expansion}
    elif play.state.options.market == "random":
        chosen |= set(_drawn(play))
    play.record(MarketSet(tuple(name for name in box.buildings if name in chosen)))


def _drawn(play: Play[Colony]) -> Iterator[str]:
    """PR-MARKET-2  For each space a kind of its cost, all equally likely."""
    colony, offered = play.state, set[str]()
    for space in colony.box.contents.market_spaces:
        for _ in range(space.spaces):
            kinds = [
                kind
                for kind in _beige(colony, space.cost)
                if kind not in offered and not _excluded(colony, kind, offered)
            ]
            offered.add(play.chance.choose("market", kinds))
    yield from offered


def _beige(colony: Colony, cost: int) -> list[str]:
    buildings = colony.box.contents.buildings
    return [one.id for one in buildings if one.cost == cost and one.group is not Group.PRODUCTION]


def _excluded(colony: Colony, kind: str, offered: set[str]) -> bool:
    """PR-MARKET-4  Hacienda and forest house: both may be chosen, or the first of them only."""
    if colony.options.hacienda_and_forest_house == "both" or kind not in _PAIR:
        return False
    return any(other in offered for other in _PAIR if other != kind)


def _spaces_left(colony: Colony) -> Counter[int]:
    left = Counter(colony.box.spaces)
    for offer in colony.market:
        building = colony.box.buildings[offer.building]
        if building.group is not Group.PRODUCTION:
            left[building.cost] -= 1
    return +left


class DraftMarket(Effect[Colony], frozen=True, tag="puerto_rico.draft_market.v1"):
    """PR-MARKET-3  From the governor clockwise each seat in turn offers a kind, until all spaces are filled."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        if _spaces_left(play.state):
            play.schedule((seat + 1) % play.state.seats, DraftMarket())
            play.schedule(seat, ChooseKind())


class ChooseKind(Decision[Colony, OfferKind], frozen=True, tag="puerto_rico.choose_kind.v1"):
    """PR-MARKET-3  Which kind of beige buildings to put on a space of its cost."""

    answers = (OfferKind,)
    rule = "PR-MARKET-3"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[OfferKind]:
        for building in colony.box.contents.buildings:
            if building.group is not Group.PRODUCTION:
                yield OfferKind(building.id)

    def refusal(self, colony: Colony, seat: Seat, move: OfferKind) -> Refusal | None:
        building = colony.box.buildings.get(move.building)
        if building is None or building.group is Group.PRODUCTION:
            return refuse(Reason.NO_SUCH_BUILDING, "PR-MARKET-3", building=move.building)
        offered = {offer.building for offer in colony.market}
        if move.building in offered:
            return refuse(Reason.KIND_OFFERED, "PR-MARKET-3", building=move.building)
        if not _spaces_left(colony)[building.cost]:
            return refuse(Reason.NO_MARKET_SPACE, "PR-MARKET-3", cost=building.cost)
        if _excluded(colony, move.building, offered):
            return refuse(Reason.KIND_EXCLUDED, "PR-MARKET-4", building=move.building)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: OfferKind) -> None:
        play.record(KindOffered(seat, move.building))
