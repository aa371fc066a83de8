"""The components of Cooper Island as the service lists them, for tests of bots."""

from functools import cache

from quarterdeck.v1.title_service_pb2 import Component
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.components import component_messages
from quarterdeck_server.api.speech import Speech


@cache
def component_set(*replacements: bytes) -> tuple[Component, ...]:
    """All of them, with entries replaced as an operator's file would."""
    title = TITLES["cooper_island"]
    return tuple(component_messages(title, title.load_components(replacements), Speech()))
