"""RefereeService: convert, call, convert."""

from typing import Any

from quarterdeck.v1 import play_pb2, referee_service_pb2_grpc
from quarterdeck.v1 import referee_service_pb2 as pb
from quarterdeck_server.api.conduct import ConductMessages
from quarterdeck_server.api.gate import current_caller, needed_caller
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.requests import given, given_revision, identified, named_seat, proper_id
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.application.referee import Referee, undo_state
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.application.runner import Accepted


class RefereeService(referee_service_pb2_grpc.RefereeServiceServicer):
    """What seats do beside their moves, and what there is to know about it."""

    def __init__(self, referee: Referee, reads: Reads, messages: Messages) -> None:
        self._referee = referee
        self._reads = reads
        self._messages = messages
        self._conduct: ConductMessages = messages.conduct

    async def GetConduct(self, request: pb.GetConductRequest, context: Any) -> pb.GetConductResponse:
        game_id, asked = given("game_id", request.game_id), given_revision(request)
        look = await self._reads.look(game_id, current_caller(), revision=asked)
        return pb.GetConductResponse(revision=look.revision, conduct=self._conduct.conduct(look.case.conduct))

    async def GetUndo(self, request: pb.GetUndoRequest, context: Any) -> pb.GetUndoResponse:
        caller = needed_caller()
        look = await self._reads.look(given("game_id", request.game_id), caller, named_seat(request))
        # Also where others may look from a seat, undo is a matter of who plays it.
        if look.viewer is None or look.viewer not in look.live.seats_of(caller.player):
            raise Rejection(Kind.NOT_YOUR_SEAT, revision=look.latest)
        return self._conduct.undo(look.live, undo_state(look.case, look.viewer))

    async def RequestUndo(self, request: pb.RequestUndoRequest, context: Any) -> pb.RequestUndoResponse:
        caller, identity = needed_caller(), identified("RequestUndo", request, request.request_id)
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        accepted = await self._referee.undo(caller, identity, game_id, seat, request.to)
        return pb.RequestUndoResponse(revision=self._revision(accepted, request))

    async def RequestRedo(self, request: pb.RequestRedoRequest, context: Any) -> pb.RequestRedoResponse:
        caller, identity = needed_caller(), identified("RequestRedo", request, request.request_id)
        accepted = await self._referee.redo(caller, identity, given("game_id", request.game_id), named_seat(request))
        return pb.RequestRedoResponse(revision=self._revision(accepted, request))

    async def ProposeAbandoning(
        self, request: pb.ProposeAbandoningRequest, context: Any
    ) -> pb.ProposeAbandoningResponse:
        caller, identity = needed_caller(), identified("ProposeAbandoning", request, request.request_id)
        accepted = await self._referee.propose_end(
            caller, identity, given("game_id", request.game_id), named_seat(request)
        )
        return pb.ProposeAbandoningResponse(revision=self._revision(accepted, request))

    async def AnswerProposal(self, request: pb.AnswerProposalRequest, context: Any) -> pb.AnswerProposalResponse:
        caller, identity = needed_caller(), identified("AnswerProposal", request, request.request_id)
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        accepted = await self._referee.answer(caller, identity, game_id, seat, request.proposal, request.agrees)
        return pb.AnswerProposalResponse(revision=self._revision(accepted, request))

    async def WithdrawProposal(self, request: pb.WithdrawProposalRequest, context: Any) -> pb.WithdrawProposalResponse:
        caller, identity = needed_caller(), identified("WithdrawProposal", request, request.request_id)
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        accepted = await self._referee.withdraw(caller, identity, game_id, seat, request.proposal)
        return pb.WithdrawProposalResponse(revision=self._revision(accepted, request))

    async def Resign(self, request: pb.ResignRequest, context: Any) -> pb.ResignResponse:
        caller, identity = needed_caller(), identified("Resign", request, request.request_id)
        accepted = await self._referee.resign(caller, identity, given("game_id", request.game_id), named_seat(request))
        return pb.ResignResponse(revision=self._revision(accepted, request))

    async def ShareView(self, request: pb.ShareViewRequest, context: Any) -> pb.ShareViewResponse:
        caller, identity = needed_caller(), identified("ShareView", request, request.request_id)
        game_id, seat = given("game_id", request.game_id), named_seat(request)
        accepted = await self._referee.share_view(caller, identity, game_id, seat, shared=request.shared)
        return pb.ShareViewResponse(revision=self._revision(accepted, request))

    async def SeatHouseBot(self, request: pb.SeatHouseBotRequest, context: Any) -> pb.SeatHouseBotResponse:
        caller, identity = needed_caller(), identified("SeatHouseBot", request, request.request_id)
        game_id = given("game_id", request.game_id)
        accepted = await self._referee.seat_house_bot(caller, identity, game_id, request.seat)
        viewer = accepted.live.asker(caller, accepted.revision)
        return pb.SeatHouseBotResponse(revision=self._messages.revision(accepted.live, accepted.revision, viewer))

    async def FindRequest(self, request: pb.FindRequestRequest, context: Any) -> pb.FindRequestResponse:
        caller = needed_caller()
        answered = await self._reads.answered(caller.player, proper_id(request.request_id))
        if answered is None:
            return pb.FindRequestResponse()
        return pb.FindRequestResponse(is_applied=True, game_id=answered.game, revision=answered.revision)

    def _revision(self, accepted: Accepted, request: Any) -> play_pb2.Revision:
        """The revision as the seat that asked sees it."""
        viewer = accepted.live.asker(needed_caller(), accepted.revision, named_seat(request))
        return self._messages.revision(accepted.live, accepted.revision, viewer)
