"""Facts of set-up, rounds and the end."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.terms import EndReason, Good


class MarketSet(Struct, frozen=True, tag="puerto_rico.market_set.v1"):
    """These kinds of buildings lie on the board, as many copies of each as the number of seats asks for."""

    buildings: tuple[str, ...]


class KindOffered(Struct, frozen=True, tag="puerto_rico.kind_offered.v1"):
    """A seat put a kind of beige buildings on the board."""

    seat: Seat
    building: str


class StartTileGiven(Struct, frozen=True, tag="puerto_rico.start_tile_given.v1"):
    """A seat got its first plantation and its first doubloons."""

    seat: Seat
    good: Good
    doubloons: int


class RowDealt(Struct, frozen=True, tag="puerto_rico.row_dealt.v1"):
    """Plantations were turned up; those of the row that nobody took were discarded before.

    `reshuffled` says that the stacks ran out and the discarded plantations became new ones.
    """

    goods: tuple[Good, ...]
    reshuffled: bool = False


class RoundBegan(Struct, frozen=True, tag="puerto_rico.round_began.v1"):
    """A round began; the seat is the governor."""

    round: int
    seat: Seat


class RoleTaken(Struct, frozen=True, tag="puerto_rico.role_taken.v1"):
    """A seat took a placard with the doubloons on it, and its role is played.

    `library` says that the seat's library serves this role, where it serves one of a round.
    """

    seat: Seat
    placard: str
    doubloons: int
    library: bool = False


class RoundEnded(Struct, frozen=True, tag="puerto_rico.round_ended.v1"):
    """All roles of the round were played: doubloons were put on the placards named, all placards returned."""

    placards: tuple[str, ...]


class EndAnnounced(Struct, frozen=True, tag="puerto_rico.end_announced.v1"):
    """Something happened that makes this round the last."""

    reason: EndReason


class ChipsCounted(Struct, frozen=True, tag="puerto_rico.chips_counted.v1"):
    """The last round is over, and everybody shows the chips."""
