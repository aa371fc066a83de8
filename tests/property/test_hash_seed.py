"""Nothing depends on the order of a set: every process tells the same game."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from quarterdeck_rules.engine.title import Title
from tests.property.hash_seed import lines
from tests.property.kit import each_title

ROOT = Path(__file__).parents[2]


@each_title
def test_games_and_lists_of_moves_are_the_same_under_every_hash_seed(title: Title[Any]):
    here = "\n".join(lines(title.name))
    for seed in ("0", "1", "4242"):
        told = subprocess.run(
            [sys.executable, "-m", "tests.property.hash_seed", title.name],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=50,
        )
        assert told.stdout == here
