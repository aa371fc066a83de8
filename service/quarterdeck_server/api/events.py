"""Pages of a game's events."""

from collections.abc import Iterator

from quarterdeck.v1 import game_pb2
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_server.api.messages import Messages, timestamp
from quarterdeck_server.application.live import LiveGame


def logged_events(
    messages: Messages, live: LiveGame, viewer: Viewer, after: tuple[int, int], end: int
) -> Iterator[game_pb2.LoggedEvent]:
    """The events after this revision and place in it, up to and with the revision `end`, as a viewer may see them.

    Lazily, so that a page costs what it shows.
    """
    first, seen = after
    for revision in live.revisions[first - 1 : end]:
        received, players = timestamp(revision.command.received), live.players_at(revision.number)
        for place, event in enumerate(messages.shown(live, revision, viewer), start=1):
            if revision.number == first and place <= seen:
                continue
            yield game_pb2.LoggedEvent(
                revision=revision.number,
                place=place,
                receive_time=received,
                event=messages.event(live.offer.title, event, players),
            )
