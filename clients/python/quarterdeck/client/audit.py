"""The book, as calls that any desk sends.

A game's file is `b"".join(piece.content for piece in desk.stream(audit.export_game(game_id)))`.  What such a file
holds, and how it is verified, stands in AUDIT.md; `quarterdeck verify` does it.
"""

from quarterdeck.client.calls import Call, request_of
from quarterdeck.v1 import audit_service_pb2 as pb

_AUDIT = "/quarterdeck.v1.AuditService/"


def export_game(game_id: str, revision: int | None = None, *, seat: int | None = None) -> Call[pb.ExportGameResponse]:
    """A game's file, in pieces, up to a revision or the current one; for a desk's `stream`."""
    request = request_of(pb.ExportGameRequest, game_id=game_id, revision=revision, seat=seat)
    return Call(_AUDIT + "ExportGame", request, pb.ExportGameResponse)


def seal_keys() -> Call[pb.ListSealKeysResponse]:
    """The public keys that games are sealed with."""
    return Call(_AUDIT + "ListSealKeys", pb.ListSealKeysRequest(), pb.ListSealKeysResponse)
