"""The table of errors, out of the one that the service answers by."""

from quarterdeck_server.api.status import CODES, RETRY_HELPS

HAPPENED = {
    "MOVE_NOT_UNDERSTOOD": "The move cannot be read; `google.rpc.BadRequest` names the field.",
    "FIELD_INVALID": "A field of the request is wrong; `google.rpc.BadRequest` names it.",
    "MOVE_REFUSED": (
        "The rules refuse the move, or another command as the game stands. In place of this word stands the refusal's "
        "own reason, for example `SEATS_OPEN`; the metadata has the `rule` and the facts that decided it."
    ),
    "DECISION_CLOSED": "Nobody waits for this answer any more; a [Situation](#situation) has what waits now.",
    "GAME_NOT_STARTED": "The game still waits for its start.",
    "GAME_ENDED": "The game has ended; a [Situation](#situation) has its result.",
    "SEAT_TAKEN": "The seat is taken, or the game is full.",
    "TOKEN_MISSING": "The call needs a token.",
    "TOKEN_INVALID": "The token is not one of this service, or no longer good.",
    "NOT_YOUR_SEAT": "The caller does not hold the seat.",
    "ROLE_MAY_NOT": "The caller's role may not do this.",
    "TITLE_NOT_FOUND": "No title has this name.",
    "GAME_NOT_FOUND": "No game has this id.",
    "COMPONENT_SET_NOT_FOUND": "No component set has this hash.",
    "REQUEST_ID_REUSED": "The same `request_id` came with another request before.",
    "REVISION_NOT_AVAILABLE": "The game has no such revision yet, or it is no longer kept.",
    "CHECKPOINT_NOT_AVAILABLE": "There is no checkpoint of this size, or none yet.",
    "RATE_LIMITED": "Too many calls or streams; `google.rpc.RetryInfo` says when to come back.",
    "READER_TOO_SLOW": "A stream was read too slowly; `resume_revision` in the metadata says where to go on.",
    "TRY_AGAIN": "The service is busy, draining, or its store is away; `google.rpc.RetryInfo` says when to come back.",
    "GAME_UNREADABLE": "The log of the game cannot be read.",
    "LOG_ALTERED": "The log of all games is not the one that the last checkpoint was made of.",
    "INTERNAL_FAULT": "A fault of the service; `id` in the metadata names the entry in its log.",
}
"""What each reason says, for people."""


def error_rows() -> list[tuple[str, str, str, str]]:
    """Reason, status code, what happened, and whether the same call may succeed later."""
    return [
        (f"`{kind}`", f"`{code.name}`", HAPPENED[kind], "yes" if kind in RETRY_HELPS else "no")
        for kind, code in CODES.items()
    ]
