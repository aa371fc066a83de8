"""Words and colours of Puerto Rico.  What a colour says is said by a word or a number as well."""

from collections.abc import Iterable, Mapping

from quarterdeck.puerto_rico.v1 import terms_pb2 as terms

GOODS: Mapping[int, str] = {
    terms.GOOD_CORN: "corn",
    terms.GOOD_INDIGO: "indigo",
    terms.GOOD_SUGAR: "sugar",
    terms.GOOD_TOBACCO: "tobacco",
    terms.GOOD_COFFEE: "coffee",
}
STYLES: Mapping[str, str] = {
    "corn": "yellow",
    "indigo": "bright_blue",
    "sugar": "bright_white",
    "tobacco": "bright_red",
    "coffee": "magenta",
    "quarry": "cyan",
    "forest": "green",
}
"""Colour of each kind of goods and tiles."""
ROLES: Mapping[int, str] = {
    terms.ROLE_SETTLER: "settler",
    terms.ROLE_MAYOR: "mayor",
    terms.ROLE_BUILDER: "builder",
    terms.ROLE_CRAFTSMAN: "craftsman",
    terms.ROLE_TRADER: "trader",
    terms.ROLE_CAPTAIN: "captain",
    terms.ROLE_PROSPECTOR: "prospector",
}
END_REASONS: Mapping[int, str] = {
    terms.END_REASON_COLONISTS: "the colonists run short",
    terms.END_REASON_CITY: "a city is full",
    terms.END_REASON_POINTS: "the chips run out",
}


def amounts(barrels: Iterable[terms.Amount], *, empty_too: bool = False) -> Iterable[tuple[int, str]]:
    """Numbers with the names of their kinds; kinds of which there are none only if they are wanted."""
    return ((one.count, GOODS[one.good]) for one in barrels if one.count or empty_too)
