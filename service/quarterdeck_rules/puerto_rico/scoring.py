"""The score, and the result.  Rulebook: "End of the Game", "Large Beige Buildings"."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Standing, Viewer
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import Group


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
    """Sum of the lines."""
    doubloons_and_goods: int
    """The tie-break: more is better."""
    is_whole: bool
    """Whether the lines are all there are; while the game runs chips of others are hidden, and what counts them."""
    rank: int
    """1 is best, equal ranks share the place; 0 while the chips of somebody are hidden."""


class ScoreSheet(Struct, frozen=True):
    """The score of all seats, as it would be if the game ended now."""

    scores: tuple[SeatScore, ...]


def score_sheet(colony: Colony, viewer: Viewer) -> ScoreSheet:
    """PR-SCORE-2  Chips, printed points and extras of large buildings; others' chips are hidden while the game runs.

    PR-SCORE-9  Equal totals are parted by doubloons and goods together; still equal, the victory is shared.
    """
    shown = [sees_chips(colony, seat, viewer) for seat in range(colony.seats)]
    lines = [tuple(_lines(colony, seat, chips=shown[seat])) for seat in range(colony.seats)]
    totals = [sum(line.points for line in own) for own in lines]
    spare = [board.doubloons + sum(board.goods) for board in colony.boards]
    keys = [(-total, -more) for total, more in zip(totals, spare, strict=True)]
    return ScoreSheet(
        tuple(
            SeatScore(
                seat,
                lines[seat],
                totals[seat],
                spare[seat],
                shown[seat],
                1 + sum(key < keys[seat] for key in keys) if all(shown) else 0,
            )
            for seat in range(colony.seats)
        )
    )


def sees_chips(colony: Colony, seat: Seat, viewer: Viewer) -> bool:
    """PR-SCORE-1  Chips are hidden from others until the game is over."""
    return colony.is_over or viewer == seat


def standings(colony: Colony) -> tuple[Standing, ...]:
    """Points and ranks in seat order, with all chips shown."""
    sheet = score_sheet(replace(colony, is_over=True), None)
    return tuple(Standing(score.seat, score.total, score.rank) for score in sheet.scores)


def _lines(colony: Colony, seat: Seat, *, chips: bool) -> Iterator[ScoreLine]:
    board = colony.boards[seat]
    if chips:
        yield _line("chips", board.points)
    for building, colonists in colony.buildings(seat):
        yield _line("building", building.points, building=building.id)  # PR-SCORE-3  occupied or not
        extra = EXTRAS.get(building.id)
        if extra is not None and colonists and (chips or building.id != CUSTOMS_HOUSE):
            yield extra(colony, seat)


def _line(code: str, points: int, **facts: object) -> ScoreLine:
    return ScoreLine(code, points, tuple(ScoreFact(name, str(value)) for name, value in facts.items()))


CUSTOMS_HOUSE = "customs_house"


def _guild_hall(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-4  A point for each small, two for each large production building of the city, occupied or not."""
    kinds = [building for building, _ in colony.buildings(seat) if building.guild_points]
    return _line("guild_hall", sum(building.guild_points for building in kinds), buildings=len(kinds))


def _residence(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-5  By tiles on the island, occupied or not, quarries and forests too."""
    tiles = colony.boards[seat].tiles
    return _line("residence", colony.box.scales.residence_points.at(tiles), tiles=tiles)


def _fortress(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-6  A point for every three colonists of the board, those on the windrose too."""
    colonists = colony.boards[seat].colonists
    points = colonists // colony.box.numbers.colonists_per_fortress_point
    return _line("fortress", points, colonists=colonists)


def _customs_house(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-7  A point for every four points of chips, those written down too."""
    points = colony.boards[seat].points
    return _line("customs_house", points // colony.box.numbers.chips_per_customs_point, chips=points)


def _city_hall(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-8  A point for each beige building of the city, itself too, occupied or not."""
    beige = sum(building.group is not Group.PRODUCTION for building, _ in colony.buildings(seat))
    return _line("city_hall", beige * colony.box.numbers.city_hall_points, buildings=beige)


def _cloister(colony: Colony, seat: Seat) -> ScoreLine:
    """PR-SCORE-10  By sets of three equal tiles of the island: crops, quarries, forests, occupied or not."""
    board, per = colony.boards[seat], colony.box.numbers.tiles_per_cloister_set
    sets = sum(count // per for count in (*board.plots, board.forests))
    return _line("cloister", colony.box.scales.cloister_points.at(sets), sets=sets)


EXTRAS: Mapping[str, Callable[[Colony, Seat], ScoreLine]] = {
    "guild_hall": _guild_hall,
    "residence": _residence,
    "fortress": _fortress,
    CUSTOMS_HOUSE: _customs_house,
    "city_hall": _city_hall,
    "cloister": _cloister,
}
"""What an occupied building scores at the end, beside its printed points."""
