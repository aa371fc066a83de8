"""The entries of the component files, table by table."""

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from quarterdeck_rules.cooper_island.changes import Change
from quarterdeck_rules.cooper_island.deck import ActionCard, CleanUpSpace, Level, Strategy
from quarterdeck_rules.cooper_island.goals import Goal, Measure
from quarterdeck_rules.cooper_island.terms import Cost, Count, Good, Half, Landscape, Positive, Structure, Worker
from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.engine.steps import Step


class Number(Component, frozen=True, kw_only=True):
    """A single number of the game, by name."""

    value: Count


class LandSpace(Component, frozen=True, kw_only=True):
    """A landscape space of a peninsula, at axial coordinates (r counted from the tip)."""

    q: int
    r: int
    role: Literal["start", "ruin", "passage", ""] = ""
    """What the space is, beside a landscape space."""


class WaterHalf(Component, frozen=True, kw_only=True):
    """Half of a water space: where an islet may lie."""

    space: str
    half: Half
    q: int
    r: int
    clockwise: bool
    """Whether it is the clockwise half of its sand bank."""
    banks_from_harbor: int
    """Banks from the own harbor, clockwise positive."""


class DoubleTile(Component, frozen=True, kw_only=True):
    """A kind of double landscape tile: two landscapes on each side."""

    front: tuple[Landscape, Landscape]
    back: tuple[Landscape, Landscape]
    count: Count


class Islet(Component, frozen=True, kw_only=True):
    """An islet tile of every seat."""

    landscape: Landscape
    action: Step


class Boat(Component, frozen=True, kw_only=True):
    """An income boat of every seat."""

    action: Step
    storage_spots: Count = 0
    copies: bool = False
    """Whether its action is to copy another boat; such a boat cannot be copied."""


class LandingSpace(Component, frozen=True, kw_only=True):
    """A landing space: what a boat there costs and brings."""

    cost: Cost
    helm_points: Count


class CargoShip(Component, frozen=True, kw_only=True):
    """A cargo ship card; the table lists them by rising number of dashes."""

    cost: Cost
    helm_points: Count


class LogBook(Component, frozen=True, kw_only=True):
    """A face of the log book tokens."""

    action: Step
    count: Count


class Offer(Struct, frozen=True, forbid_unknown_fields=True):
    """Actions of a section of which one is chosen, and how often that one may be done."""

    one_of: tuple[Step, ...]
    times: Positive = 1


class Section(Component, frozen=True, kw_only=True):
    """An action section: its actions, and those that the first worker on its round or square space has instead."""

    offers: tuple[Offer, ...]
    round_offers: tuple[Offer, ...] | UnsetType = UNSET
    square_offers: tuple[Offer, ...]
    keeps_third_color: bool = False
    """Solo: whether workers of the seat leave one of the third color behind."""

    def offered(self, worker: Worker, first: bool) -> tuple[Offer, ...]:
        """What a worker of this kind may do here, depending on whether the space was free."""
        if not first:
            return self.offers
        if worker is Worker.SPECIAL:
            return self.square_offers
        return self.offers if self.round_offers is UNSET else self.round_offers


class Building(Component, frozen=True, kw_only=True):
    """A kind of structure on the player board; its id is the structure's name."""

    structure: Structure
    count: Count
    cost: Cost
    helm_points: Count
    storage_spots: Count = 0
    """Storage spots that each one uncovers."""
    draws_card: bool = False
    frees_reactivation: bool = False
    """Whether having built it makes reactivation free, a card and a lid."""


class StatuePrice(Component, frozen=True, kw_only=True):
    """One of the prices of a statue."""

    cost: Cost


class CraftingSpot(Component, frozen=True, kw_only=True):
    """A statue crafting spot; some are uncovered by large buildings, in this order."""

    helm_points: Count
    covered_by: Structure | UnsetType = UNSET


class CrateSpace(Component, frozen=True, kw_only=True):
    """A crate space and the anytime action printed there."""

    action: Step


class Milestone(Component, frozen=True, kw_only=True):
    """A milestone token of every seat."""

    goal: Goal


class HireSpace(Component, frozen=True, kw_only=True):
    """A hire space and its reward."""

    reward: Step


