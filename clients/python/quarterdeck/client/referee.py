"""What seats do beside their moves, as calls that any desk sends: `desk.send(referee.undo(game_id, 41))`.

Undo and redo, agreements, leaving, a shared view, the house bot, and what there is to know about a game's conduct.
`seat` says which seat is meant, if the player holds several.
"""

from quarterdeck.client.calls import Call, command_of, request_of
from quarterdeck.v1 import referee_service_pb2 as pb

_REFEREE = "/quarterdeck.v1.RefereeService/"


def conduct(game_id: str, revision: int | None = None) -> Call[pb.GetConductResponse]:
    """Terms, clocks, what is proposed and who has left, now or at a revision."""
    request = request_of(pb.GetConductRequest, game_id=game_id, revision=revision)
    return Call(_REFEREE + "GetConduct", request, pb.GetConductResponse)


def may_undo(game_id: str, *, seat: int | None = None) -> Call[pb.GetUndoResponse]:
    """Whether moves may be taken back, to where, and why not."""
    return Call(_REFEREE + "GetUndo", request_of(pb.GetUndoRequest, game_id=game_id, seat=seat), pb.GetUndoResponse)


def undo(
    game_id: str, to: int, *, seat: int | None = None, request_id: str | None = None
) -> Call[pb.RequestUndoResponse]:
    """Take back the moves after revision `to`, or propose it, as the terms say."""
    request = command_of(pb.RequestUndoRequest, request_id, game_id=game_id, to=to, seat=seat)
    return Call(_REFEREE + "RequestUndo", request, pb.RequestUndoResponse)


def redo(game_id: str, *, seat: int | None = None, request_id: str | None = None) -> Call[pb.RequestRedoResponse]:
    """Have the moves count again that were taken back last, or propose it, as the terms say."""
    request = command_of(pb.RequestRedoRequest, request_id, game_id=game_id, seat=seat)
    return Call(_REFEREE + "RequestRedo", request, pb.RequestRedoResponse)


def propose_abandoning(
    game_id: str, *, seat: int | None = None, request_id: str | None = None
) -> Call[pb.ProposeAbandoningResponse]:
    """Propose to end the game without a result."""
    request = command_of(pb.ProposeAbandoningRequest, request_id, game_id=game_id, seat=seat)
    return Call(_REFEREE + "ProposeAbandoning", request, pb.ProposeAbandoningResponse)


def answer(
    game_id: str, proposal: int, agrees: bool, *, seat: int | None = None, request_id: str | None = None
) -> Call[pb.AnswerProposalResponse]:
    """Agree to what was proposed in the revision `proposal`, or decline it."""
    request = command_of(
        pb.AnswerProposalRequest,
        request_id,
        game_id=game_id,
        proposal=proposal,
        agrees=agrees,
        seat=seat,
    )
    return Call(_REFEREE + "AnswerProposal", request, pb.AnswerProposalResponse)


def withdraw(
    game_id: str, proposal: int, *, seat: int | None = None, request_id: str | None = None
) -> Call[pb.WithdrawProposalResponse]:
    """Take back what was proposed in the revision `proposal`."""
    request = command_of(
        pb.WithdrawProposalRequest,
        request_id,
        game_id=game_id,
        proposal=proposal,
        seat=seat,
    )
    return Call(_REFEREE + "WithdrawProposal", request, pb.WithdrawProposalResponse)


def resign(game_id: str, *, seat: int | None = None, request_id: str | None = None) -> Call[pb.ResignResponse]:
    """Leave the game."""
    request = command_of(pb.ResignRequest, request_id, game_id=game_id, seat=seat)
    return Call(_REFEREE + "Resign", request, pb.ResignResponse)


def share_view(
    game_id: str, shared: bool = True, *, seat: int | None = None, request_id: str | None = None
) -> Call[pb.ShareViewResponse]:
    """Let those who hold no seat look from this one, or let them no longer."""
    request = command_of(pb.ShareViewRequest, request_id, game_id=game_id, shared=shared, seat=seat)
    return Call(_REFEREE + "ShareView", request, pb.ShareViewResponse)


def seat_house_bot(game_id: str, seat: int, *, request_id: str | None = None) -> Call[pb.SeatHouseBotResponse]:
    """Have the house bot take an open seat of a game that one has created, before its start."""
    request = command_of(pb.SeatHouseBotRequest, request_id, game_id=game_id, seat=seat)
    return Call(_REFEREE + "SeatHouseBot", request, pb.SeatHouseBotResponse)


def find_request(request_id: str) -> Call[pb.FindRequestResponse]:
    """Whether a request of this player was applied, for example after a deadline was missed."""
    return Call(
        _REFEREE + "FindRequest", request_of(pb.FindRequestRequest, request_id=request_id), pb.FindRequestResponse
    )
