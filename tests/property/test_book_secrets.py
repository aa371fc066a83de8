"""What a book tells of a game that runs: that something is there, and nothing of what it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from quarterdeck.v1 import audit_service_pb2 as pb
from quarterdeck_rules.book import file
from quarterdeck_rules.book.records import body_of, commitment, person_of
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.engine.title import Viewer
from quarterdeck_rules.titles import find_title
from quarterdeck_server.audit.seals import Trust, keys_in
from tests.books import book_of
from tests.property.asked import request
from tests.property.kit import MAIN_SETTINGS, Setting
from tests.property.test_two_worlds import played, stops
from tests.property.worlds import WORLDS, Told, fold, serving_both


def lines_of(told: Told) -> list[dict[str, Any]]:
    content = b"".join(pb.ExportGameResponse.FromString(piece).content for piece in told)
    return [json.loads(line) for line in content.splitlines()]


def without(line: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in line.items() if name not in names}


@pytest.mark.timeout(120)
@pytest.mark.parametrize("setting", [one for one in MAIN_SETTINGS if one.seats > 1], ids=str)
def test_h12_a_book_of_a_running_game_tells_no_secret_and_no_salt_of_one(tmp_path: Path, setting: Setting):
    playout, whole = played(setting)
    log = whole[: stops(playout, whole)[0]]
    closed = 0
    for viewer in (None, playout.dice.randrange(setting.seats)):
        worlds = WORLDS[setting.title](playout, log, viewer, playout.dice)
        with serving_both(tmp_path, playout, worlds) as pair:
            player = None if viewer is None else f"player {viewer}"
            both = [lines_of(told) for told in pair.ask("ExportGame", player, request("ExportGame"))]
        assert len(both[0]) == len(both[1])
        salts = {value for line in both[0] for name, value in line.items() if name.endswith("salt")}
        true = book_of(worlds[0][0], playout.components, worlds[0][1]).entries
        for place, (one, other) in enumerate(zip(*both, strict=True)):
            if one["line"] == "record" and "event" not in one:
                closed += 1
                assert without(one, "body", "link") == without(other, "body", "link"), (viewer, one)
                assert set(one) <= {"line", "number", "name", "link", "body", "person", "command"}
                assert set(one.get("command", {})) <= {"revision", "received", "rules_version", "component_set"}
                # Even who knows what it is cannot see by the commitment that it is so: there is no salt to try it with.
                tried = [commitment(salt, body_of(true[place - 2])) for salt in (*salts, "")]
                assert one["body"] not in tried
            else:
                assert without(one, "link", "head", "signature") == without(other, "link", "head", "signature")
    assert closed


def test_h12_the_book_of_a_running_game_holds_and_what_is_told_later_fits_it(tmp_path: Path):
    playout, whole = played(Setting("cooper_island", 2))
    log = whole[: stops(playout, whole)[0]]
    viewer: Viewer = 0
    world = (playout.title, log)
    with serving_both(tmp_path, playout, (world, world)) as pair:
        keys = pb.ListSealKeysResponse.FromString(pair.ask("ListSealKeys", None, request("ListSealKeys"))[0][0]).keys
        trust = Trust(keys_in(keys[0].pem.encode()))
        pieces, _ = pair.ask("ExportGame", f"player {viewer}", request("ExportGame"))
        early = b"".join(pb.ExportGameResponse.FromString(piece).content for piece in pieces)
        pair.ask("VoidGame", "dora", request("VoidGame", request_id="end", reason="a fire"))
        pieces, _ = pair.ask("ExportGame", None, request("ExportGame"))
        late = b"".join(pb.ExportGameResponse.FromString(piece).content for piece in pieces)

    verdict = verify(early, trust.check, find_title)
    assert (verdict.grade, verdict.finding) == (Grade.UNVERIFIABLE, Finding.WITHHELD)
    # A game that was cancelled tells its seed and everything else.
    told = file.read(late)
    assert all(entry.is_open for entry in told.entries)
    before = file.read(early).entries
    assert any(not entry.is_open for entry in before)
    for one, other in zip(before, told.entries, strict=False):
        assert one.link == other.link
        if not one.is_open:
            assert one.body == commitment(other.salt, body_of(other))
            person = person_of(other)
            assert one.person == (commitment(other.person_salt, person) if person is not None else "")
    assert fold(playout, log).game.seed in late.decode()
    assert fold(playout, log).game.seed not in early.decode()
