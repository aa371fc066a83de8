"""A server that is killed at any moment, again and again: nothing that it has answered is lost or done twice."""

import asyncio
import random
from collections import Counter
from contextlib import aclosing, suppress

import pytest

from quarterdeck.v1 import game_service_pb2 as games
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct.closing import Moment, completed
from quarterdeck_rules.conduct.facts import REFEREE
from quarterdeck_rules.engine import judge
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Started
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from quarterdeck_server.application.loading import load
from quarterdeck_server.application.moments import ZonedCalendar, milliseconds
from quarterdeck_server.bootstrap import catalogue_of, open_store
from quarterdeck_server.configuration.settings import Settings
from quarterdeck_server.identity import tokens_of
from tests.crowd import Connection, GoneError, Onlooker, Player, Table
from tests.nursery import PATIENCE, Death, Nursery, any_death
from tests.profiles import PROFILE

KILLS, SECONDS = {"check": (5, 60), "test": (100, 300), "soak": (1000, 7200)}[PROFILE]
PAIRS = (("ann", "bob"), ("bob", "cat"), ("cat", "dan"), ("dan", "ann"))
MOST_ANSWERS = 500
"""So many answers are asked for once more in the end."""
STORES = ("sqlite", "postgres")


@pytest.fixture(params=STORES)
def settings(request, tmp_path):
    """Settings of a server whose store outlives it."""
    kept = {"data": str(tmp_path / "data"), "store": request.param}
    if request.param == "postgres":
        kept["database_url"] = request.getfixturevalue("database")
    return kept


@pytest.mark.timeout(SECONDS)
@pytest.mark.parametrize("seed", ["1"])
async def test_a8_a12_a_server_that_is_killed_again_and_again_loses_nothing_and_doubles_nothing(
    settings, tmp_path, seed
):
    dice = random.Random(seed)
    titles = list(TITLES)
    tables = [
        Table(titles[number % len(titles)], pair, with_bot=number >= len(titles)) for number, pair in enumerate(PAIRS)
    ]
    tokens = tokens_of(Settings(**settings))
    players = [Player(name, tables, f"{seed}/{name}") for name, _ in PAIRS]
    passes: dict[Player | Onlooker, str] = {
        player: tokens.issue(player.name, Role.PLAYER, 24 * 3600) for player in players
    }
    onlookers = [Onlooker(table) for table in tables]
    passes |= {onlooker: tokens.issue("eve", Role.SPECTATOR, 24 * 3600) for onlooker in onlookers}
    log = tmp_path / "server.log"
    async with Nursery(settings, log) as nursery:
        for _ in range(KILLS):
            await live(nursery, any_death(dice), passes)
        await see_the_same_answers(nursery, passes, dice)
    logged = log.read_text()
    assert '"event": "serving"' in logged
    assert '"level": "error"' not in logged
    assert sum(len(seen) for onlooker in onlookers for seen in onlooker.seen.values()) >= KILLS
    see_the_log(Settings(**settings), players)


async def live(nursery, death, passes):
    """One life of a server, from its birth to its death, with all that is seen of it."""
    await nursery.begin(death)
    if death.kind == "born":
        await nursery.kill(death)
    told = await nursery.told()
    if "dead" in told:
        return
    connections = {who: Connection(told["serving"], token) for who, token in passes.items()}
    playing = [
        asyncio.create_task(who.watch(connection) if isinstance(who, Onlooker) else play(who, connection))
        for who, connection in connections.items()
    ]
    if death.kind in ("serving", "draining"):
        await nursery.kill(death)
    async with asyncio.timeout(PATIENCE):
        assert "dead" in await nursery.told()
        for connection in connections.values():
            connection.is_of_use = False
        await asyncio.gather(*playing)
    for connection in connections.values():
        await connection.close()


async def play(player, connection):
    """See that what this player was told last is still so, and play on."""
    with suppress(GoneError):
        if (last := next((sent for sent in reversed(player.sent) if sent.answer), None)) is not None:
            again = await connection.call(last.method, last.request)
            assert as_bytes(again) == as_bytes(last.answer)
            game = await connection.call("GetGame", games.GetGameRequest(game_id=last.game_id))
            assert game.revision >= last.answer.revision.number
        await player.play(connection)


