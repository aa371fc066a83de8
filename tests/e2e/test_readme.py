"""The README's example does what it says."""

import asyncio
import re
from pathlib import Path

import pytest

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.timeout(120)
async def test_the_example_plays_a_whole_game(tmp_path, capsys):
    found = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert found is not None
    async with serving(tmp_path, TITLES.values()) as table:
        code = found[1].replace("127.0.0.1:50051", table.address)
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        await asyncio.to_thread(exec, compile(code, str(README), "exec"), {"token": token})
    assert "rank: 1" in capsys.readouterr().out
