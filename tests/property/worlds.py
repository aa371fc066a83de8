"""Two worlds: servers with one game each, whose logs differ only in what one viewer cannot know.

In Cooper Island the cards that this viewer has not seen are exchanged for one another, in the whole log.  In Puerto
Rico all facts are open, and only what somebody has in all is not: others begin with chips, in one world with more here,
in the other with more there.
"""

import asyncio
import hashlib
import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias
from unittest.mock import patch

import msgspec
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc.aio import AioRpcError
from msgspec import Struct

from quarterdeck_rules.book.records import START, Entry, Envelope, sealed
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.case import Case
from quarterdeck_rules.conduct.facts import TermsSet
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.codec import encode_hook
from quarterdeck_rules.engine.game import Closed
from quarterdeck_rules.engine.title import Title, Viewer
from quarterdeck_server.api.server import SERVICES
from quarterdeck_server.application.caller import Role
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.loading import summary_of
from quarterdeck_server.bootstrap import Service
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import Batch
from tests.property.kit import Playout
from tests.serving import Client

GAME = "game"
NOW = "2026-01-02T00:00:00.000Z"
SECONDS = 10
MOST_READ = 12
"""So many messages of a stream are looked at."""
METHODS = {method.name: method for name in SERVICES for method in Default().FindServiceByName(name).methods}

Log: TypeAlias = list[tuple[Struct, ...]]
"""Command by command."""
World: TypeAlias = tuple[Title[Any], Log]
Told: TypeAlias = tuple[Any, ...]
"""All that a caller gets: messages as bytes, or code, text and details of an error."""


def log_of(playout: Playout, moves: int | None = None) -> Log:
    """The log of a random game after so many moves; undo takes the others' consent there."""
    commands = commands_of(playout.log)
    *first, closed = commands[0]
    commands[0] = (*first, TermsSet(Terms(undo=UndoPolicy.CONSENT)), closed)
    for place, step in enumerate(playout.play()):
        if place == moves:
            break
        commands.append(step.events)
    return commands


def commands_of(events: Iterable[Struct]) -> Log:
    found: Log = []
    command: list[Struct] = []
    for event in events:
        command.append(event)
        if isinstance(event, Closed):
            found.append(tuple(command))
            command = []
    return found


def fold(playout: Playout, log: Log) -> Case[Any]:
    return cases.fold(playout.title, playout.components, log)


def cards_exchanged(playout: Playout, log: Log, viewer: Viewer, dice: random.Random) -> tuple[World, World]:
    """Cooper Island, with other cards wherever this viewer has not seen which they are."""
    title, codec = playout.title, Offer(playout.title).codec
    case, begun = fold(playout, log), fold(playout, log[:1])
    asked = [one.decision for one in open_decisions(case.game.agenda) if one.seat == viewer]
    told = [cases.shown(title, command, viewer) for command in log]
    known = set(_texts(msgspec.to_builtins([told, asked, title.view(case.game.state, viewer)], enc_hook=encode_hook)))
    names: dict[str, str] = {}
    for deck in (begun.game.state.small_deck, begun.game.state.large_deck):
        hidden = [card for card in deck.unseen if card not in known]
        names.update(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))

    def renamed(event: Struct) -> Struct:
        name, stored = codec.encode(event)
        return codec.decode(name, msgspec.json.encode(_renamed(msgspec.json.decode(stored), names)))

    return (title, log), (title, [tuple(map(renamed, command)) for command in log])


def chips_exchanged(playout: Playout, log: Log, viewer: Viewer, dice: random.Random) -> tuple[World, World]:
    """Puerto Rico, with other sums of chips than this viewer sees; all together have as many."""
    others = [seat for seat in range(playout.setting.seats) if seat != viewer]
    chips = [1 + dice.randrange(9) for _ in others]

    def beginning(chips: Sequence[int]) -> Title[Any]:
        def begin(*given: Any) -> Any:
            colony = playout.title.begin(*given)
            for seat, points in zip(others, chips, strict=True):
                colony = colony.with_board(seat, msgspec.structs.replace(colony.boards[seat], points=points))
            return colony

        return replace(playout.title, begin=begin)

    return (beginning(chips), log), (beginning([*chips[1:], chips[0]]), log)


