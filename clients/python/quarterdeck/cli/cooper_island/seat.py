"""Everything in front of one seat beside its peninsula, as labelled lines."""

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from quarterdeck.cli.cooper_island.terms import GOODS, HALVES, STRUCTURES
from quarterdeck.cli.wording import counted, plain, plural
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, Position, ShipView


def holdings(board: BoardView) -> Table:
    """Storage, reserve, ships, cards and so on."""
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    for label, value in _lines(board):
        grid.add_row(label, Text(value))
    return grid


def standing(position: Position, seat: int) -> list[str]:
    """What a seat's title line adds to its name."""
    board = position.boards[seat]
    told = []
    if position.HasField("turn") and position.turn == seat:
        told.append("on turn")
    if position.HasField("token") and position.token == seat:
        told.append("Cooper token")
    if board.finished:
        told.append("has finished this step")
    if board.fed:
        told.append("workers fed")
    return told


def _lines(board: BoardView) -> Iterator[tuple[str, str]]:
    free = board.storage_spots - len(board.storage)
    yield "storage", f"{counted(GOODS[good] for good in board.storage)} ({free} of {board.storage_spots} spots free)"
    yield "marketplace", counted(GOODS[good] for good in board.market)
    yield "cartographer", f"{board.cartographer}{' (used)' if board.cartographer_used else ''}"
    for ship in board.ships:
        yield _ship(ship)
    yield "tiles", counted(board.tiles)
    yield "islets", counted(board.islets)
    if placed := [f"{one.islet} ({one.water} {HALVES[one.half]})" for one in board.waters if one.islet]:
        yield "on water", counted(placed)
    yield "boats to build", counted(boat.removesuffix("_boat") for boat in board.boats)
    yield "landing spaces", _landing(board)
    yield "buildings left", counted(STRUCTURES[one][1].removesuffix(" building") for one in board.buildings)
    if board.HasField("in_hand"):
        yield "to be placed", STRUCTURES[board.in_hand][1]
    yield "statue spots", "; ".join(_spots(board))
    cards = [*board.small_cards, *(f"{one.card}{'' if one.face_up else ' (down)'}" for one in board.large_cards)]
    yield "cards", counted(cards)
    yield "crate lids", _lids(board)
    yield "log books", counted(name.removeprefix("log_book_") for name in board.log_books)
    available, locked = board.available, board.locked
    yield "workers", f"{available.normal} () {available.special} [], to hire {locked.normal} () {locked.special} []"
    reached = f"; reached: {counted(board.flipped)}" if board.flipped else ""
    filled = f"; on {counted(board.hire_spaces)}" if board.hire_spaces else ""
    yield "milestones", f"{counted(map(plain, board.goals))}{reached}{filled}"
    discount = f"; next purchase {board.discount} less" if board.discount else ""
    yield "feeding", f"{board.feeding_cost} food{discount}"
    if board.taken:
        yield "done", counted(board.taken)


def _ship(ship: ShipView) -> tuple[str, str]:
    label = "one-sail ship" if ship.ship == terms.SHIP_ONE_SAIL else "two-sail ship"
    half = f" {HALVES[ship.half]}" if ship.HasField("half") else ""
    anchors = f", {plural(ship.anchors, 'anchor')}" if ship.anchors else ""
    return label, f"bank {ship.bank}{half}, {plural(ship.steps, 'step')}{anchors}"


def _landing(board: BoardView) -> str:
    moored, free = [], []
    for one in board.landing_spaces:
        number = one.landing.removeprefix("landing_")
        if one.boat:
            moored.append(f"{one.boat.removesuffix('_boat')}{' (down)' if one.face_down else ''} at {number}")
        else:
            free.append(number)
    return ", ".join([*moored, f"free: {', '.join(free)}" if free else "none free"])


def _spots(board: BoardView) -> Iterator[str]:
    states = {
        "statue on": [one.spot for one in board.crafting_spots if one.holds_statue],
        "free": [one.spot for one in board.crafting_spots if one.is_open and not one.holds_statue],
        "covered": [one.spot for one in board.crafting_spots if not one.is_open and not one.holds_statue],
    }
    for state, spots in states.items():
        if spots:
            yield f"{state} {', '.join(spot.removeprefix('spot_') for spot in spots)}"


def _lids(board: BoardView) -> str:
    told = [f"{board.lids} unused"] if board.lids else []
    if board.lids_in_hand:
        told.append(f"{board.lids_in_hand} in hand")
    told += [f"on {crate}" for crate in board.crates]
    return ", ".join(told) or "-"
