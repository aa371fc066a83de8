"""The bots: what they choose among moves."""

import pytest

from quarterdeck.bots import RandomBot
from quarterdeck.v1.game_service_pb2 import LegalMove
from quarterdeck.v1.play_pb2 import Move


def test_the_random_bot_follows_its_seed_and_prefers_to_do_something():
    moves = [
        LegalMove(move=Move(notation="finish")),
        LegalMove(move=Move(notation="perform draw_tiles")),
        LegalMove(move=Move(notation="perform gain_goods")),
        LegalMove(move=Move(notation="store_cube A1"), anytime=True),
    ]
    first, second = RandomBot("1"), RandomBot("1")
    choices = [first.choose(moves).move.notation for _ in range(200)]
    assert choices == [second.choose(moves).move.notation for _ in range(200)]
    assert set(choices) == {move.move.notation for move in moves}
    assert choices.count("finish") < choices.count("perform draw_tiles")
    assert RandomBot("1").choose(moves[3:]).anytime
    with pytest.raises(ValueError, match="no legal move"):
        RandomBot("1").choose([])
