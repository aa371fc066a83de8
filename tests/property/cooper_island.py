"""What holds on a table of Cooper Island after every move, and what a viewer may not know of it."""

import random
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.buildings import ChooseCard, OrderCards
from quarterdeck_rules.cooper_island.cartographer import PlaceSingleTile
from quarterdeck_rules.cooper_island.feeding import feeding_cost
from quarterdeck_rules.cooper_island.goods import storage_spots
from quarterdeck_rules.cooper_island.hiring import ChooseOrder
from quarterdeck_rules.cooper_island.sailing import Arrive, GainLogBook
from quarterdeck_rules.cooper_island.state import Deck, Island
from quarterdeck_rules.cooper_island.terms import Structure
from quarterdeck_rules.engine.agenda import Agenda, Due, Lane
from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.engine.title import Viewer
from tests.property.cooper_solo import check_solo

MOST_USABLE_WORKERS = 4
MOST_ORDERS = 2
"""Per seat: what hire spaces and special workers allow together."""


def check(game: Game[Island]) -> None:
    """Every invariant of the title; AssertionError names the one that is broken."""
    island, dues = game.state, tuple(_dues(game.agenda))
    _supply(island, dues)
    _cards(island, dues)
    _ring(island)
    check_solo(game, dues)
    for seat in range(island.seats):
        _land(island, seat)
        _reserve(island, seat)
        _workers(island, seat, dues)
        _ships(island, seat, dues)


def _dues(agenda: Agenda) -> Iterator[Due]:
    return (due for lane in (agenda.main, *agenda.lanes) for due in lane.steps)


def _supply(island: Island, dues: tuple[Due, ...]) -> None:
    """Tiles and log books are in the supply, in a reserve or on a board, and nowhere else."""
    contents, boards = island.box.contents, island.boards
    in_hand = sum(isinstance(due.step, PlaceSingleTile) for due in dues)
    singles = island.box.numbers.single_tiles - island.single_tiles - in_hand
    levels = sum(pile.level for board in boards for pile in board.piles)
    halves = levels - singles - len(island.islets)
    assert island.single_tiles >= 0
    assert singles >= 0
    assert halves >= 0
    assert halves % 2 == 0, "a double tile covers two spaces"
    reserves = sum(len(board.tiles) for board in boards)
    assert sum(island.bag) + reserves + halves // 2 == sum(tile.count for tile in contents.double_tiles)
    for tile, left in zip(contents.double_tiles, island.bag, strict=True):
        assert 0 <= left <= tile.count - sum(board.tiles.count(tile.id) for board in boards), tile.id
    opponent = island.cooper.log_books if island.cooper is not None else ()
    taken = [book for books in (*(board.log_books for board in boards), opponent) for book in books]
    for book, left in zip(contents.log_books, island.log_books, strict=True):
        assert left + taken.count(book.id) == book.count, book.id
        assert left >= 0


def _cards(island: Island, dues: tuple[Due, ...]) -> None:
    """Every building card is in its deck, in front of a seat or held by one that chooses, and only once."""
    for structure, deck, every, kept in (
        (
            Structure.SMALL_BUILDING,
            island.small_deck,
            island.box.small_cards,
            [card for board in island.boards for card in board.small_cards],
        ),
        (
            Structure.LARGE_BUILDING,
            island.large_deck,
            island.box.large_cards,
            [owned.card for board in island.boards for owned in board.large_cards],
        ),
    ):
        cards = [*deck.unseen, *deck.returned, *kept, *_held(dues, structure)]
        assert sorted(cards) == sorted(every), structure


def _held(dues: tuple[Due, ...], structure: Structure) -> list[str]:
    return [
        card
        for due in dues
        if isinstance(due.step, ChooseCard | OrderCards) and due.step.structure is structure
        for card in due.step.cards
    ]


def _ring(island: Island) -> None:
    """A water space has one islet at most, royal orders one worker; a stack is no mix of spaces."""
    waters = [islet.bank for islet in island.islets]
    assert len(set(waters)) == len(waters), "one islet per water space"
    spaces = [(stack.section, stack.worker) for stack in island.stacks]
    assert len(set(spaces)) == len(spaces)
    assert all(stack.seats for stack in island.stacks)
    if island.seats > 1:
        assert len(island.orders) in (0, island.box.tables[island.seats].royal_orders)


def _land(island: Island, seat: int) -> None:
    board = island.boards[seat]
    for space, pile in zip(island.box.spaces, board.piles, strict=True):
        assert (pile.landscape is None) is (pile.level == 0), space
        assert pile.cube is None or pile.level >= 1, f"{space}: a cube lies on land"
        assert pile.structure is None or pile.level >= 1, f"{space}: a structure stands on land"
        assert pile.cube is None or pile.structure is None, f"{space}: one item"
        assert not (pile.ruin and pile.level), f"{space}: a ruin stands on uncharted ground"
    statues = sum(pile.structure is Structure.STATUE for pile in board.piles) + (board.in_hand is Structure.STATUE)
    ruins = sum(pile.ruin for pile in board.piles)
    assert ruins + sum(board.crafting) + statues == len(island.box.ruins), "ruins become statues"
    for kind in island.box.contents.buildings:
        built = sum(pile.structure is kind.structure for pile in board.piles) + (board.in_hand is kind.structure)
        assert built + board.buildings.count(kind.structure) == kind.count, kind.id


