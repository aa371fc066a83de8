"""Freezes what is stored today, for ever: `python -m tests.golden.freeze v1`.

Run it before a release is tagged, and whenever something is stored in a form that no folder has yet.  A folder that is
there is never written again: what was frozen stays as it was.
"""

import asyncio
import re
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from quarterdeck_rules.book.file import SUFFIX, written
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import RULES, TITLES, find_title
from tests.golden import frozen, games
from tests.golden.played import Form, Played, games_of
from tests.seals import TRUST

LOGS = "logs"
"""The golden games of the time, and their component sets below."""


def freeze(folder: Path, titles: Sequence[Title[Any]], played: Iterable[tuple[str, Played]]) -> None:
    """Write a folder, wholly or not at all; FileExistsError if it is there."""
    if folder.exists():
        raise FileExistsError(f"{folder} is there, and what was frozen stays as it was")
    draft = folder.with_name(f"draft.{folder.name}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    try:
        frozen.write_samples(draft, titles)
        _write_games(draft, played)
        for source, target in ((games.GAMES, draft / LOGS), (games.COMPONENTS, draft / LOGS / games.COMPONENTS.name)):
            shutil.copytree(source, target)
        (draft / frozen.MANIFEST).write_text(frozen.manifest(draft), encoding="utf-8")
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _write_games(folder: Path, played: Iterable[tuple[str, Played]]) -> None:
    (folder / "games").mkdir()
    verdicts = []
    for name, game in played:
        content = b"".join(written(asyncio.run(game.book())))
        verdict = verify(content, TRUST.check, find_title)
        closed = (Grade.UNVERIFIABLE, Finding.WITHHELD)
        wanted = closed if game.form is Form.SPECTATORS else (Grade.EXACT, None)
        if (verdict.grade, verdict.finding) != wanted:
            raise AssertionError(f"{name} is {verdict.grade} at event {verdict.event}: {verdict.detail}")
        (folder / "games" / f"{name}{SUFFIX}").write_bytes(content)
        verdicts.append(f"{name} {msgspec.json.encode(frozen.said_of(verdict)).decode()}\n")
    (folder / frozen.VERDICTS).write_text("".join(verdicts), encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Freeze everything into the folder that is named; the exit code."""
    if len(arguments) != 1 or not re.fullmatch(r"v[1-9][0-9]*", arguments[0]):
        sys.stderr.write("usage: python -m tests.golden.freeze v1\n")
        return 2
    folder = frozen.FOLDER / arguments[0]
    played = (one for title in TITLES.values() for one in games_of(title).items())
    try:
        freeze(folder, tuple(RULES.values()), played)
    except FileExistsError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(f"{folder}: {len(list(folder.rglob('*')))} files\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