WORLDS: dict[str, Callable[[Playout, Log, Viewer, random.Random], tuple[World, World]]] = {
    "cooper_island": cards_exchanged,
    "puerto_rico": chips_exchanged,
}
"""By title."""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return {name: _renamed(inner, names) for name, inner in value.items()}
    return [_renamed(inner, names) for inner in value] if isinstance(value, list) else value


class Pair:
    """Two servers, which are asked the same."""

    def __init__(self, loop: asyncio.AbstractEventLoop, clients: Sequence[Any], tokens: dict[str, str]) -> None:
        self._loop = loop
        self._clients = clients
        self._tokens = tokens

    def ask(self, name: str, player: str | None, request: Message) -> tuple[Told, Told]:
        """What both tell this player of the same request."""
        metadata = (("authorization", f"Bearer {self._tokens[player]}"),) if player else ()
        one, other = (self._loop.run_until_complete(_told(one, name, request, metadata)) for one in self._clients)
        return one, other


async def _told(client: Any, name: str, request: Message, metadata: Any) -> Told:
    method = METHODS[name]
    path, serialised = f"/{method.containing_service.full_name}/{name}", request.SerializeToString(deterministic=True)
    try:
        async with asyncio.timeout(SECONDS):
            if not method.server_streaming:
                return (await client.channel.unary_unary(path)(serialised, metadata=metadata),)
            stream = client.channel.unary_stream(path)(serialised, metadata=metadata)
            reader, found = GetMessageClass(method.output_type), []
            async for message in stream:
                found.append(message)
                if len(found) == MOST_READ or getattr(reader.FromString(message), "heartbeat", None):
                    break
            stream.cancel()
            return tuple(found)
    except AioRpcError as error:
        return error.code(), error.details(), tuple(error.trailing_metadata() or ())


@contextmanager
def serving_both(data: Path, playout: Playout, worlds: tuple[World, World]) -> Iterator[Pair]:
    """Servers of both worlds while the block runs."""
    players = dict.fromkeys((*(f"player {seat}" for seat in range(playout.setting.seats)), "ann"), Role.PLAYER)
    loop = asyncio.new_event_loop()
    stack = AsyncExitStack()

    async def started() -> Pair:
        clients, tokens = [], {}
        for title, log in worlds:
            store = MemoryStore()
            store.keep_components(playout.components.hash, playout.components.canonical)
            for batch in _batches(title, playout, log):
                store.append([batch])
            # Both are asked at the same moment.
            with patch("quarterdeck_server.bootstrap.utc_now", lambda: NOW):
                settings = Settings(address="127.0.0.1:0", data=data, heartbeat_seconds=60, drain_seconds=1)
                service = Service(settings, (title,), store)
            port = await service.start()
            stack.push_async_callback(service.drain)
            clients.append(Client(f"127.0.0.1:{port}"))
            stack.push_async_callback(clients[-1].channel.close)
            roles = {**players, "eve": Role.SPECTATOR, "dora": Role.DIRECTOR}
            tokens = {name: service.tokens.issue(name, role, 3600) for name, role in roles.items()}
        return Pair(loop, clients, tokens)

    try:
        yield loop.run_until_complete(started())
    finally:
        loop.run_until_complete(stack.aclose())
        loop.close()


def salts() -> Callable[[], str]:
    """Salts that are the same in every world, and that nobody would guess."""
    numbers = itertools.count()
    return lambda: hashlib.sha256(f"salt {next(numbers)}".encode()).hexdigest()[:32]


def _batches(title: Title[Any], playout: Playout, log: Log) -> Iterator[Batch]:
    codec, count, link, new_salt = Offer(title).codec, 0, START, salts()
    for revision, events in enumerate(log, start=1):
        received = f"2026-01-01T00:{revision // 60 % 60:02}:{revision % 60:02}.000Z"
        player = f"player {revision % playout.setting.seats}"
        command = Envelope(
            revision, received, title.rules_version, playout.components.hash, f"r{revision}", player, "0" * 64
        )
        entries = [
            Entry(GAME, count + place, *codec.encode(event), command if event is events[-1] else None)
            for place, event in enumerate(events, start=1)
        ]
        chained = tuple(sealed(link, entries, new_salt))
        count, link = count + len(events), chained[-1].link
        game = cases.fold(title, playout.components, log[:revision]).game if revision == len(log) else None
        yield Batch(chained, summary_of(game, NOW) if game is not None else None)
