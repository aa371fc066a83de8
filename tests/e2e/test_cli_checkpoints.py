"""A stranger keeps a checkpoint, and sees later that the service goes on from it."""

import json

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.key_folder import KeyFolder
from tests.serving import serving
from tests.terminal import Terminal

pytestmark = pytest.mark.timeout(300)

STRANGER = {"QUARTERDECK_ADDRESS": "127.0.0.1:1"}


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path / "desk", TITLES.values(), drain_seconds=2.0, checkpoint_seconds=0.1) as table:
        yield Terminal(table)


def unwrapped(text):
    """What stands in a frame, as one line: paths are of any length."""
    return " ".join(text.replace("│", " ").split())


def signed_in(file):
    return json.loads(file.read_bytes().splitlines()[-1])["signed"]


def size_in(file):
    return signed_in(file)["checkpoint"]["size"]


async def game_and_proof(terminal, tmp_path):
    """A new game, of two commands, its file with a proof, and the keys of the service."""
    game_id = (await terminal.done("Ada", "new", "puerto_rico", "--seats", "2")).strip()
    file, keys = tmp_path / f"{game_id}.qdgame", tmp_path / "desk.keys"
    await terminal.done(None, "export", game_id, "--proof", "-o", str(file))
    keys.write_text(await terminal.done(None, "seal-keys"))
    return file, keys


async def test_a_stranger_sees_a_week_later_that_nothing_was_changed(terminal, tmp_path):
    first, keys = await game_and_proof(terminal, tmp_path)
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    assert (await terminal.done(None, "checkpoint", "-o", str(old))).strip() == str(old)
    assert await terminal.done(None, "checkpoint") == old.read_text()
    assert list(json.loads(old.read_text())) == ["line", "signed"]
    await game_and_proof(terminal, tmp_path)
    # A checkpoint, a file of a game, and what goes on from something itself.
    for kept, newer in ((old, new), (first, new), (new, old)):
        await terminal.done(None, "checkpoint", "--since", str(kept), "-o", str(newer))
        said = await terminal.done(
            None, "verify-checkpoints", str(kept), str(newer), "--key", str(keys), environment=STRANGER
        )
        more = size_in(newer) - size_in(kept)
        assert more == (0 if kept == new else 2)
        assert said == f"{newer}: it has the {size_in(kept)} commands of the older in their places, and {more} more\n"


async def test_the_proof_in_a_game_is_checked_and_told(terminal, tmp_path):
    file, keys = await game_and_proof(terminal, tmp_path)
    ran = await terminal.run(None, "verify", str(file), "--key", str(keys), environment=STRANGER)
    # The game waits for its second player.
    assert ran.code == Exit.UNVERIFIABLE
    assert "WITHHELD" in ran.out
    assert "  its head is under the checkpoint of 2 commands\n" in ran.out
    found = json.loads((await terminal.run(None, "verify", "--json", str(file), "--key", str(keys))).out)
    assert found["checkpoint"] == 2
    content = file.read_bytes()
    place = content.rindex(b'"root":"') + 8
    file.write_bytes(content[:place] + (b"0" if content[place : place + 1] != b"0" else b"1") + content[place + 1 :])
    ran = await terminal.run(None, "verify", str(file), "--key", str(keys))
    assert ran.code == Exit.REFUSED
    assert "PROOF: the head is not under the checkpoint" in ran.out


async def test_a_checkpoint_that_does_not_go_on_or_does_not_show_it_is_told(terminal, tmp_path):
    first, keys = await game_and_proof(terminal, tmp_path)
    await game_and_proof(terminal, tmp_path)
    new, other = tmp_path / "new.json", tmp_path / "other.json"
    await terminal.done(None, "checkpoint", "--since", str(first), "-o", str(new))
    line = json.loads(new.read_text())

    async def compared(old, newer, *more):
        return await terminal.run(None, "verify-checkpoints", str(old), str(newer), *more, environment=STRANGER)

    def write(value):
        other.write_text(json.dumps(value, separators=(",", ":")) + "\n")

    ran = await compared(first, new)
    assert (ran.code, "give it with --key" in ran.out) == (Exit.UNVERIFIABLE, True)
    # The newer shows that it goes on from two commands, and not from four.
    ran = await compared(new, new, "--key", str(keys))
    assert (ran.code, "does not show that it goes on from the 4 commands" in ran.out) == (Exit.UNVERIFIABLE, True)
    write({**line, "path": ["0" * 64]})
    ran = await compared(first, other, "--key", str(keys))
    assert (ran.code, "it does not go on from the 2 commands of the older" in ran.out) == (Exit.REFUSED, True)
    signed = line["signed"]
    write({**line, "signed": {**signed, "checkpoint": {**signed["checkpoint"], "time": "2026"}}})
    ran = await compared(first, other, "--key", str(keys))
    assert (ran.code, "of the newer the signature is wrong" in ran.out) == (Exit.REFUSED, True)
    other.write_text(f"{json.dumps(line)}\n")
    ran = await compared(first, other, "--key", str(keys))
    assert (ran.code, ran.err) == (Exit.USAGE, f"quarterdeck: {other}: its checkpoint is not written the one way\n")
    for text in ("", "no checkpoint\n", "[1]\n", '{"signed": {"checkpoint": {"size": "1"}}}\n'):
        other.write_text(text)
        ran = await compared(other, new, "--key", str(keys))
        assert (ran.code, ran.err) == (Exit.USAGE, f"quarterdeck: {other}: it holds no checkpoint\n")
        ran = await terminal.run(None, "checkpoint", "--since", str(other))
        assert (ran.code, "holds no checkpoint" in unwrapped(ran.err)) == (Exit.USAGE, True)
    ran = await terminal.run(None, "checkpoint", "--since", str(tmp_path / "nowhere"))
    assert (ran.code, "No such file" in unwrapped(ran.err)) == (Exit.USAGE, True)


async def test_a_service_without_the_checkpoint_that_somebody_kept_says_so(terminal, tmp_path):
    ran = await terminal.run(None, "checkpoint")
    assert (ran.code, "there is no such checkpoint" in ran.err) == (Exit.REFUSED, True)
    first, _ = await game_and_proof(terminal, tmp_path)
    line = json.loads(first.read_bytes().splitlines()[-1])
    line["signed"]["checkpoint"]["size"] = 7
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps(line))
    ran = await terminal.run(None, "checkpoint", "--since", str(kept))
    assert (ran.code, "there is no such checkpoint: 7" in ran.err) == (Exit.REFUSED, True)


async def test_checkpoints_of_a_key_of_before_are_taken_as_long_as_it_is_published(terminal, tmp_path):
    first, _ = await game_and_proof(terminal, tmp_path)
    folder = KeyFolder(tmp_path / "desk" / "keys" / "seals")
    folder.new()
    _, keys = await game_and_proof(terminal, tmp_path)
    new = tmp_path / "new.json"
    await terminal.done(None, "checkpoint", "--since", str(first), "-o", str(new))
    assert (
        json.loads(new.read_text())["signed"]["key"] != json.loads(first.read_bytes().splitlines()[-1])["signed"]["key"]
    )
    await terminal.done(None, "verify-checkpoints", str(first), str(new), "--key", str(keys), environment=STRANGER)
    assert len(SealKeys(folder).published()) == 2
