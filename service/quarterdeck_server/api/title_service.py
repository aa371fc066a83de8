"""TitleService: what can be played."""

import asyncio
from collections.abc import Sequence
from typing import Any

from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck.v1 import title_service_pb2_grpc
from quarterdeck_rules.engine.options import describe
from quarterdeck_rules.words import languages
from quarterdeck_server.api.components import component_messages, uncertain_messages
from quarterdeck_server.api.languages import current_language
from quarterdeck_server.api.pages import page_size, read_token, write_token
from quarterdeck_server.api.requests import given, short
from quarterdeck_server.api.speech import Speech
from quarterdeck_server.application.catalogue import Catalogue, Offer
from quarterdeck_server.application.rejection import invalid
from quarterdeck_server.store.port import Store


class TitleService(title_service_pb2_grpc.TitleServiceServicer):
    """Answers from the catalogue, and about the component sets of old games from the store."""

    def __init__(self, catalogue: Catalogue, store: Store, speech: Speech) -> None:
        self._catalogue = catalogue
        self._store = store
        self._speech = speech
        # A set never changes, and there are as many as an operator has made corrections.
        self._components: dict[tuple[str, str, str], Sequence[pb.Component]] = {}

    async def ListTitles(self, request: pb.ListTitlesRequest, context: Any) -> pb.ListTitlesResponse:
        return pb.ListTitlesResponse(titles=[summary(offer) for offer in self._catalogue])

    async def GetTitle(self, request: pb.GetTitleRequest, context: Any) -> pb.GetTitleResponse:
        offer = self._catalogue.offer(short("title", given("title", request.title)))
        options = [
            pb.Option(
                name=spec.name,
                values=spec.values,
                default_value=spec.default,
                help=self._speech.option(offer.title, spec),
            )
            for spec in describe(offer.title.options)
        ]
        return pb.GetTitleResponse(
            summary=summary(offer),
            options=options,
            uncertain_components=uncertain_messages(offer.components),
            move_kinds=offer.notation.words,
            languages=languages(),
        )

    async def ListComponents(self, request: pb.ListComponentsRequest, context: Any) -> pb.ListComponentsResponse:
        title = self._catalogue.offer(short("title", given("title", request.title))).title.name
        size = page_size(request.page_size, usual=500, most=1000)
        digest, table = short("component_set", request.component_set), short("table", request.table)
        offer, components = await asyncio.to_thread(self._catalogue.component_set, title, digest, self._store)
        question = ("components", title, components.hash, table)
        (start,) = read_token(request.page_token, question, 1) or (0,)
        key = (title, components.hash, current_language())
        listed = self._components.get(key)
        if listed is None:
            made = tuple(component_messages(offer.title, components, self._speech))
            listed = self._components[key] = made
        tables = list(dict.fromkeys(one.table for one in listed))
        if table and table not in tables:
            raise invalid("table", f"is none of {', '.join(tables)}")
        fitting = [one for one in listed if table in ("", one.table)]
        following = start + size
        return pb.ListComponentsResponse(
            component_set=components.hash,
            components=fitting[start:following],
            tables=tables,
            next_page_token=write_token(question, following) if following < len(fitting) else "",
        )


def summary(offer: Offer) -> pb.TitleSummary:
    """A title in short."""
    title = offer.title
    return pb.TitleSummary(
        title=title.name,
        rules_version=title.rules_version,
        seat_counts=title.seat_counts,
        component_set=offer.components.hash,
    )
