"""Kinds of decision in words, for those who may not know what exactly a seat is asked."""

from collections.abc import Mapping

from quarterdeck.cli.wording import plain

QUESTIONS: Mapping[str, str] = {
    "choose_role": "take a role",
    "choose_kind": "put a kind of beige buildings on the market",
    "choose_tile": "take a tile for the island",
    "choose_side": "lay the plantation drawn, or a forest for it",
    "choose_arrangement": "place all colonists",
    "choose_building": "buy a building",
    "choose_barrels": "take extra barrels as craftsman",
    "choose_sale": "sell a barrel",
    "choose_loading": "load a ship, or use a wharf",
    "choose_stored": "choose which barrels to keep",
    "choose_guests": "send guests to work, or let them stay",
}
"""By kind."""


def question(kind: str) -> str:
    """A kind of decision in words; of one that this program is too old for, its name."""
    return QUESTIONS.get(kind, plain(kind))
