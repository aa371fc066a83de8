"""Final scoring in its five steps, and the result.  Rulebook: "End of the Game"."""

from collections.abc import Iterator

from msgspec import UNSET, Struct

from quarterdeck_rules.cooper_island.contents import LargeCard, RoyalOrder, SmallCard
from quarterdeck_rules.cooper_island.goals import lies_within
from quarterdeck_rules.cooper_island.measures import measured, uncharted
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Ship
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Standing, Viewer


class ScoreFact(Struct, frozen=True):
    """A named number or text that explains a score line."""

    name: str
    value: str


class ScoreLine(Struct, frozen=True):
    """One line of the score: what it is for, its points, and the facts they follow from."""

    code: str
    points: int
    facts: tuple[ScoreFact, ...]


class SeatScore(Struct, frozen=True):
    """The score of one seat."""

    seat: Seat
    lines: tuple[ScoreLine, ...]
    total: int
    uncharted_spaces: int
    """The tie-break: fewer is better."""
    rank: int
    """1 is best; equal ranks share the place."""


class CooperScore(Struct, frozen=True):
    """The score of Cooper in a solo game."""

    log_books: int
    """Points of log books."""
    steps: int
    """Points of steps past the last bay or harbor."""
    level: int
    """Points of the level of difficulty."""
    total: int
    beaten: bool
    """Whether the seat has more points."""


class ScoreSheet(Struct, frozen=True):
    """The score of all seats, as it would be if the game ended now."""

    scores: tuple[SeatScore, ...]
    cooper: CooperScore | None = None
    """Cooper's score in a solo game."""


def score_sheet(island: Island, viewer: Viewer) -> ScoreSheet:
    """CI-SCORE-9  Most points win; then fewer uncharted spaces; then the victory is shared.

    Nothing that scores is hidden from any viewer.
    """
    lines = [tuple(_lines(island, seat)) for seat in range(island.seats)]
    totals = [sum(line.points for line in own) for own in lines]
    spaces = [uncharted(board) for board in island.boards]
    keys = [(-total, left) for total, left in zip(totals, spaces, strict=True)]
    cooper = _cooper(island, totals[0])
    lost = cooper is not None and not cooper.beaten
    return ScoreSheet(
        tuple(
            SeatScore(seat, lines[seat], totals[seat], spaces[seat], 1 + lost + sum(key < keys[seat] for key in keys))
            for seat in range(island.seats)
        ),
        cooper,
    )


def _cooper(island: Island, points: int) -> CooperScore | None:
    """CI-SOLO-SCORE-1  Cooper scores log books, steps past the last one and his level; anchors cost him nothing.

    CI-SOLO-SCORE-2  The seat wins with more points than he has, and with nothing less.
    """
    if island.cooper is None:
        return None
    numbers = island.box.numbers
    books, steps = divmod(island.cooper.steps, numbers.banks_to_bay)
    level = island.box.levels[island.cooper.level].points
    total = books * numbers.log_book_points + steps + level
    return CooperScore(books * numbers.log_book_points, steps, level, total, points > total)


def standings(island: Island) -> tuple[Standing, ...]:
    """Points and ranks in seat order."""
    return tuple(Standing(score.seat, score.total, score.rank) for score in score_sheet(island, None).scores)


def _lines(island: Island, seat: Seat) -> Iterator[ScoreLine]:
    yield from _helm_points(island, seat)
    yield from _royal_orders(island, seat)
    yield from _flags(island, seat)
    yield _leftovers(island, seat)
    anchors = sum(island.boards[seat].ship(ship).anchors for ship in Ship)
    yield _line("anchors", -anchors, anchors=anchors)  # CI-SCORE-8


def _helm_points(island: Island, seat: Seat) -> Iterator[ScoreLine]:
    """CI-SCORE-2  A log book for every so many steps of a ship, and each step past the last harbor or bay.

    Counted from the steps, which also holds when the log book tokens have run out (ruling 72).
    """
    numbers, board = island.box.numbers, island.boards[seat]
    passed = {ship: divmod(board.ship(ship).steps, numbers.banks_to_bay) for ship in Ship}
    books = sum(count for count, _ in passed.values())
    yield _line("log_books", books * numbers.log_book_points, log_books=books)
    for ship, (_, steps) in passed.items():
        yield _line(f"{ship}_steps", steps, steps=steps)


def _royal_orders(island: Island, seat: Seat) -> Iterator[ScoreLine]:
    """CI-SCORE-3  Each order that holds a worker of the seat: the points of the stage reached, not cumulative."""
    for assigned in island.orders:
        if assigned.seat == seat:
            order = island.box.royal_orders[assigned.order]
            if order.measure is UNSET:
                yield _copied_order(island, seat, order)
            else:
                yield _line(
                    "royal_order",
                    order_points(island, seat, order),
                    order=order.id,
                    count=measured(island, seat, order.measure),
                )


def order_points(island: Island, seat: Seat, order: RoyalOrder) -> int:
    """CI-SCORE-4  Points of the best stage whose bounds the seat's measure meets."""
    assert order.measure is not UNSET
    count = measured(island, seat, order.measure)
    reached = (stage.points for stage in order.stages if lies_within(count, stage.at_least, stage.at_most))
    return max(reached, default=0)


def _copied_order(island: Island, seat: Seat, order: RoyalOrder) -> ScoreLine:
    """CI-SCORE-5  The copying order scores the best card with another seat's worker, less a point (ruling 70)."""
    copied = [
        (order_points(island, seat, other), other.id)
        for assigned in island.orders
        if assigned.seat not in (None, seat) and (other := island.box.royal_orders[assigned.order]).measure is not UNSET
    ]
    points, name = max(copied, default=(0, ""))
    return _line("copied_order", max(0, points - order.copy_less), order=order.id, copied=name)


def _flags(island: Island, seat: Seat) -> Iterator[ScoreLine]:
    """CI-SCORE-6  Tasks of face-up building cards, all or nothing."""
    board, box = island.boards[seat], island.box
    face_up = [box.large_cards[owned.card] for owned in board.large_cards if owned.face_up]
    cards: list[SmallCard | LargeCard] = [*(box.small_cards[name] for name in board.small_cards), *face_up]
    for card in cards:
        if card.flag is not UNSET:
            count = measured(island, seat, card.flag.goal.measure)
            yield _line("flag", card.flag.points if card.flag.goal.is_met(count) else 0, card=card.id, count=count)


def _leftovers(island: Island, seat: Seat) -> ScoreLine:
    """CI-SCORE-7  Stored goods, cartographer steps and double tiles in reserve, a point for every so many together."""
    board = island.boards[seat]
    left = len(board.storage) + board.cartographer + len(board.tiles)
    return _line(
        "leftovers",
        left // island.box.numbers.leftovers_per_point,
        goods=len(board.storage),
        cartographer=board.cartographer,
        tiles=len(board.tiles),
    )


def _line(code: str, points: int, **facts: object) -> ScoreLine:
    return ScoreLine(code, points, tuple(ScoreFact(name, str(value)) for name, value in facts.items()))
