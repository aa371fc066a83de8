"""The book, as calls that any desk sends.

A game's file is `b"".join(piece.content for piece in desk.stream(audit.export_game(game_id)))`.  What such a file
holds, and how it is verified, stands in AUDIT.md; `quarterdeck verify` does it.
"""

from quarterdeck.client.calls import Call, request_of
from quarterdeck.v1 import audit_service_pb2 as pb

_AUDIT = "/quarterdeck.v1.AuditService/"


def export_game(
    game_id: str, revision: int | None = None, *, seat: int | None = None, with_proof: bool = False
) -> Call[pb.ExportGameResponse]:
    """A game's file, in pieces, up to a revision or the current one; for a desk's `stream`.

    `with_proof` has it end with the proof that it is in the tree of all heads.
    """
    request = request_of(pb.ExportGameRequest, game_id=game_id, revision=revision, seat=seat, with_proof=with_proof)
    return Call(_AUDIT + "ExportGame", request, pb.ExportGameResponse)


def seal_keys() -> Call[pb.ListSealKeysResponse]:
    """The public keys that games are sealed with."""
    return Call(_AUDIT + "ListSealKeys", pb.ListSealKeysRequest(), pb.ListSealKeysResponse)


def checkpoint(size: int | None = None) -> Call[pb.GetCheckpointResponse]:
    """The checkpoint of this size, or the newest."""
    return Call(_AUDIT + "GetCheckpoint", request_of(pb.GetCheckpointRequest, size=size), pb.GetCheckpointResponse)


def prove_inclusion(
    game_id: str, revision: int | None = None, *, size: int | None = None
) -> Call[pb.ProveInclusionResponse]:
    """That the head of a revision, or of the latest, is in the tree of all heads, at a size or now."""
    request = request_of(pb.ProveInclusionRequest, game_id=game_id, revision=revision, size=size)
    return Call(_AUDIT + "ProveInclusion", request, pb.ProveInclusionResponse)


def prove_consistency(first_size: int, second_size: int | None = None) -> Call[pb.ProveConsistencyResponse]:
    """That the checkpoint of the second size, or the newest, goes on from that of the first."""
    request = request_of(pb.ProveConsistencyRequest, first_size=first_size, second_size=second_size)
    return Call(_AUDIT + "ProveConsistency", request, pb.ProveConsistencyResponse)
