"""The language that a call asks for, in the way of HTTP: `accept-language: de, en;q=0.8`."""

from collections.abc import Sequence
from contextvars import ContextVar

from quarterdeck_rules.words import ENGLISH, languages

_LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current_language() -> str:
    """The language of the call that is being answered."""
    return _LANGUAGE.get()


def ask_for(accepted: str) -> None:
    """Answer this call in the best of the languages that it accepts."""
    _LANGUAGE.set(best_of(accepted, languages()))


def best_of(accepted: str, known: Sequence[str]) -> str:
    """The language that is liked best of those that there are; the first, usual one if it is none of them."""
    liked: dict[str, float] = {}
    for part in accepted.split(","):
        tag, _, weight = part.partition(";")
        language = tag.strip().lower().partition("-")[0]
        name = known[0] if language == "*" else language
        if name in known:
            liked[name] = max(liked.get(name, 0.0), _weight(weight))
    # The first of equals, so that the order asked for decides.
    return max(liked, key=liked.__getitem__, default=known[0])


def _weight(text: str) -> float:
    name, _, value = text.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
