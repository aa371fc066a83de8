"""TitleService: what can be played."""

from collections.abc import Iterator
from typing import Any

from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck.v1 import title_service_pb2_grpc
from quarterdeck_rules.engine.components import Component, Printed
from quarterdeck_rules.engine.options import describe
from quarterdeck_server.application.catalogue import Catalogue, Offer


class TitleService(title_service_pb2_grpc.TitleServiceServicer):
    """Answers from the catalogue, which never changes while the server runs."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def ListTitles(self, request: pb.ListTitlesRequest, context: Any) -> pb.ListTitlesResponse:
        return pb.ListTitlesResponse(titles=[summary(offer) for offer in self._catalogue])

    async def GetTitle(self, request: pb.GetTitleRequest, context: Any) -> pb.GetTitleResponse:
        offer = self._catalogue.offer(request.title)
        options = [
            pb.Option(name=spec.name, values=spec.values, default_value=spec.default, help=spec.help)
            for spec in describe(offer.title.options)
        ]
        return pb.GetTitleResponse(
            summary=summary(offer),
            options=options,
            uncertain_components=uncertain(offer),
            move_kinds=offer.notation.words,
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


def uncertain(offer: Offer) -> Iterator[pb.UncertainComponent]:
    """The components that are not printed as they are, table by table."""
    contents = offer.components.contents
    for table in contents.__struct_fields__:
        entries = getattr(contents, table)
        for entry in entries if isinstance(entries, tuple) else (entries,):
            if not isinstance(entry, Component) or (entry.status is Printed.PRINTED and not entry.reconstructed):
                continue
            yield pb.UncertainComponent(
                table=table,
                component_id=entry.id,
                status=pb.ComponentStatus.Value(f"COMPONENT_STATUS_{entry.status.name}"),
                fields=entry.reconstructed,
                source=entry.source,
            )
