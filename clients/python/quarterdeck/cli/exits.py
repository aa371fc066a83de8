"""Exit codes, and errors of the service in words."""

from collections.abc import Mapping
from enum import IntEnum

import grpc

from quarterdeck.client import (
    FieldInvalid,
    MoveNotUnderstood,
    NotAllowed,
    NotFound,
    QuarterdeckError,
    RevisionNotAvailable,
    TryAgain,
)


class Exit(IntEnum):
    """What the exit code of a command says."""

    DONE = 0
    """It is done."""
    REFUSED = 1
    """The service or the rules said no: a refused move, a taken seat, a game that has ended or not started."""
    USAGE = 2
    """The command line or a value in it cannot be read."""
    NOT_FOUND = 3
    """No such title, game or component."""
    NOT_ALLOWED = 4
    """The token is missing, not valid, or not for this seat."""
    AWAY = 5
    """The service was not reached or is busy; the same command may succeed later."""
    UNWRITTEN = 6
    """The output could not be written, as on a disk that is full."""
    UNVERIFIABLE = 7
    """A game's file is not wrong, but something is missing to verify it wholly."""
    INTERRUPTED = 130
    """Ctrl-C."""
    CLOSED = 141
    """Whoever read the output has closed it, as `head` does; shells use this code for it."""


CODES = (
    "Exit codes: 0 done, 1 refused, 2 not understood, 3 not found, 4 not allowed, 5 service away or busy, "
    "6 output not written, 7 not verifiable, 130 interrupted, 141 output closed by its reader."
)

FIELDS: Mapping[str, str] = {
    "start_revision": "--from",
    "end_revision": "--to",
    "interval": "--play",
    "revision": "--revision",
    "seats": "--seats",
    "seat": "--seat",
    "seed": "--seed",
    "entropy": "--entropy",
    "shared_deal": "--deal",
    "table": "--table",
    "status": "--status",
    "player": "--player",
    "options": "--option",
    "title": "TITLE",
    "game_id": "GAME",
    "root_certificates": "--ca-file",
    "certificate_chain": "--certificate-file",
    "private_key": "--key-file",
    "terms": "--clock",
    "reason": "--reason",
    "ranks": "--rank",
    "to": "--to",
}
"""What the command line calls the fields of requests."""


def exit_of(error: QuarterdeckError) -> Exit:
    """The exit code for an error of the service."""
    match error:
        case FieldInvalid():
            return Exit.USAGE
        case NotFound():
            return Exit.NOT_FOUND
        case NotAllowed():
            return Exit.NOT_ALLOWED
        case TryAgain():
            return Exit.AWAY
        case _:
            return Exit.REFUSED


def words_of(error: QuarterdeckError) -> str:
    """An error in words, in those of the command line, with the rule that refused."""
    match error:
        case MoveNotUnderstood() if error.details:
            return f"the move cannot be read: {'; '.join(error.details.values())}"
        case FieldInvalid() if error.details:
            return "; ".join(f"{option_of(field)}: {problem}" for field, problem in error.details.items())
        case RevisionNotAvailable() if "wanted" in error.details:
            return f"the game has no revision {error.details['wanted']}"
        case TryAgain() if not error.reason:
            return f"the service was not reached ({error.words})"
        case _ if not error.reason and error.code is grpc.StatusCode.UNIMPLEMENTED:
            return f"what answers there does not know this call: it is older, or no Quarterdeck ({error.words})"
    return f"{error.words} [rule {error.rule}]" if error.rule and error.rule not in error.words else error.words


def option_of(field: str) -> str:
    """What the command line calls a field of a request."""
    head, _, rest = field.partition(".")
    return f"{FIELDS.get(head, head.replace('_', ' '))} {rest}".strip()
