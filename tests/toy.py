"""A toy title that has everything the service meets: a secret draw, seats that act at once, an anytime move, an option.

Each seat is dealt a secret card.  All seats bid at once, hidden until the last bid is in.  Then seats take coins in
turn; a coin buys a new secret card at any time.  Points are coins, the card and the bid.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import Due
from quarterdeck_rules.engine.components import Component, ComponentSet, decode_contents, read_tables, restore_contents
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Anytime, Decision, Effect, Move, Seat
from quarterdeck_rules.engine.title import Standing, Title, Viewer

FILE = b"""
[[cards]]
id = "low"
status = "printed"
source = "the toy's box"
values = [1, 2, 3, 4]

[[cards]]
id = "high"
status = "reconstructed"
source = "made up"
values = [10, 20, 30]
"""


class Metal(StrEnum):
    GOLD = "gold"
    SILVER = "silver"


class Options(Struct, frozen=True):
    length: Annotated[Literal["short", "long"], Meta(description="How many turns a seat has: 2 or 6.")] = "short"


class Cards(Component, frozen=True, kw_only=True):
    values: tuple[int, ...]


class Box(Struct, frozen=True):
    cards: tuple[Cards, ...]


class Place(Struct, frozen=True):
    card: int = 0
    bid: int = 0
    has_bid: bool = False
    coins: int = 0


class Toy(Struct, frozen=True):
    box: ComponentSet[Box]
    turns: int
    places: tuple[Place, ...]
    are_bids_open: bool = False

    def with_place(self, seat: Seat, **changes: object) -> "Toy":
        places = list(self.places)
        places[seat] = replace(places[seat], **changes)
        return replace(self, places=tuple(places))


class CardDealt(Struct, frozen=True, tag="toy.card_dealt.v1"):
    seat: Seat
    card: int | None


class BidMade(Struct, frozen=True, tag="toy.bid_made.v1"):
    seat: Seat
    bid: int | None


class BidsOpened(Struct, frozen=True, tag="toy.bids_opened.v1"):
    bids: tuple[int, ...]


class CoinsTaken(Struct, frozen=True, tag="toy.coins_taken.v1"):
    seat: Seat
    metals: tuple[Metal, ...]


class CardBought(Struct, frozen=True, tag="toy.card_bought.v1"):
    seat: Seat


class MakeBid(Move, Struct, frozen=True, tag="toy.make_bid.v1"):
    bid: int


class TakeCoins(Move, Struct, frozen=True, tag="toy.take_coins.v1"):
    metals: tuple[Metal, ...]
    note: str | None = None


class BuyCard(Move, Struct, frozen=True, tag="toy.buy_card.v1"):
    """Buy a card for a coin."""


def deal(play: Play[Toy], seat: Seat) -> None:
    values = [value for cards in play.state.box.contents.cards for value in cards.values]
    play.record(CardDealt(seat, play.chance.choose("card", values)))


class ChooseBid(Decision[Toy, MakeBid], frozen=True, tag="toy.choose_bid.v1"):
    """TOY-BID-1  A bid is 0 to 3."""

    card: int
    """The seat's secret card, so that this decision holds a secret."""
    rule = "TOY-BID-1"
    answers = (MakeBid,)
    interruptible = False

    def candidates(self, state: Toy, seat: Seat) -> Iterable[MakeBid]:
        return map(MakeBid, range(4))

    def refusal(self, state: Toy, seat: Seat, move: MakeBid) -> Refusal | None:
        return None if 0 <= move.bid <= 3 else refuse("BID_TOO_HIGH", "TOY-BID-1", bid=move.bid, highest=3)

    def resolve(self, play: Play[Toy], seat: Seat, move: MakeBid) -> None:
        play.record(BidMade(seat, move.bid))


class ChooseCoins(Decision[Toy, TakeCoins], frozen=True, tag="toy.choose_coins.v1"):
    """TOY-COIN-1  One or two coins, never two of gold."""

    left: int
    rule = "TOY-COIN-1"
    answers = (TakeCoins,)

    def candidates(self, state: Toy, seat: Seat) -> Iterable[TakeCoins]:
        gold, silver = Metal.GOLD, Metal.SILVER
        return map(TakeCoins, ((gold,), (silver,), (gold, gold), (gold, silver), (silver, silver)))

    def refusal(self, state: Toy, seat: Seat, move: TakeCoins) -> Refusal | None:
        if not 1 <= len(move.metals) <= 2:
            return refuse("WRONG_COUNT", "TOY-COIN-1", count=len(move.metals))
        if move.metals.count(Metal.GOLD) > 1:
            return refuse("TOO_MUCH_GOLD", "TOY-COIN-1", metals=move.metals)
        return None

    def resolve(self, play: Play[Toy], seat: Seat, move: TakeCoins) -> None:
        if move.note == "break":
            raise RuntimeError("a fault in the rules, and a secret: " + str(play.state.places[seat].card))
        play.record(CoinsTaken(seat, move.metals))


