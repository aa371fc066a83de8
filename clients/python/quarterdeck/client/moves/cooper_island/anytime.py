"""Anytime moves: open beside a decision, which is asked anew afterwards."""

from quarterdeck.client.moves.cooper_island.terms import Good, move_of
from quarterdeck.v1.play_pb2 import Move


def store_cube(space: str) -> Move:
    """Move a cube from the land to a storage spot."""
    return move_of("store_cube", space=space)


def store_from_market(good: Good) -> Move:
    """Move a coin or cube from the marketplace to a storage spot."""
    return move_of("store_from_market", good=good)


def start_trade(trade: str) -> Move:
    """Begin a market trade; what is given and taken is asked next."""
    return move_of("start_trade", trade=trade)


def use_lid(crate: str) -> Move:
    """Move an unused lid to a free crate space and perform the action there."""
    return move_of("use_lid", crate=crate)


def use_cartographer(option: str) -> Move:
    """Use an option of the cartographer; the space is asked next."""
    return move_of("use_cartographer", option=option)


def use_card(card: str) -> Move:
    """Use a large building card."""
    return move_of("use_card", card=card)
