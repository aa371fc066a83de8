"""Exit codes, and errors of the service in words."""

from enum import IntEnum

from quarterdeck.client import FieldInvalid, NotAllowed, NotFound, QuarterdeckError, TryAgain


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
    INTERRUPTED = 130
    """Ctrl-C."""


CODES = (
    "Exit codes: 0 done, 1 refused, 2 not understood, 3 not found, 4 not allowed, 5 service away or busy, "
    "130 interrupted."
)


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
    """An error in words, with the rule that refused."""
    said = error.words
    if isinstance(error, TryAgain) and not error.reason:
        said = f"the service was not reached ({said})"
    return f"{said} [rule {error.rule}]" if error.rule and error.rule not in said else said
