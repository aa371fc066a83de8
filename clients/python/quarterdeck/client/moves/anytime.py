"""Anytime moves: open beside a decision, which is asked anew afterwards."""

from quarterdeck.client.terms import Good, good_number, move_of
from quarterdeck.cooper_island.v1 import move_pb2 as pb
from quarterdeck.v1.play_pb2 import Move


def store_cube(space: str) -> Move:
    """Move a cube from the land to a storage spot."""
    return move_of(pb.Move(store_cube=pb.StoreCube(space=space)))


def store_from_market(good: Good) -> Move:
    """Move a coin or cube from the marketplace to a storage spot."""
    return move_of(pb.Move(store_from_market=pb.StoreFromMarket(good=good_number(good))))


def start_trade(trade: str) -> Move:
    """Begin a market trade; what is given and taken is asked next."""
    return move_of(pb.Move(start_trade=pb.StartTrade(trade=trade)))


def use_lid(crate: str) -> Move:
    """Move an unused lid to a free crate space and perform the action there."""
    return move_of(pb.Move(use_lid=pb.UseLid(crate=crate)))


def use_cartographer(option: str) -> Move:
    """Use an option of the cartographer; the space is asked next."""
    return move_of(pb.Move(use_cartographer=pb.UseCartographer(option=option)))


def use_card(card: str) -> Move:
    """Use a large building card."""
    return move_of(pb.Move(use_card=pb.UseCard(card=card)))
