"""The titles that can be played, by name."""

from collections.abc import Mapping
from typing import Any

from quarterdeck_rules import cooper_island, puerto_rico
from quarterdeck_rules.engine.title import Title

_ALL: tuple[Title[Any], ...] = (cooper_island.TITLE, puerto_rico.TITLE)
"""Every title under every version of its rules, older versions before newer ones."""

RULES: Mapping[tuple[str, str], Title[Any]] = {(title.name, title.rules_version): title for title in _ALL}
"""Every version of the rules of every title that a game may have been created under: none is ever taken out."""

TITLES: Mapping[str, Title[Any]] = {title.name: title for title in _ALL}
"""The titles that games are created of, under the newest version of their rules."""


def find_title(name: str, rules_version: str) -> Title[Any] | None:
    """A title under the rules of this version; nothing if there are none."""
    return RULES.get((name, rules_version))
