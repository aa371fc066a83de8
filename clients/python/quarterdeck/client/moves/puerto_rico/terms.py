"""Words of Puerto Rico as Python enums: members have the numbers of the protos' enums."""

from enum import IntEnum

from quarterdeck.client.filling import fill, fill_branch
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb
from quarterdeck.v1.play_pb2 import Move


class Good(IntEnum):
    """A kind of goods; a plantation of the same name grows it."""

    CORN = pb.GOOD_CORN
    INDIGO = pb.GOOD_INDIGO
    SUGAR = pb.GOOD_SUGAR
    TOBACCO = pb.GOOD_TOBACCO
    COFFEE = pb.GOOD_COFFEE


class Purchaser(IntEnum):
    """Who buys a barrel in the trader phase."""

    TRADING_HOUSE = pb.PURCHASER_TRADING_HOUSE
    TRADING_POST = pb.PURCHASER_TRADING_POST


class Role(IntEnum):
    """A role; more than one placard may show it."""

    SETTLER = pb.ROLE_SETTLER
    MAYOR = pb.ROLE_MAYOR
    BUILDER = pb.ROLE_BUILDER
    CRAFTSMAN = pb.ROLE_CRAFTSMAN
    TRADER = pb.ROLE_TRADER
    CAPTAIN = pb.ROLE_CAPTAIN
    PROSPECTOR = pb.ROLE_PROSPECTOR


def barrels(good: Good, count: int) -> pb.Amount:
    """So many barrels of a kind; ArgumentInvalid."""
    amount = pb.Amount()
    fill(amount, good=good, count=count)
    return amount


def staffed(spot: str, count: int) -> pb.Staffed:
    """So many colonists on a kind of tile or on a building; ArgumentInvalid."""
    there = pb.Staffed()
    fill(there, spot=spot, count=count)
    return there


def move_of(kind: str, **fields: object) -> Move:
    """A move of this kind as the service takes it; ArgumentInvalid names the first field that is not what it can be."""
    move = Move()
    fill_branch(move.puerto_rico, kind, fields)
    return move