def _reserve(island: Island, seat: int) -> None:
    board, box = island.boards[seat], island.box
    assert len(board.storage) <= storage_spots(island, seat), "a spot holds one item"
    lids = len(board.lids_on_cargo) + board.lids + board.lids_in_hand + len(board.crates)
    assert lids == len(box.cargo_ships), "one lid per cargo ship"
    assert len(set(board.crates)) == len(board.crates)
    assert min(board.lids, board.lids_in_hand, board.discount) >= 0
    assert 0 <= board.cartographer <= box.numbers.cartographer_track
    moored = [boat.boat for boat in board.moored if boat is not None]
    assert sorted((*board.boats, *moored)) == sorted(box.boats), "boats are in reserve or moored"
    placed = [islet.islet for islet in island.islets if islet.owner == seat]
    returned = _returned_islets(island, seat)
    assert sorted((*board.islets, *placed, *returned)) == sorted(box.islets), "islets are in reserve or on the ring"
    tokens = len(board.goals) + len(board.flipped) + len(board.hire_spaces)
    assert tokens == len(box.milestones)
    assert len(set(board.hire_spaces)) == len(board.hire_spaces)
    worst = box.numbers.feeding_base + sum(value.food for value in box.contents.feeding_row)
    assert 0 <= feeding_cost(island, seat) <= worst + 1
    assert feeding_cost(island, seat) <= box.numbers.feeding_base + 5, "three hires cost five at most"


def _returned_islets(island: Island, seat: int) -> set[str]:
    """Islets back in the box: only drawn ones, one an income phase, and one more that was exchanged."""
    board, placed = island.boards[seat], [islet.islet for islet in island.islets if islet.owner == seat]
    returned = set(island.box.islets) - {*board.islets, *placed}
    if island.options.islets == "chosen":
        assert not returned, "islets that are chosen are placed"
        assert not board.islet_exchanged
    assert len(returned) + len(placed) <= island.round + board.islet_exchanged, "an islet each income phase"
    assert returned or not board.islet_exchanged, "the exchanged one is in the box"
    return returned


def _workers(island: Island, seat: int, dues: tuple[Due, ...]) -> None:
    board, numbers = island.boards[seat], island.box.numbers
    at_work = [stack.worker for stack in island.stacks for other in stack.seats if other == seat]
    assigned = [order.worker for order in island.orders if order.seat == seat]
    normal = board.available.normal + board.locked.normal + at_work.count("normal") + assigned.count("normal")  # type: ignore[arg-type]
    special = board.available.special + board.locked.special + at_work.count("special") + assigned.count("special")  # type: ignore[arg-type]
    assert normal == numbers.normal_workers_at_start + numbers.normal_workers_locked
    assert special == numbers.special_workers_locked
    assert min(board.available.normal, board.available.special, board.locked.normal, board.locked.special) >= 0
    assert len(assigned) <= MOST_ORDERS
    waits = sum(due.seat == seat and isinstance(due.step, ChooseOrder) for due in dues)
    usable = board.available.normal + board.available.special + len(at_work) - waits
    assert usable <= MOST_USABLE_WORKERS


def _ships(island: Island, seat: int, dues: tuple[Due, ...]) -> None:
    """A log book for every five steps of a ship, while there are any."""
    board, between = island.boards[seat], island.box.numbers.banks_to_bay
    for ship, turn in ((board.one_sail, 1), (board.two_sail, -1)):
        assert ship.bank == (2 * between * seat + turn * ship.steps) % island.banks
        assert ship.anchors >= 0
    earned = sum(ship.steps // between for ship in (board.one_sail, board.two_sail))
    under_way = any(due.seat == seat and isinstance(due.step, Arrive | GainLogBook) for due in dues)
    assert len(board.log_books) <= earned
    assert len(board.log_books) == earned or under_way or not any(island.log_books)


# What a viewer may not know


def disguise(game: Game[Island], viewer: Viewer, move: Struct, dice: random.Random) -> tuple[Game[Island], Struct]:
    """The game with the cards shuffled that this viewer has not seen: in both decks, and in the hands of others.

    Cooper hides nothing: which cards a part of his deck holds is open, and their order is made as they are drawn.
    A card that the move is about to show to all stays where it is.  The move is the same, in the words of that world.
    """
    shown = move.card if isinstance(move, moves.KeepCard) else ""
    names: dict[str, str] = {}
    for structure, deck in (
        (Structure.SMALL_BUILDING, game.state.small_deck),
        (Structure.LARGE_BUILDING, game.state.large_deck),
    ):
        others = tuple(due for due in _dues(game.agenda) if due.seat != viewer)
        hidden = [card for card in (*deck.unseen, *deck.returned, *_held(others, structure)) if card != shown]
        names.update(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    table = replace(
        game.state, small_deck=_renamed(game.state.small_deck, names), large_deck=_renamed(game.state.large_deck, names)
    )
    agenda = Agenda(
        _disguised(game.agenda.main, viewer, names),
        tuple(_disguised(lane, viewer, names) for lane in game.agenda.lanes),
    )
    if isinstance(move, moves.ReturnCards):
        move = moves.ReturnCards(tuple(names.get(card, card) for card in move.cards))
    return replace(game, state=table, agenda=agenda), move


def _renamed(deck: Deck, names: dict[str, str]) -> Deck:
    return Deck(tuple(names.get(card, card) for card in deck.unseen), tuple(names.get(c, c) for c in deck.returned))


def _disguised(lane: Lane, viewer: Viewer, names: dict[str, str]) -> Lane:
    steps = tuple(
        Due(due.seat, replace(due.step, cards=tuple(names.get(card, card) for card in due.step.cards)))
        if due.seat != viewer and isinstance(due.step, ChooseCard | OrderCards)
        else due
        for due in lane.steps
    )
    return replace(lane, steps=steps)
