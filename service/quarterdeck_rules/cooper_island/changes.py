"""Changes: what small building cards keep in force, and rules read."""

from enum import StrEnum

from msgspec import Struct

from quarterdeck_rules.cooper_island.terms import Count, Positive


class Purchase(StrEnum):
    """What a cost is paid for."""

    BOAT = "boat"
    BUILDING = "building"
    STATUE = "statue"
    CARGO = "cargo"


class Toll(StrEnum):
    """What a fee is paid for."""

    HARBOR = "harbor"
    WORKER = "worker"


class CheaperPurchase(Struct, frozen=True, tag="cheaper_purchase", tag_field="change", forbid_unknown_fields=True):
    """A purchase costs less, spread over its cost as the payer likes."""

    purchase: Purchase
    less: Count


class CheaperFeeding(Struct, frozen=True, tag="cheaper_feeding", tag_field="change", forbid_unknown_fields=True):
    """The feeding cost is lower."""

    less: Count


class MoreStorage(Struct, frozen=True, tag="more_storage", tag_field="change", forbid_unknown_fields=True):
    """More storage spots."""

    spots: Count


class MoreCartographerSteps(
    Struct, frozen=True, tag="more_cartographer_steps", tag_field="change", forbid_unknown_fields=True
):
    """The cartographer steps of sections and of the crate lid are more each time."""

    steps: Count


class BetterTrade(Struct, frozen=True, tag="better_trade", tag_field="change", forbid_unknown_fields=True):
    """A market trade has another rate."""

    trade: str
    rate: Positive


class NoToll(Struct, frozen=True, tag="no_toll", tag_field="change", forbid_unknown_fields=True):
    """A fee is not asked of this seat; a foreign owner takes a gift from the supply instead."""

    toll: Toll


class CoinsPerLogBook(Struct, frozen=True, tag="coins_per_log_book", tag_field="change", forbid_unknown_fields=True):
    """Coins with each log book gained."""

    coins: Count


class EarlierGold(Struct, frozen=True, tag="earlier_gold", tag_field="change", forbid_unknown_fields=True):
    """Gold may be mined from a lower level on."""

    level: Count


class StatuesAnywhere(Struct, frozen=True, tag="statues_anywhere", tag_field="change", forbid_unknown_fields=True):
    """Statues may go on any free landscape space."""


class CheaperCartographer(
    Struct, frozen=True, tag="cheaper_cartographer", tag_field="change", forbid_unknown_fields=True
):
    """An option of the cartographer costs other steps."""

    option: str
    steps: Count


Change = (
    CheaperPurchase
    | CheaperFeeding
    | MoreStorage
    | MoreCartographerSteps
    | BetterTrade
    | NoToll
    | CoinsPerLogBook
    | EarlierGold
    | StatuesAnywhere
    | CheaperCartographer
)
