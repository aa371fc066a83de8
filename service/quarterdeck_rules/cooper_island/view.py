"""What a viewer may see: the position, and facts without their secrets.

Secret are the order and content of the card stacks, the cards drawn for a building, and the order in which others go
back (ruling 3).  The bag and the log books have no order before they are drawn; all else is open.
"""

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island.contents import WaterHalf
from quarterdeck_rules.cooper_island.cooper import Posted
from quarterdeck_rules.cooper_island.events import CardsDrawn, CardsReturned
from quarterdeck_rules.cooper_island.feeding import feeding_cost
from quarterdeck_rules.cooper_island.goods import storage_spots
from quarterdeck_rules.cooper_island.state import Assigned, Crew, Island, OwnedCard, Sailing, Stack
from quarterdeck_rules.cooper_island.statues import open_spots
from quarterdeck_rules.cooper_island.terms import Good, Half, Landscape, Phase, PlacedIslet, Ship, Structure, Worker
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Viewer


class LandView(Struct, frozen=True):
    """A landscape space of a peninsula."""

    space: str
    q: int
    r: int
    """Axial coordinates: r counts rows from the tip of the peninsula, q + r/2 columns from left to right."""
    level: int
    """Tiles in the pile; 0 is uncharted."""
    landscape: Landscape | None
    cube: Good | None
    structure: Structure | None
    ruin: bool


class ShipView(Struct, frozen=True):
    """A ship on the ring."""

    ship: Ship
    bank: int
    steps: int
    anchors: int
    half: Half | None
    """Half of the sand bank it has to lie on, where an islet covers the other."""


class WaterView(Struct, frozen=True):
    """Half of a water space of a peninsula, and the islet on it."""

    water: str
    half: Half
    q: int
    r: int
    """Axial coordinates, as those of the land."""
    bank: int
    """Number of the water space on the ring, clockwise."""
    clockwise: bool
    """Whether it is the clockwise half of its sand bank."""
    islet: str | None


class BoatView(Struct, frozen=True):
    """A landing space and the boat on it."""

    landing: str
    boat: str | None
    face_down: bool


class SpotView(Struct, frozen=True):
    """A statue crafting spot."""

    spot: str
    is_open: bool
    """Whether no building covers it."""
    holds_statue: bool


class BoardView(Struct, frozen=True):
    """Everything in front of one seat."""

    seat: Seat
    harbor: int
    """Number of its harbor on the ring."""
    land: tuple[LandView, ...]
    waters: tuple[WaterView, ...]
    ships: tuple[ShipView, ...]
    storage: tuple[Good, ...]
    storage_spots: int
    market: tuple[Good, ...]
    cartographer: int
    cartographer_used: bool
    tiles: tuple[str, ...]
    islets: tuple[str, ...]
    boats: tuple[str, ...]
    landing_spaces: tuple[BoatView, ...]
    buildings: tuple[Structure, ...]
    """Buildings left on the player board."""
    in_hand: Structure | None
    crafting_spots: tuple[SpotView, ...]
    lids_on_cargo: tuple[str, ...]
    lids: int
    lids_in_hand: int
    crates: tuple[str, ...]
    goals: tuple[str, ...]
    flipped: tuple[str, ...]
    hire_spaces: tuple[str, ...]
    available: Crew
    locked: Crew
    small_cards: tuple[str, ...]
    large_cards: tuple[OwnedCard, ...]
    log_books: tuple[str, ...]
    discount: int
    feeding_cost: int
    fed: bool
    finished: bool
    taken: tuple[str, ...]


class Supply(Struct, frozen=True):
    """What is left of components that are not unlimited, as numbers: order and content of stacks are secret."""

    double_tiles: int
    single_tiles: int
    log_books: int
    small_cards: int
    large_cards: int


class CardGroup(Struct, frozen=True):
    """Action cards of which nobody knows the order, or which of them it is."""

    cards: tuple[str, ...]


class CooperView(Struct, frozen=True):
    """Everything of Cooper, the opponent of a solo game."""

    strategy: str
    level: str
    ship: ShipView
    workers: Crew
    """Workers that are not on worker spaces."""
    posted: tuple[Posted, ...]
    """His workers on worker spaces."""
    third: tuple[Posted, ...]
    """Workers of the third color on worker spaces."""
    orders: tuple[str, ...]
    """Royal orders of his display."""
    log_books: tuple[str, ...]
    depot: tuple[Good, ...]
    """Cubes that a seat he covers may take."""
    card: str | None
    """The action card that he carries out."""
    start_cards: tuple[CardGroup, ...]
    """One card of each lies on top of his deck."""
    deck: tuple[CardGroup, ...]
    """His deck below them from top to bottom: the cards of a group are shuffled."""
    discard: tuple[str, ...]
    """His discard pile, face up."""
    aside: str | None
    """The card that is left out of the next shuffle."""
    tokens: int
    """Milestone tokens that wait for a space of his clean-up."""
    clean_up_spaces: tuple[str, ...]
    """Spaces of his clean-up that hold a token."""


class Position(Struct, frozen=True):
    """The whole table as a viewer may see it."""

    round: int
    phase: Phase
    clean_up_step: int
    turn: Seat | None
    token: Seat
    layout: str
    banks: int
    """Number of water spaces on the ring."""
    bays: tuple[int, ...]
    """Water spaces of the ring that are bays."""
    boards: tuple[BoardView, ...]
    islets: tuple[PlacedIslet, ...]
    stacks: tuple[Stack, ...]
    orders: tuple[Assigned, ...]
    harbormaster: str | None
    """The cargo ship he is on; nothing once he has left the last."""
    harbormaster_stands: bool
    supply: Supply
    cooper: CooperView | None
    """The opponent of a solo game."""


def view(island: Island, viewer: Viewer) -> Position:
    """The position.  It is the same for every viewer: all that is secret is left out for all."""
    cargo = island.box.cargo_names
    return Position(
        round=island.round,
        phase=island.phase,
        clean_up_step=island.clean_up_step,
        turn=island.turn,
        token=island.token,
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
