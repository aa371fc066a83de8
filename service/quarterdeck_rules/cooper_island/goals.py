"""Goals: what scoring and milestones ask of a seat.  A measure is a number read from the table; a goal bounds it."""

from msgspec import UNSET, Struct, UnsetType

from quarterdeck_rules.cooper_island.terms import Landscape


class BoatsBuilt(Struct, frozen=True, tag="boats_built", tag_field="count", forbid_unknown_fields=True):
    """Income boats on landing spaces, face-down ones too."""


class BuildingsBuilt(Struct, frozen=True, tag="buildings_built", tag_field="count", forbid_unknown_fields=True):
    """Buildings on the peninsula, of any kind."""


class StatuesBuilt(Struct, frozen=True, tag="statues_built", tag_field="count", forbid_unknown_fields=True):
    """Statues on the peninsula; those on crafting spots do not count."""


class LidsTaken(Struct, frozen=True, tag="lids_taken", tag_field="count", forbid_unknown_fields=True):
    """Crate lids taken from cargo ships, wherever they lie."""


class SpacesAtLevel(Struct, frozen=True, tag="spaces_at_level", tag_field="count", forbid_unknown_fields=True):
    """Landscape spaces of a level or more, free or occupied."""

    level: int


class UnchartedSpaces(Struct, frozen=True, tag="uncharted_spaces", tag_field="count", forbid_unknown_fields=True):
    """Spaces without landscape, with or without a ruin."""


class LargestArea(Struct, frozen=True, tag="largest_area", tag_field="count", forbid_unknown_fields=True):
    """Spaces of the largest unbroken area of one landscape among those named."""

    of: tuple[Landscape, ...]


class LogBooksGained(Struct, frozen=True, tag="log_books_gained", tag_field="count", forbid_unknown_fields=True):
    """Log book tokens."""


class EmptyStorageSpots(Struct, frozen=True, tag="empty_storage_spots", tag_field="count", forbid_unknown_fields=True):
    """Storage spots that hold nothing."""


class StructuresOn(Struct, frozen=True, tag="structures_on", tag_field="count", forbid_unknown_fields=True):
    """Buildings and statues on a landscape, or on spaces of a level or more, or both."""

    landscape: Landscape | UnsetType = UNSET
    level: int = 1


Measure = (
    BoatsBuilt
    | BuildingsBuilt
    | StatuesBuilt
    | LidsTaken
    | SpacesAtLevel
    | UnchartedSpaces
    | LargestArea
    | LogBooksGained
    | EmptyStorageSpots
    | StructuresOn
)


def lies_within(measured: int, at_least: int, at_most: int | UnsetType) -> bool:
    """Whether a measured number lies within bounds; an upper one may be missing."""
    return measured >= at_least and (at_most is UNSET or measured <= at_most)


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """A measure and its bounds."""

    measure: Measure
    at_least: int = 0
    at_most: int | UnsetType = UNSET

    def is_met(self, measured: int) -> bool:
        """Whether a measured number lies within the bounds."""
        return lies_within(measured, self.at_least, self.at_most)
