"""Words over the wire: moves, score lines and rejections come as codes with arguments and as words."""

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2, title_service_pb2
from quarterdeck_rules.titles import TITLES
from quarterdeck_rules.words import languages
from quarterdeck_server.api.speech import phrases
from tests.serving import new_id, rejected, serving

Code = grpc.StatusCode


@pytest.fixture
async def island(tmp_path):
    async with serving(tmp_path, titles=TITLES.values(), drain_seconds=2.0) as table:
        ann, bob = table.client("ann"), table.client("bob")
        created = await ann.create(title="cooper_island", practice=True, seed="known")
        for client in (ann, bob):
            await client.join(created.game_id)
        await ann.start(created.game_id)
        yield created.game_id, ann, bob


async def test_legal_moves_come_in_words(island):
    game_id, ann, bob = island
    legal = [*(await ann.legal(game_id)).moves, *(await bob.legal(game_id)).moves]
    assert legal
    for one in legal:
        assert one.words
        assert one.words != one.kind


async def test_everybody_learns_what_is_asked_by_which_rule_and_the_seat_alone_all_of_it(island):
    game_id, ann, bob = island
    seen = [await client.position(game_id) for client in (ann, bob)]
    for ours, theirs in zip(seen[0].open_decisions, seen[1].open_decisions, strict=True):
        assert ours.rule == theirs.rule == "CI-INCOME-3"
        assert {ours.HasField("decision"), theirs.HasField("decision")} == {True, False}
        others = theirs if ours.HasField("decision") else ours
        assert others.words == TITLES["cooper_island"].words("en")["questions"][others.kind]
        assert (ours if others is theirs else theirs).words


async def test_the_score_comes_line_by_line_with_what_it_follows_from_in_the_middle_of_a_game(island):
    game_id, ann, _ = island
    sheet = await ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
    assert not sheet.final
    assert {line.seat for line in sheet.lines} == {0, 1}
    for standing in sheet.standings:
        assert sum(line.points for line in sheet.lines if line.seat == standing.seat) == standing.points
    (anchors,) = [line for line in sheet.lines if (line.seat, line.code) == (0, "anchors")]
    assert [(one.name, one.value) for one in anchors.arguments] == [("anchors", "0")]
    assert anchors.words == "anchors (0)"


async def test_a_refusal_comes_in_words_with_its_rule(island):
    game_id, ann, bob = island
    player, legal = ann, (await ann.legal(game_id)).moves
    if not legal:
        player, legal = bob, (await bob.legal(game_id)).moves
    details = await rejected(
        player.submit(game_id, legal[0].decision_id, "place_worker normal Z"),
        Code.FAILED_PRECONDITION,
        "MOVE_NOT_EXPECTED",
    )
    told = details["LocalizedMessage"]
    assert told.locale == "en"
    assert told.message.startswith("this move is no answer to what is asked, which is: ")
    assert details["ErrorInfo"].metadata["rule"] in told.message


async def test_every_rejection_comes_in_words(table):
    client = table.client("ann")
    details = await rejected(client.position("nobody's"), Code.NOT_FOUND, "GAME_NOT_FOUND")
    assert details["LocalizedMessage"].message == "there is no such game"
    details = await rejected(client.create(seats=9), Code.INVALID_ARGUMENT, "FIELD_INVALID")
    assert details["LocalizedMessage"].message == "the request cannot be read: seats: toy is for 2, 3 seats"


@pytest.mark.parametrize("accepted", ["en", "tlh, x-none;q=0.5", "*", "\t;;q=x"])
async def test_english_comes_where_a_language_is_asked_for_that_there_is_not(table, accepted):
    game_id, ann, _ = await table.started()
    ann.metadata = (*ann.metadata, ("accept-language", accepted.strip()))
    details = await rejected(ann.submit(game_id, "4.1", "make_bid 7"), Code.FAILED_PRECONDITION, "BID_TOO_HIGH")
    assert details["LocalizedMessage"].locale == "en"
    title = await ann.titles.GetTitle(title_service_pb2.GetTitleRequest(title="toy"))
    assert list(title.languages) == list(languages())


async def test_a_rejection_comes_in_the_language_that_is_asked_for(table):
    ann = table.client("ann")
    ann.metadata = (*ann.metadata, ("accept-language", "de-AT, en;q=0.5"))
    details = await rejected(ann.position("nobody's"), Code.NOT_FOUND, "GAME_NOT_FOUND")
    assert details["LocalizedMessage"].locale == "de"
    assert details["LocalizedMessage"].message == "eine solche Partie gibt es nicht"


@pytest.mark.parametrize("language", languages()[1:])
async def test_everything_comes_in_the_language_that_is_asked_for(island, language):
    game_id, ann, bob = island
    words = TITLES["cooper_island"].words(language)
    for client in (ann, bob):
        client.metadata = (*client.metadata, ("accept-language", f"tlh, {language};q=0.9, en;q=0.5"))
    wanted = title_service_pb2.GetTitleRequest(title="cooper_island")
    title = await ann.titles.GetTitle(wanted, metadata=ann.metadata)
    assert {one.name: one.help for one in title.options} == words["options"]
    asked = title_service_pb2.ListComponentsRequest(title="cooper_island", table="islets")
    islets = (await ann.titles.ListComponents(asked, metadata=ann.metadata)).components
    assert [one.words for one in islets] == [words["terms"][one.component_id].partition(" | ")[0] for one in islets]
    decisions = (await ann.position(game_id)).open_decisions
    for one in decisions:
        assert one.HasField("decision") or one.words == words["questions"][one.kind]
    details = await rejected(ann.position("nobody's"), Code.NOT_FOUND, "GAME_NOT_FOUND")
    assert details["LocalizedMessage"].locale == language
    assert details["LocalizedMessage"].message == phrases(language)["refusals"]["GAME_NOT_FOUND"]
    english = await island_words(ann, game_id, "en")
    told = await island_words(ann, game_id, language)
    assert len(told) == len(english)
    assert set(told).isdisjoint(english)


async def test_watchers_of_one_game_each_read_it_in_their_own_language(island):
    game_id, ann, _ = island
    told: dict[str, list[str]] = {}
    for language in (*languages(), *languages()):
        ann.metadata = (*(one for one in ann.metadata if one[0] != "accept-language"), ("accept-language", language))
        stream = ann.watch(game_id, start_revision=0)
        words = [event.words for event in (await stream.read()).revision.events]
        stream.call.cancel()
        # What was built for one is given to the next who asks for the same, and to no other.
        assert told.setdefault(language, words) == words
    assert len({tuple(words) for words in told.values()}) == len(languages())
    assert told["en"][0] == "ann creates a game of Cooper Island for 2 seats"


async def island_words(client, game_id: str, language: str) -> list[str]:
    """What the log, the legal moves and the score say, without the lines that hold nothing but a name."""
    client.metadata = (*(one for one in client.metadata if one[0] != "accept-language"), ("accept-language", language))
    log = await client.call("ListEvents", pb.ListEventsRequest, game_id=game_id)
    sheet = await client.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id)
    events = [one.event.words for one in log.events]
    return [*events, *(line.words for line in sheet.lines), *(m.words for m in (await client.legal(game_id)).moves)]


async def test_words_name_the_players(table):
    ann = table.client("ann_b")
    game_id = (await ann.create()).game_id
    joined = await ann.call("JoinGame", pb.JoinGameRequest, request_id=new_id(), game_id=game_id)
    assert [event.words for event in joined.revision.events] == ["ann_b takes a seat"]
    assert isinstance(joined.revision, play_pb2.Revision)
