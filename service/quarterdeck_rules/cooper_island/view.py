"""What a viewer may see: the position, and facts without their secrets.

Secret are the order and content of the card stacks, the cards drawn for a building, and the order in which others go
back (ruling 3).  The bag and the log books have no order before they are drawn; all else is open.
"""

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island.contents import WaterHalf
from quarterdeck_rules.cooper_island.events import CardsDrawn, CardsReturned
from quarterdeck_rules.cooper_island.feeding import feeding_cost
from quarterdeck_rules.cooper_island.goods import storage_spots
from quarterdeck_rules.cooper_island.position import (
    BoardView,
    BoatView,
    CardGroup,
    CooperView,
    LandView,
    Position,
    ShipView,
    SpotView,
    Supply,
    WaterView,
)
from quarterdeck_rules.cooper_island.state import Crew, Island, Sailing
from quarterdeck_rules.cooper_island.statues import open_spots
from quarterdeck_rules.cooper_island.terms import Half, Ship, Worker
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer


def view(island: Island, viewer: Viewer) -> Position:
    """The position.  It is the same for every viewer: all that is secret is left out for all."""
    cargo = island.box.cargo_names
    return Position(
        round=island.round,
        phase=island.phase,
        clean_up_step=island.clean_up_step,
        turn=island.turn,
        token=island.token if island.cooper is None else None,
        layout=island.options.layout,
        banks=island.banks,
        bays=island.bays,
        boards=tuple(_board(island, seat) for seat in range(island.seats)),
        islets=island.islets,
        stacks=island.stacks,
        orders=island.orders,
        harbormaster=cargo[island.harbormaster] if island.harbormaster < len(cargo) else None,
        harbormaster_stands=island.harbormaster_stands,
        supply=Supply(
            sum(island.bag), island.single_tiles, sum(island.log_books), island.small_deck.size, island.large_deck.size
        ),
        cooper=_cooper(island),
    )


def _cooper(island: Island) -> CooperView | None:
    cooper, numbers = island.cooper, island.box.numbers
    if cooper is None:
        return None
    out = [posted.worker for posted in cooper.posted]
    return CooperView(
        strategy=cooper.strategy,
        level=cooper.level,
        ship=_ship(island, Ship.ONE_SAIL, Sailing(cooper.bank, cooper.steps, cooper.anchors)),
        workers=Crew(
            numbers.cooper_normal_workers - out.count(Worker.NORMAL),
            numbers.cooper_special_workers - out.count(Worker.SPECIAL),
        ),
        posted=cooper.posted,
        third=cooper.third,
        orders=cooper.orders,
        log_books=cooper.log_books,
        depot=cooper.depot,
        card=cooper.card or None,
        start_cards=tuple(map(CardGroup, cooper.start)),
        deck=tuple(map(CardGroup, cooper.deck)),
        discard=cooper.discard,
        aside=cooper.aside or None,
        tokens=cooper.tokens,
        clean_up_spaces=cooper.spaces,
    )


def _board(island: Island, seat: Seat) -> BoardView:
    board, box = island.boards[seat], island.box
    opened = {place for place, _ in open_spots(island, seat)}
    return BoardView(
        seat=seat,
        harbor=island.harbor(seat),
        land=tuple(
            LandView(space.id, space.q, space.r, pile.level, pile.landscape, pile.cube, pile.structure, pile.ruin)
            for space, pile in zip(box.contents.land, board.piles, strict=True)
        ),
        waters=tuple(_water(island, seat, half) for half in box.contents.water),
        ships=tuple(_ship(island, ship, board.ship(ship)) for ship in Ship),
        storage=board.storage,
        storage_spots=storage_spots(island, seat),
        market=board.market,
        cartographer=board.cartographer,
        cartographer_used=board.cartographer_used,
        tiles=board.tiles,
        islets=board.islets,
        boats=board.boats,
        landing_spaces=tuple(
            BoatView(landing, None if moored is None else moored.boat, moored is not None and moored.face_down)
            for landing, moored in zip(box.landing_names, board.moored, strict=True)
        ),
        buildings=board.buildings,
        in_hand=board.in_hand,
        crafting_spots=tuple(
            SpotView(spot.id, place in opened, board.crafting[place])
            for place, spot in enumerate(box.contents.crafting_spots)
        ),
        lids_on_cargo=board.lids_on_cargo,
        lids=board.lids,
        lids_in_hand=board.lids_in_hand,
        crates=board.crates,
        goals=board.goals,
        flipped=board.flipped,
        hire_spaces=board.hire_spaces,
        available=board.available,
        locked=board.locked,
        small_cards=board.small_cards,
        large_cards=board.large_cards,
        log_books=board.log_books,
        discount=board.discount,
        feeding_cost=feeding_cost(island, seat),
        fed=board.fed,
        finished=board.finished,
        taken=board.taken,
    )


def _water(island: Island, seat: Seat, half: WaterHalf) -> WaterView:
    islet = next(
        (one.islet for one in island.islets if (one.owner, one.water, one.half) == (seat, half.space, half.half)), None
    )
    bank = (island.harbor(seat) + half.banks_from_harbor) % island.banks
    return WaterView(half.space, half.half, half.q, half.r, bank, half.clockwise, islet)


def _ship(island: Island, ship: Ship, sailing: Sailing) -> ShipView:
    covered = next((islet.half for islet in island.islets if islet.bank == sailing.bank), None)
    half = None if covered is None else Half.FAR if covered is Half.NEAR else Half.NEAR
    return ShipView(ship, sailing.bank, sailing.steps, sailing.anchors, half)


def redact(event: Struct, viewer: Viewer) -> Struct:
    """A fact as a viewer may see it: cards drawn and returned in secret are counted, not named."""
    if isinstance(event, CardsDrawn | CardsReturned) and event.seat != viewer:
        return replace(event, cards=())
    return event