class FeedingValue(Component, frozen=True, kw_only=True):
    """A value of the feeding row, uncovered when its worker is hired."""

    worker: Worker
    food: Count
    helm_points: Count = 0


class Stage(Struct, frozen=True, forbid_unknown_fields=True):
    """A stage of a royal order: the bounds of its measure and the points."""

    points: int
    at_least: int = 0
    at_most: int | UnsetType = UNSET


class RoyalOrder(Component, frozen=True, kw_only=True):
    """A royal order card: a measure and its stages, best first; or the copy of another card."""

    stages: tuple[Stage, ...] = ()
    measure: Measure | UnsetType = UNSET
    copy_less: Count = 0
    """Points lost by copying a card of another seat; only cards without a measure copy."""
    seats_at_least: Positive = 1


class Flag(Struct, frozen=True, forbid_unknown_fields=True):
    """A task of a building card that is looked at once, in final scoring."""

    points: int
    goal: Goal


class SmallCard(Component, frozen=True, kw_only=True):
    """A small building card: lasting changes, and perhaps a flag."""

    changes: tuple[Change, ...]
    flag: Flag | UnsetType = UNSET


class LargeCard(Component, frozen=True, kw_only=True):
    """A large building card: an anytime action, and perhaps a flag."""

    action: Step
    flag: Flag | UnsetType = UNSET


class Trade(Component, frozen=True, kw_only=True):
    """A market trade: what may be given, at which rate, for what."""

    gives: tuple[Good, ...]
    takes: tuple[Good, ...]
    rate: Positive


class CartographerOption(Component, frozen=True, kw_only=True):
    """A use of the cartographer track."""

    steps: Count


class Table(Component, frozen=True, kw_only=True):
    """What the number of seats decides."""

    seats: Positive
    royal_orders: Count
    cartographer: tuple[Count, ...]
    """Start on the cartographer track, from the starting seat on."""
    layouts: tuple[str, ...]


class Contents(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the component files, table by table."""

    numbers: tuple[Number, ...]
    land: tuple[LandSpace, ...]
    water: tuple[WaterHalf, ...]
    double_tiles: tuple[DoubleTile, ...]
    islets: tuple[Islet, ...]
    boats: tuple[Boat, ...]
    landing_spaces: tuple[LandingSpace, ...]
    cargo_ships: tuple[CargoShip, ...]
    log_books: tuple[LogBook, ...]
    sections: tuple[Section, ...]
    buildings: tuple[Building, ...]
    statue_prices: tuple[StatuePrice, ...]
    crafting_spots: tuple[CraftingSpot, ...]
    crate_spaces: tuple[CrateSpace, ...]
    milestones: tuple[Milestone, ...]
    hire_spaces: tuple[HireSpace, ...]
    feeding_row: tuple[FeedingValue, ...]
    royal_orders: tuple[RoyalOrder, ...]
    small_cards: tuple[SmallCard, ...]
    large_cards: tuple[LargeCard, ...]
    trades: tuple[Trade, ...]
    cartographer_options: tuple[CartographerOption, ...]
    tables: tuple[Table, ...]
    strategies: tuple[Strategy, ...]
    action_cards: tuple[ActionCard, ...]
    levels: tuple[Level, ...]
    clean_up_spaces: tuple[CleanUpSpace, ...]


class Numbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The single numbers of the game by name: exactly the entries of the table `numbers`."""

    rounds: int
    drawn_at_start: int
    coins_at_start: int
    normal_workers_at_start: int
    normal_workers_locked: int
    special_workers_locked: int
    storage_spots: int
    cartographer_track: int
    single_tiles: int
    banks_to_bay: int
    gold_level: int
    raise_high_level: int
    cards_drawn: int
    settlement_helm_points: int
    statue_helm_points: int
    statue_bonus: int
    passage_helm_points: int
    harbormaster_discount: int
    feeding_base: int
    wake_card_coins: int
    return_lid_coins: int
    log_book_points: int
    leftovers_per_point: int
    cooper_normal_workers: int
    cooper_special_workers: int
    third_normal_workers: int
    third_special_workers: int
    stack_helm_points: int
    """What Cooper gains if the seat puts a worker on one of his or of the third color."""
    round_space_anchors: int
    """What Cooper gains if the seat takes the free space that would bring the Cooper token."""
    strategy_helm_points: int
    strategy_anchors: int
