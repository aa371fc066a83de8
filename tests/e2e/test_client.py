"""The Python client against a real server: what it raises, what it sends again, what it lists."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from quarterdeck.bots import RandomBot
from quarterdeck.client import (
    DecisionClosed,
    Desk,
    FieldInvalid,
    GameNotStarted,
    GameOver,
    MoveRefused,
    NotAllowed,
    NotFound,
    RequestIdReused,
)
from quarterdeck.client.moves import cooper_island
from quarterdeck.v1.game_pb2 import GAME_STATUS_WAITING
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

TITLE = "cooper_island"


async def with_desk(folder, test: Callable[[Desk], Any]) -> None:
    """Run a test of the sync client beside a server in this process."""
    async with serving(folder, TITLES.values()) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)

        def run() -> None:
            with Desk(table.address, token) as client:
                test(client)

        await asyncio.to_thread(run)


def started(client: Desk) -> str:
    game = client.create_game(TITLE, 2, seed="1")
    for seat in range(2):
        client.join_game(game, seat)
    client.start_game(game)
    return game


async def test_errors_are_of_a_kind_of_their_own_and_carry_reason_rule_and_facts(tmp_path):
    def test(client: Desk) -> None:
        with pytest.raises(NotFound, match="GAME_NOT_FOUND"):
            client.position("nothing")
        with pytest.raises(NotFound, match="TITLE_NOT_FOUND"):
            client.create_game("chess", 2)
        with pytest.raises(FieldInvalid) as field:
            client.create_game(TITLE, 9)
        assert field.value.reason == "FIELD_INVALID"
        waiting = client.create_game(TITLE, 2)
        with pytest.raises(GameNotStarted):
            client.score_sheet(waiting)
        game = started(client)
        move = next(client.legal_moves(game, seat=0))
        with pytest.raises(MoveRefused) as refused:
            client.submit(game, move.decision_id, "perform coin_boat")
        assert (refused.value.reason, refused.value.rule) == ("NOT_ON_OFFER", "CI-INCOME-3")
        assert refused.value.details["action"] == "coin_boat"
        assert not refused.value.may_retry
        with pytest.raises(FieldInvalid, match="MOVE_NOT_UNDERSTOOD"):
            client.submit(game, move.decision_id, "dance")
        with pytest.raises(DecisionClosed):
            client.submit(game, "1.1", move.move.notation)

    await with_desk(tmp_path, test)


async def test_a_request_id_gives_one_answer_and_another_body_under_it_is_refused(tmp_path):
    def test(client: Desk) -> None:
        game = client.create_game(TITLE, 2, request_id="one")
        assert client.create_game(TITLE, 2, request_id="one") == game
        with pytest.raises(RequestIdReused):
            client.create_game(TITLE, 3, request_id="one")

    await with_desk(tmp_path, test)


async def test_validate_only_changes_nothing(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        before = client.game(game).revision
        move = next(client.legal_moves(game, seat=0))
        client.submit(game, move.decision_id, move.move, validate_only=True)
        with pytest.raises(MoveRefused):
            client.submit(game, move.decision_id, "perform coin_boat", validate_only=True)
        assert client.game(game).revision == before

    await with_desk(tmp_path, test)


async def test_a_list_comes_with_all_that_its_page_says(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        now = client.game(game)
        listed = client.legal_moves(game, seat=0, page_size=2)
        page = listed.first_page()
        assert (page.revision, page.truncated) == (now.revision, False)
        assert [one.seat for one in page.open_decisions] == [0]
        moves_listed = list(listed)
        assert {one.decision_id for one in moves_listed} == {page.open_decisions[0].decision_id}
        assert sum(one.count for one in page.counts) == len(moves_listed) > len(page.moves)
        counted = client.count_legal_moves(game, revision=now.revision, seat=0)
        assert counted == {one.kind: one.count for one in page.counts}
        assert client.count_legal_moves(game, revision=1, seat=0) == {}
        components = client.components(TITLE, page_size=10)
        assert components.first_page().component_set == now.component_set
        assert {one.table for one in components} <= set(components.first_page().tables)
        assert client.events(game).first_page().end_revision == now.revision

    await with_desk(tmp_path, test)


async def test_legal_moves_are_counted_by_kind_and_games_are_filtered_by_status(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        waiting = client.create_game(TITLE, 2)
        counts = client.count_legal_moves(game, seat=0)
        assert sum(counts.values()) == len(list(client.legal_moves(game, seat=0)))
        listed = client.legal_moves(game, "perform", seat=0, page_size=1)
        assert counts["perform"] == len(list(listed))
        assert [one.game_id for one in client.games(status=GAME_STATUS_WAITING)] == [waiting]
        assert [one.game_id for one in client.games(page_size=1)] == [game, waiting]
        assert [one.game_id for one in client.games(player="Ada")] == [game]

    await with_desk(tmp_path, test)


async def test_events_and_components_are_listed_page_by_page(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        whole, paged = list(client.events(game)), list(client.events(game, page_size=3))
        assert paged == whole
        assert [one.event.kind for one in whole[:3]] == ["created", "terms_set", "joined"]
        assert {one.revision for one in client.events(game, 2, 3)} == {2, 3}
        boats = [one.component_id for one in client.components(TITLE, table="boats", page_size=2)]
        assert "coin_boat" in boats
        assert len(list(client.components(TITLE, client.game(game).component_set))) > 100
        at_start = client.legal_moves(game, revision=client.game(game).revision, seat=0)
        assert [one.words for one in at_start]

    await with_desk(tmp_path, test)


async def test_a_refusal_has_words(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        move = next(client.legal_moves(game, seat=0))
        with pytest.raises(MoveRefused) as refused:
            client.submit(game, move.decision_id, "perform coin_boat")
        assert refused.value.words != str(refused.value)

    await with_desk(tmp_path, test)


async def test_a_built_move_is_the_move_that_its_notation_writes(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        for listed in client.legal_moves(game, seat=0):
            field = listed.move.cooper_island.WhichOneof("kind")
            assert field == listed.kind
            if field == "perform":
                built = cooper_island.perform(listed.move.cooper_island.perform.action)
                client.submit(game, listed.decision_id, built, validate_only=True)
                built.notation = listed.move.notation  # given both, they have to agree
                client.submit(game, listed.decision_id, built, validate_only=True)

    await with_desk(tmp_path, test)


async def test_a_game_is_played_watched_and_listed_to_its_end(tmp_path):
    def test(client: Desk) -> None:
        game = started(client)
        bot, answers = RandomBot("1"), client.game(game).revision
        while True:
            waiting = client.position(game).open_decisions
            if not waiting:
                break
            move = bot.choose(client.legal_moves(game, seat=waiting[0].seat, page_size=7))
            answers = client.submit(game, move.decision_id, move.move.notation).number
        with pytest.raises(GameOver):
            client.submit(game, move.decision_id, move.move)
        assert [revision.number for revision in client.watch(game)] == list(range(1, answers + 1))
        played = list(client.replay(game, speed=1_000_000))
        assert [one.revision for one in played] == list(client.watch(game))
        assert all(one.counts and one.base == one.revision.number - 1 for one in played)
        assert [revision.number for revision in client.watch(game, answers - 2)] == [answers - 2, answers - 1, answers]
        sheet = client.score_sheet(game)
        assert sheet.final
        for score, standing in zip(sheet.score_sheet.cooper_island.scores, sheet.standings, strict=True):
            assert sum(line.points for line in score.lines) == score.total == standing.points
        assert [one.game_id for one in client.games(TITLE)] == [game]
        assert client.titles()[0].title == TITLE

    await with_desk(tmp_path, test)


async def test_without_a_token_one_reads_as_a_spectator_and_changes_nothing(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:

        def run() -> None:
            with Desk(table.address) as client:
                assert list(client.games()) == []
                with pytest.raises(NotAllowed, match="TOKEN_MISSING"):
                    client.create_game(TITLE, 2)
            with Desk(table.address, "no token") as client, pytest.raises(NotAllowed, match="TOKEN_INVALID"):
                client.create_game(TITLE, 2)

        await asyncio.to_thread(run)
