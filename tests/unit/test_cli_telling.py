"""What the command line tells of turns and players, in words."""

from google.protobuf import json_format

from quarterdeck.cli import drawing
from quarterdeck.cli.drawings import drawing_of
from quarterdeck.cli.wording import player_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.v1 import play_pb2
from tests.drawn import NAME


def test_the_chronicle_of_turns_goes_by_fields_and_not_by_words():
    chronicle = drawing_of(NAME).chronicle(["Ada", "Bo"])
    begins = [fact("round_began", round=2), fact("phase_began", phase=terms.PHASE_WORKERS)]
    assert chronicle.hear(play_pb2.Revision(events=begins)) == ["round 2: the worker phase begins"]
    assert chronicle.heading == "round 2, the worker phase"
    turn = [
        fact("worker_placed", seat=1, worker=terms.WORKER_SPECIAL, section="C"),
        fact("action_taken", seat=1, action="draw_tiles"),
        fact("turn_ended", seat=1),
        fact("turn_ended", seat=0),
    ]
    assert chronicle.hear(play_pb2.Revision(events=turn)) == [
        "round 2, Bo: places a special worker on section C; draw tiles",
        "round 2, Ada: nothing",
    ]


def test_a_player_with_several_seats_is_told_with_the_seat():
    opened = [play_pb2.OpenDecision(decision_id=f"4.{seat}", seat=seat, kind="bid", words="bid") for seat in (0, 2)]
    lines = [line.plain for line in drawing.decisions(opened, ["Ada", "Bo", "Ada"])]
    assert lines == ["Ada (seat 0) decides: bid", "Ada (seat 2) decides: bid"]
    assert player_of(["Ada", "Bo", "Ada"], 1) == "Bo"


def fact(kind, **fields):
    """An event of Cooper Island, whose words say nothing that a chronicle could go by."""
    event = play_pb2.Event(kind=kind, words="told otherwise")
    json_format.ParseDict({kind: fields}, event.cooper_island)
    return event