async def see_the_same_answers(nursery, passes, dice):
    """A last life: whatever was answered, or seen, is answered and seen alike once more."""
    await nursery.begin(Death("serving"))
    port = (await nursery.told())["serving"]
    for who, token in passes.items():
        connection = Connection(port, token)
        if isinstance(who, Onlooker):
            for game_id, seen in who.seen.items():
                async with aclosing(connection.watch(game_id, 1)) as revisions:
                    assert [as_bytes(await anext(revisions)) for _ in seen] == seen
        else:
            answered = [sent for sent in who.sent if sent.answer]
            for sent in dice.sample(answered, min(len(answered), MOST_ANSWERS // len(PAIRS))):
                assert as_bytes(await connection.call(sent.method, sent.request)) == as_bytes(sent.answer)
        await connection.close()
    await nursery.kill(Death("serving"))
    await nursery.told()


def see_the_log(settings, players):
    """Everything that players know is in the log once, and the log is what the rules make of it."""
    catalogue, store = catalogue_of(settings, TITLES.values()), open_store(settings)
    try:
        lives = [load(listed.game, store, catalogue) for listed in store.games(0, 1_000_000)]
        logged = {
            (revision.command.player, revision.command.request_id): (game.id, revision.number)
            for game in lives
            for revision in game.revisions
        }
        assert len(logged) == sum(len(game.revisions) for game in lives), "a request is in the log twice"
        sent = {one.key: one for player in players for one in player.sent}
        # What the referee does, the moves of house bots here, is named by game and revision.
        own = {(REFEREE, f"{game_id}:{number}"): (game_id, number) for game_id, number in logged.values()}
        assert {key for key in logged if logged[key] != own.get(key)} <= sent.keys()
        for key, one in sent.items():
            found = store.answered(*key)
            assert logged.get(key) == (None if found is None else (found.game, found.revision))
            if one.answer is not None:
                assert logged[key] == (one.game_id, one.answer.revision.number)
            elif one.found is not None and one.found.is_applied:
                assert logged[key] == (one.found.game_id, one.found.revision)
            elif one.is_refused or one.found is not None:
                assert key not in logged, "it was refused, or had never arrived"
        for game in lives:
            judge_anew(game)
        see_that_much_happened(players)
        assert KILLS < 100 or sum(player == REFEREE for player, _ in logged) >= KILLS // 2
    finally:
        store.close()


def see_that_much_happened(players):
    """The kills hit all sorts of calls, before their commits and between these and the answers."""
    done = Counter(one.method for player in players for one in player.sent if one.answer is not None)
    assert done.keys() >= {"CreateGame", "JoinGame", "StartGame", "SubmitMove"}
    taken_up = Counter(was_applied for player in players for was_applied in player.taken_up)
    if KILLS >= 100:
        assert "RequestUndo" in done
        assert min(taken_up[True], taken_up[False]) >= KILLS // 10


def judge_anew(live):
    """Fold a game command by command, and see that each is what the rules make of it, consequences and all."""
    title, first = live.offer.title, live.revisions[0]
    case = cases.fold(title, live.case.components, [first.events])
    for revision in live.revisions[1:]:
        chance, answer = KeyedChance(case.game.seed), revision.closed.answer
        judged = None
        if answer is not None:
            judged = judge.decide(title, case.game, answer.seat, answer.decision, answer.move, chance)
        elif any(isinstance(event, Started) for event in revision.events):
            judged = judge.start(title, case.game, chance)
        if judged is not None and revision.command.player != REFEREE:
            moment = Moment(milliseconds(revision.command.received), ZonedCalendar())
            assert not isinstance(judged, Refusal), judged
            assert revision.events == completed(case, judged, moment)
        case = case.extended(revision.events)
    assert fingerprint(case.game) == fingerprint(live.game)
    assert (case.game, case.conduct) == (live.game, live.conduct)


def as_bytes(message):
    return message.SerializeToString(deterministic=True)
