"""The titles that can be played, by name."""

from collections.abc import Mapping
from typing import Any

from quarterdeck_rules import cooper_island, puerto_rico
from quarterdeck_rules.engine.title import Title

TITLES: Mapping[str, Title[Any]] = {title.name: title for title in (cooper_island.TITLE, puerto_rico.TITLE)}
