"""What `make bench` runs: every figure of every part, with the aims beside them.

A part is a module beside this one with a function `measure()` that gives lines; names among the arguments choose parts.
"""

import importlib
import platform
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = ("rules", "length", "verify", "sanity", "replay", "watch", "wire")
"""In the order they run."""


def main(wanted: list[str]) -> None:
    """Print the figures of these parts, or of all."""
    sys.path.insert(0, str(ROOT))
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    for part in wanted or PARTS:
        print(f"\n{part}")
        for line in importlib.import_module(f"tests.bench.{part}").measure():
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