class OpenBids(Effect[Toy], frozen=True, tag="toy.open_bids.v1"):
    def run(self, play: Play[Toy], seat: Seat) -> None:
        play.record(BidsOpened(tuple(place.bid for place in play.state.places)))
        for left in range(play.state.turns):
            for other in reversed(range(len(play.state.places))):
                play.schedule(other, ChooseCoins(left))


class Buy(Anytime[Toy, BuyCard]):
    """TOY-BUY-1  A coin buys a card."""

    move = BuyCard

    def candidates(self, state: Toy, seat: Seat) -> Iterable[BuyCard]:
        return (BuyCard(),)

    def refusal(self, state: Toy, seat: Seat, move: BuyCard) -> Refusal | None:
        return None if state.places[seat].coins else refuse("NO_COIN", "TOY-BUY-1", coins=0)

    def resolve(self, play: Play[Toy], seat: Seat, move: BuyCard) -> None:
        play.record(CardBought(seat))
        deal(play, seat)


def evolve(state: Toy, event: object) -> Toy:
    match event:
        case CardDealt(seat, card):
            return state.with_place(seat, card=card)
        case BidMade(seat, bid):
            return state.with_place(seat, bid=bid, has_bid=True)
        case BidsOpened():
            return replace(state, are_bids_open=True)
        case CoinsTaken(seat, metals):
            return state.with_place(seat, coins=state.places[seat].coins + len(metals))
        case CardBought(seat):
            return state.with_place(seat, coins=state.places[seat].coins - 1)
    raise TypeError(event)


class PlaceView(Struct, frozen=True):
    seat: Seat
    coins: int
    has_bid: bool
    card: int | None = None
    bid: int | None = None


class ToyView(Struct, frozen=True):
    places: tuple[PlaceView, ...]
    metals: tuple[Metal, ...] = tuple(Metal)


def view(state: Toy, viewer: Viewer) -> ToyView:
    def one(seat: Seat, place: Place) -> PlaceView:
        own = seat == viewer
        bid = place.bid if place.has_bid and (own or state.are_bids_open) else None
        return PlaceView(seat, place.coins, place.has_bid, place.card if own else None, bid)

    return ToyView(tuple(one(seat, place) for seat, place in enumerate(state.places)))


def redact(event: Struct, viewer: Viewer) -> Struct:
    match event:
        case CardDealt(seat, _) if seat != viewer:
            return replace(event, card=None)
        case BidMade(seat, _) if seat != viewer:
            return replace(event, bid=None)
    return event


class ToySheet(Struct, frozen=True):
    points: tuple[int, ...]


def standings(state: Toy) -> tuple[Standing, ...]:
    points = [place.coins + place.card + place.bid for place in state.places]
    return tuple(Standing(seat, own, 1 + sum(other > own for other in points)) for seat, own in enumerate(points))


def set_up(play: Play[Toy]) -> None:
    seats = range(len(play.state.places))
    for seat in seats:
        deal(play, seat)
    play.schedule(0, OpenBids())
    play.all_at_once({seat: (ChooseBid(play.state.places[seat].card),) for seat in seats})


def no_effects(wanted: type, raw: Any) -> Any:
    raise NotImplementedError(wanted)


def load_components(replacements: Sequence[bytes]) -> ComponentSet[Box]:
    return ComponentSet(*decode_contents(read_tables((FILE,), replacements), Box, no_effects))


def restore_components(canonical: bytes) -> ComponentSet[Box]:
    return ComponentSet(restore_contents(canonical, Box, no_effects), canonical)


def begin(seats: int, options: Any, components: ComponentSet[Any]) -> Toy:
    return Toy(components, {"short": 2, "long": 6}[options.length], (Place(),) * seats)


def obligations(state: Toy) -> Sequence[Due]:
    return ()


def words(language: str) -> Mapping[str, Mapping[str, str]]:
    return {}


TOY: Title[Toy] = Title(
    name="toy",
    rules_version="1",
    seat_counts=(2, 3),
    options=Options,
    events=(CardDealt, BidMade, BidsOpened, CoinsTaken, CardBought),
    steps=(ChooseBid, ChooseCoins, OpenBids),
    moves=(MakeBid, TakeCoins, BuyCard),
    anytime=(Buy(),),
    load_components=load_components,
    restore_components=restore_components,
    begin=begin,
    set_up=set_up,
    evolve=evolve,
    obligations=obligations,
    view=view,
    redact=redact,
    standings=standings,
    score_sheet=lambda state, viewer: ToySheet(tuple(standing.points for standing in standings(state))),
    words=words,
    reveals=(BidsOpened,),
)


def as_json(value: object) -> bytes:
    """Deterministic bytes of a view or event, to compare what viewers see."""
    return msgspec.json.encode(value, order="deterministic")
