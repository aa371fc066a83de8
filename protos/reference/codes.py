"""Codes with their words: what refuses a move, and what a line of the score is for."""

from collections.abc import Mapping

from protos.reference.markdown import page, table
from quarterdeck_rules.words import ENGLISH, shared

REFUSALS = """## Refusals

Why a move is refused: the reason of the error, here in the English words of the service. A name in braces is a fact
that comes with it, in the metadata of `google.rpc.ErrorInfo`; what stands in brackets is left out if there is no such
fact."""

SCORE_CODES = """### Codes of score lines

What a line is for, by its code, in the English words of the service. A name in braces is a fact of the line."""

SHARED_REFUSALS = """### Refusals of all titles

Reasons for which a command is refused whatever the title; those of a title stand on its page. A name in braces is a
fact that comes with it."""


def shared_refusals_section() -> str:
    """The reasons that no title owns."""
    return codes(SHARED_REFUSALS, "reason", shared(ENGLISH)["refusals"])


def refusals_section(words: Mapping[str, Mapping[str, str]]) -> str:
    """The reasons of a title, in the order of its catalogue."""
    return codes(REFUSALS, "reason", words.get("refusals", {}))


def score_section(words: Mapping[str, Mapping[str, str]]) -> str:
    """The codes of a title's score lines, in the order of its catalogue."""
    return codes(SCORE_CODES, "code", words.get("score", {}))


def codes(text: str, head: str, templates: Mapping[str, str]) -> str:
    """Codes and their templates below a text; nothing if there are none."""
    rows = [(f"`{code}`", template) for code, template in templates.items()]
    return page(text, table((head, "words"), rows)) if rows else ""
