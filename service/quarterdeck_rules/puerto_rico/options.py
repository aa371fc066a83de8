"""Options of a game: what is played with, and how open points of the rules are read.  `RULES.md` has their sources."""

from typing import Annotated, Literal

from msgspec import Meta, Struct


class Options(Struct, frozen=True):
    """Options of a game of Puerto Rico."""

    market: Annotated[
        Literal["base", "drafted", "random"],
        Meta(
            description="Beige buildings on the board: those of the base game; drafted seat by seat from base game and "
            "expansion; or drawn by chance from both."
        ),
    ] = "base"
    points_pool: Annotated[
        Literal["later", "first"],
        Meta(description="Victory point chips with five seats: 126 as in later printings, or 122 as in the first."),
    ] = "later"
    hacienda_and_forest_house: Annotated[
        Literal["both", "one"],
        Meta(description="Whether hacienda and forest house may both be on the board, or the first of them only."),
    ] = "both"
    library_two_seats: Annotated[
        Literal["once", "every_role"],
        Meta(description="With two seats, whether a library serves one role of a round, or every role."),
    ] = "once"
    library_craftsman: Annotated[
        Literal["different", "any"],
        Meta(description="Whether the two extra barrels of a craftsman with a library differ in kind, or need not."),
    ] = "different"
    library_settler: Annotated[
        Literal["plantation", "quarry_too"],
        Meta(
            description="Second tile of a settler with a library: a plantation; or, with a construction hut, "
            "a quarry as well."
        ),
    ] = "plantation"
    small_wharf_harbor: Annotated[
        Literal["per_use", "per_kind"],
        Meta(description="What a harbor brings for a use of the small wharf: a point, or one for each kind shipped."),
    ] = "per_use"
    black_market_returns: Annotated[
        Literal["back", "removed"],
        Meta(description="Colonists and chips given to the black market: back to supply and pool, or out of the game."),
    ] = "back"
    black_market_timing: Annotated[
        Literal["after", "before"],
        Meta(
            description="Whether a colonist given to the black market leaves after quarries, library, university and "
            "church have served the same building, or before."
        ),
    ] = "after"
    pool_emptied: Annotated[
        Literal["any_phase", "captain_phase"],
        Meta(description="Whether the last chip ends the game whenever it is taken, or in the captain phase only."),
    ] = "any_phase"
    specialty_factory: Annotated[
        Literal["production", "privilege_too"],
        Meta(description="Whether a specialty factory counts the production alone, or the craftsman's barrel as well."),
    ] = "production"
    forest_tile: Annotated[
        Literal["turned", "discarded"],
        Meta(
            description="Plantation chosen for a forest: turned over for good, or discarded while a spare tile is laid."
        ),
    ] = "turned"
    mayor_decline: Annotated[
        Literal["not_allowed", "removed"],
        Meta(description="New colonists cannot be declined; or they can, and leave the game."),
    ] = "not_allowed"
    storage: Annotated[
        Literal["may_keep_less", "keeps_most"],
        Meta(description="Whether goods that could be kept may go back all the same, or not."),
    ] = "may_keep_less"
    wharf_declined: Annotated[
        Literal["later", "for_the_phase"],
        Meta(description="Who forfeits a loading may use his wharf in a later turn of the phase, or no more."),
    ] = "later"
    union_hall: Annotated[
        Literal["first_turn", "first_loading", "phase_start"],
        Meta(
            description="When a union hall scores: in its owner's first turn before any loading; with his first "
            "loading; or when the phase begins."
        ),
    ] = "first_turn"
    storing: Annotated[
        Literal["in_order", "at_once"],
        Meta(description="Whether seats store goods in order from the captain, or all at once."),
    ] = "in_order"
    factory_and_university: Annotated[
        Literal["printed", "swapped"],
        Meta(description="Costs of factory and university: 7 and 8 as printed, or swapped."),
    ] = "printed"
    corn_seats: Annotated[
        Literal["printed", "one_less"],
        Meta(description="Whether seats that start with corn get the same doubloons as others, or one less."),
    ] = "printed"
    starting_seat: Annotated[
        Literal["drawn", "first"],
        Meta(description="Who is the first governor: a seat drawn by chance, or the first seat."),
    ] = "drawn"
