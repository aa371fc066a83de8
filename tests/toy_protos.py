"""The toy title's messages, as a title's protos have to be; compiled when asked, since no client plays toys."""

import tempfile
from functools import cache
from pathlib import Path

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

PROTO = """
syntax = "proto3";
package quarterdeck.toy.v1;

enum Metal { METAL_UNSPECIFIED = 0; METAL_GOLD = 1; METAL_SILVER = 2; }

message Move { oneof kind { MakeBid make_bid = 1; TakeCoins take_coins = 2; BuyCard buy_card = 3; } }
message MakeBid { sint32 bid = 1; }
message TakeCoins { repeated Metal metals = 1; optional string note = 2; }
message BuyCard {}

message Decision { oneof kind { ChooseBid choose_bid = 1; ChooseCoins choose_coins = 2; } }
message ChooseBid { uint32 card = 1; }
message ChooseCoins { uint32 left = 1; }

message Event {
  oneof kind {
    CardDealt card_dealt = 1;
    BidMade bid_made = 2;
    BidsOpened bids_opened = 3;
    CoinsTaken coins_taken = 4;
    CardBought card_bought = 5;
  }
}
message CardDealt { uint32 seat = 1; optional uint32 card = 2; }
message BidMade { uint32 seat = 1; optional sint32 bid = 2; }
message BidsOpened { repeated sint32 bids = 1; }
message CoinsTaken { uint32 seat = 1; repeated Metal metals = 2; }
message CardBought { uint32 seat = 1; }

message Position { repeated PlaceView places = 1; repeated Metal metals = 2; }
message PlaceView {
  uint32 seat = 1;
  uint32 coins = 2;
  bool has_bid = 3;
  optional uint32 card = 4;
  optional sint32 bid = 5;
}
message ScoreSheet { repeated sint32 points = 1; }

// Shapes that the toy has no use for.
message Shapes {
  Either either = 1;
  repeated Either many = 2;
  optional Metal metal = 3;
  Shapes inner = 4;
  bool flag = 5;
}
message Either { oneof kind { MakeBid make_bid = 1; BuyCard buy_card = 2; } }
"""


@cache
def messages():
    """The message classes, by name."""
    return compiled(PROTO)


def compiled(text):
    """The message classes of a proto of one file, by name."""
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "toy.proto", Path(folder) / "out.binpb"
        source.write_text(text, encoding="utf-8")
        assert protoc.main(["protoc", f"-I{folder}", f"--descriptor_set_out={out}", str(source)]) == 0
        described = FileDescriptorSet.FromString(out.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    for file in described.file:
        pool.Add(file)
    (file,) = described.file
    named = (pool.FindMessageTypeByName(f"{file.package}.{message.name}") for message in file.message_type)
    return {descriptor.name: message_factory.GetMessageClass(descriptor) for descriptor in named}
