"""AUDIT.md: its vectors hold for the service's code and for a verifier written from the page alone."""

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from quarterdeck_rules.book.file import head_of
from quarterdeck_rules.book.records import START, Entry, Envelope, link_of
from quarterdeck_rules.engine.chance import Drawing, KeyedChance
from quarterdeck_rules.engine.game import commitment_to
from quarterdeck_server.audit.seals import id_of
from tests.books import content_of, played, seal_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "AUDIT.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[-1])


def checker() -> Any:
    """The example program: it imports nothing of ours."""
    file = ROOT / "clients" / "python" / "examples" / "check_a_game.py"
    assert "import quarterdeck" not in file.read_text("utf-8")
    assert "from quarterdeck" not in file.read_text("utf-8")
    spec = importlib.util.spec_from_file_location("check_a_game", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER = checker()


@pytest.mark.parametrize("vector", VECTORS["chance"], ids=lambda vector: f"{vector['purpose']} {vector['number']}")
def test_p3_p5_draws_are_those_of_the_vectors(vector):
    asked = vector["purpose"], vector["number"], vector["size"]
    assert KeyedChance(vector["seed"], vector["entropy"]).draw(*asked) == vector["draw"]
    assert CHECKER.drawn(vector["seed"], vector["entropy"], *asked) == vector["draw"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_p3_p5_shuffles_are_those_of_the_vectors(vector):
    drawing = Drawing(KeyedChance(vector["seed"]), ((vector["purpose"], vector["first"]),))
    assert list(drawing.sample(vector["purpose"], vector["items"], vector["count"])) == vector["drawn"]
    pool = list(vector["items"])
    for place in range(vector["count"]):
        size = len(pool) - place
        other = place + CHECKER.drawn(vector["seed"], [], vector["purpose"], vector["first"] + place, size)
        pool[place], pool[other] = pool[other], pool[place]
    assert pool == vector["drawn"]


def test_p3_commitment_links_and_seal_are_those_of_the_vectors():
    assert commitment_to(VECTORS["commitment"]["seed"]) == VECTORS["commitment"]["commitment"]
    link = theirs = START
    entry = None
    for record in VECTORS["records"]:
        event = json.dumps(record["event"], separators=(",", ":")).encode()
        command = Envelope(**record["command"]) if "command" in record else None
        entry = Entry(
            VECTORS["game"],
            record["number"],
            record["name"],
            event,
            command,
            record["salt"],
            person_salt=record["person_salt"],
            link=record["link"],
        )
        link, theirs = link_of(link, entry), CHECKER.link_of(theirs, VECTORS["game"], record)
        assert link == theirs == record["link"]
    seal = VECTORS["seal"]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(seal["private"]))
    assert seal["key"] == id_of(key.public_key())
    assert entry is not None
    assert head_of(entry).statement().decode() == seal["statement"]
    assert key.sign(seal["statement"].encode()).hex() == seal_of(entry).signature == seal["signature"]


@pytest.mark.parametrize(("title", "seats"), [("cooper_island", 1), ("cooper_island", 3), ("puerto_rico", 4)])
def test_p3_a_verifier_written_from_the_page_comes_to_the_same_chain(title, seats):
    playout, book = played(title, seats)
    link, created, entropy, seed = CHECKER.check(content_of(book).splitlines())
    assert link == book.seal.head.link
    assert (created["title"], created["seats"]) == (title, seats)
    assert entropy == [""] * seats
    assert seed == playout.seed
    lines = content_of(book).replace(b'"seat":0', b'"seat":1', 1).splitlines()
    with pytest.raises(SystemExit, match="is not the one that was sealed"):
        CHECKER.check(lines)
