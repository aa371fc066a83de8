"""AuditService: convert, call, convert."""

from collections.abc import AsyncIterator
from typing import Any

from quarterdeck.v1 import audit_service_pb2 as pb
from quarterdeck.v1 import audit_service_pb2_grpc
from quarterdeck_rules.book import file
from quarterdeck_server.api.gate import current_caller
from quarterdeck_server.api.requests import given
from quarterdeck_server.audit.books import Books
from quarterdeck_server.audit.seals import id_of, pem_of

_PIECE = 64 * 1024
"""Bytes of a piece, at least."""


class AuditService(audit_service_pb2_grpc.AuditServiceServicer):
    """The book, for those who check it."""

    def __init__(self, books: Books) -> None:
        self._books = books

    async def ExportGame(self, request: pb.ExportGameRequest, context: Any) -> AsyncIterator[pb.ExportGameResponse]:
        book = await self._books.export(
            given("game_id", request.game_id),
            current_caller(),
            request.seat if request.HasField("seat") else None,
            request.revision if request.HasField("revision") else None,
        )
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
