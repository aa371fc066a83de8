"""AuditService: convert, call, convert."""

from collections.abc import AsyncIterator
from typing import Any

from msgspec.structs import replace

from quarterdeck.v1 import audit_service_pb2 as pb
from quarterdeck.v1 import audit_service_pb2_grpc
from quarterdeck_rules.book import file
from quarterdeck_rules.book.checkpoints import SignedCheckpoint
from quarterdeck_server.api.gate import current_caller
from quarterdeck_server.api.requests import given, given_revision, named_seat
from quarterdeck_server.audit.books import Books
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.audit.seals import id_of, pem_of

_PIECE = 64 * 1024
"""Bytes of a piece, at least."""


class AuditService(audit_service_pb2_grpc.AuditServiceServicer):
    """The book, for those who check it."""

    def __init__(self, books: Books, proofs: Proofs) -> None:
        self._books = books
        self._proofs = proofs

    async def ExportGame(self, request: pb.ExportGameRequest, context: Any) -> AsyncIterator[pb.ExportGameResponse]:
        book = await self._books.export(
            given("game_id", request.game_id),
            current_caller(),
            named_seat(request),
            given_revision(request),
        )
        if request.with_proof:
            book = replace(book, proof=await self._proofs.of(book.seal.head))
        piece: list[bytes] = []
        size = 0
        for line in file.written(book):
            piece.append(line)
            size += len(line)
            if size >= _PIECE:
                yield pb.ExportGameResponse(content=b"".join(piece))
                piece, size = [], 0
        yield pb.ExportGameResponse(content=b"".join(piece))

    async def ListSealKeys(self, request: pb.ListSealKeysRequest, context: Any) -> pb.ListSealKeysResponse:
        keys = self._books.seals.published()
        return pb.ListSealKeysResponse(keys=[pb.SealKey(id=id_of(key), pem=pem_of(key)) for key in keys])

    async def GetCheckpoint(self, request: pb.GetCheckpointRequest, context: Any) -> pb.GetCheckpointResponse:
        size = request.size if request.HasField("size") else None
        return pb.GetCheckpointResponse(checkpoint=_checkpoint(await self._proofs.checkpoint(size)))

    async def ProveInclusion(self, request: pb.ProveInclusionRequest, context: Any) -> pb.ProveInclusionResponse:
        game_id = given("game_id", request.game_id)
        size = request.size if request.HasField("size") else None
        proven = await self._proofs.head(game_id, current_caller(), given_revision(request), size)
        return pb.ProveInclusionResponse(
            statement=proven.head.statement(),
            checkpoint=_checkpoint(proven.proof.signed),
            place=proven.proof.place,
            path=map(bytes.fromhex, proven.proof.path),
        )

    async def ProveConsistency(self, request: pb.ProveConsistencyRequest, context: Any) -> pb.ProveConsistencyResponse:
        size = request.second_size if request.HasField("second_size") else None
        shown = await self._proofs.going_on(request.first_size, size)
        return pb.ProveConsistencyResponse(checkpoint=_checkpoint(shown.to), path=map(bytes.fromhex, shown.path))


def _checkpoint(signed: SignedCheckpoint) -> pb.Checkpoint:
    checkpoint = signed.checkpoint
    return pb.Checkpoint(
        size=checkpoint.size,
        root=bytes.fromhex(checkpoint.root),
        time=checkpoint.time,
        key=signed.key,
        signature=bytes.fromhex(signed.signature),
    )
