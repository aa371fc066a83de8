"""The page of the Python client: its code runs as it stands, and its tables are complete."""

import asyncio
import dataclasses
import re
from pathlib import Path

import pytest

from quarterdeck import client
from quarterdeck.client import Desk, Options, QuarterdeckError
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.certificates import certificate_and_key
from tests.serving import serving

PAGE = Path(__file__).parents[2] / "clients" / "python" / "README.md"
TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.timeout(120)
async def test_the_blocks_of_the_page_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    certificate, key = certificate_and_key()
    for name, content in (("desk.pem", certificate), ("player.pem", certificate), ("player.key", key)):
        (tmp_path / name).write_bytes(content)
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    async with serving(tmp_path / "data", TITLES.values()) as table:
        names = {"token": table.service.tokens.issue("Ada", Role.PLAYER, 600)}
        for block in blocks:
            code = compile(block.replace("127.0.0.1:50051", table.address), str(PAGE), "exec")
            await asyncio.to_thread(exec, code, names)
    output = capsys.readouterr().out
    assert "cooper_island for [1, 2, 3, 4] seats" in output
    assert "1 1 Ada creates a game of Cooper Island for 2 seats\n1 2 the terms" in output
    assert re.search(r"^\w+ \| \w+[^|]* \| \w+", output, re.MULTILINE), "no legal move is shown in its three forms"
    assert re.search(r"^(NOT_OWNED CI|MOVE_NOT_EXPECTED QD)-[A-Z]+-\d+ \{", output, re.MULTILINE)
    assert re.search(r"^41 \{'\w+': \d+.*\} False$", output, re.MULTILINE)
    assert re.search(r"^8 True \d+$", output, re.MULTILINE), "a replay goes to the revision wanted"
    assert "away: " in output
    assert "now waiting: ['" in output
    assert "\nGAME_NOT_FOUND\n" in output


def rows(section, head):
    """The first cells of a table in a section of the page."""
    text = TEXT.split(f"\n## {section}\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| ([^|]*) \|", text.split(f"| {head} |")[1], re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`(\w+)[`(]", cell)]


def test_every_option_is_in_the_table_of_options_with_its_default():
    fields = dataclasses.fields(Options)
    assert rows("Connecting", "option") == [field.name for field in fields]
    for field in fields:
        if isinstance(field.default, float):
            assert f"{field.default:g} s" in TEXT, field.name


def test_every_error_is_in_the_table_of_errors_below_its_kind():
    errors = [one for one in vars(client).values() if isinstance(one, type) and issubclass(one, QuarterdeckError)]
    listed = rows("Errors", "exception")
    assert sorted(listed) == sorted(one.__name__ for one in errors if one is not QuarterdeckError)
    above = ""
    for line in re.findall(r"^\| (?:↳ )?`\w+`.*", TEXT.split("| exception |")[1], re.MULTILINE):
        name = re.findall(r"`(\w+)`", line)[0]
        if not line.startswith("| ↳"):
            above = name
        else:
            assert getattr(client, above) in getattr(client, name).__bases__


def test_every_call_of_the_desk_is_in_the_table_of_calls():
    own = {"close", "wait_until_ready", "send", "stream"}
    calls = {name for name, value in vars(Desk).items() if callable(value) and not name.startswith("_")} - own
    assert set(rows("A game from beginning to end", "call")) == calls


def test_every_example_is_explained_and_shown_with_the_line_that_runs_it():
    examples = PAGE.parent / "examples"
    text = (examples / "README.md").read_text(encoding="utf-8")
    for page in examples.glob("*.py"):
        heading = page.stem.replace("_", " ").capitalize()
        section = re.search(rf"^## {heading}$(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
        assert section is not None, page.name
        what = "GAME.qdgame" if page.stem == "check_a_game" else "127.0.0.1:50051 "
        assert f"python clients/python/examples/{page.name} {what}" in section[1]
