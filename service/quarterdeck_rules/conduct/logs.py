"""Logs: what reads and writes a whole game, the title's own facts and those of conduct."""

from typing import Any

from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.title import Title


def codec_of(title: Title[Any]) -> Codec:
    """The codec for logs of a title, those of earlier releases included."""
    return Codec(title, facts.UPCASTERS, facts.EVENTS)
