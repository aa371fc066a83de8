"""The components of a title as the service lists them, for tests of bots."""

from functools import cache

from quarterdeck.v1.title_service_pb2 import Component
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.components import component_messages
from quarterdeck_server.api.speech import Speech


@cache
def component_set(*replacements: bytes, title: str = "cooper_island") -> tuple[Component, ...]:
    """All of them, with entries replaced as an operator's file would."""
    offered = TITLES[title]
    return tuple(component_messages(offered, offered.load_components(replacements), Speech()))
