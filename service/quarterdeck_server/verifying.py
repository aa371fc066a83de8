"""`verify`: whether files of games are what was played.  It needs the files and the published keys, and no server."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from quarterdeck_rules.book.parentage import with_parent
from quarterdeck_rules.book.verdict import Finding, Grade, Verdict
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.titles import find_title
from quarterdeck_server.audit.seals import Trust, keys_in

EXACT, DIVERGED, USAGE, UNVERIFIABLE = 0, 1, 2, 7
"""Exit codes."""

ADVICE = {Finding.KEY_NOT_GIVEN: "give the published key with --key"}


def main(arguments: Sequence[str]) -> int:
    """Verify files; the exit code is 0 if all are exact, 1 if one diverged, else 7 if one cannot be verified wholly."""
    options = _parser().parse_args(arguments)
    try:
        trust = Trust(key for file in options.key for key in keys_of(file))
    except ValueError as error:
        sys.stderr.write(f"quarterdeck: {error}\n")
        return USAGE
    verdicts, exact = [], dict[str, Path]()
    for file in options.file:
        try:
            content = file.read_bytes()
        except OSError as error:
            sys.stderr.write(f"quarterdeck: {file}: {error.strerror}\n")
            return USAGE
        verdict = verify(content, trust.check, find_title)
        if verdict.grade is Grade.EXACT:
            if verdict.parent in exact:
                verdict = with_parent(verdict, content, exact[verdict.parent].read_bytes(), find_title)
            exact[verdict.game] = file
        verdicts.append(verdict)
        sys.stdout.write(as_json(str(file), verdict) if options.json else "\n".join(told(str(file), verdict)) + "\n")
    return code_of(verdicts)


def keys_of(file: Path) -> Iterable[Ed25519PublicKey]:
    """The public keys of a file; ValueError with its name."""
    try:
        return keys_in(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def code_of(verdicts: Iterable[Verdict]) -> int:
    """The exit code of several verdicts."""
    grades = {verdict.grade for verdict in verdicts}
    if Grade.DIVERGED in grades:
        return DIVERGED
    return UNVERIFIABLE if Grade.UNVERIFIABLE in grades else EXACT


def as_json(name: str, verdict: Verdict) -> str:
    """A verdict for programs, in one line."""
    return msgspec.json.encode({"file": name, **msgspec.structs.asdict(verdict)}).decode() + "\n"


def told(name: str, verdict: Verdict) -> Iterable[str]:
    """A verdict for people, line by line."""
    where = f" at event {verdict.event}" if verdict.event is not None else ""
    yield f"{name}: {verdict.grade}{where}"
    if verdict.finding is not None:
        advice = f"; {ADVICE[verdict.finding]}" if verdict.finding in ADVICE else ""
        yield f"  {verdict.finding}: {verdict.detail}{advice}"
    if verdict.game:
        yield f"  game {verdict.game} of {verdict.title}, {verdict.revision} revisions, {verdict.records} records"
        yield f"  {verdict.judged} commands judged anew, {verdict.draws} draws made again; sealed with {verdict.key}"
    if verdict.checkpoint:
        yield f"  its head is under the checkpoint of {verdict.checkpoint} commands"
    if verdict.parent:
        shown = "as the file of that game says" if verdict.is_parent_seen else "whose file may be given before this one"
        yield f"  it goes on from game {verdict.parent}, revision {verdict.parent_revision}, {shown}"
    for one in sorted(verdict.standings, key=lambda standing: (standing.rank, standing.seat)):
        player = verdict.players[one.seat] or f"seat {one.seat}"
        yield f"  {one.rank}. {player}: {one.points}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="quarterdeck verify",
        description="See whether files of games are what was played; needs no server.",
        epilog="Exit codes: 0 exact, 1 diverged, 2 not understood, 7 something is missing.",
    )
    parser.add_argument("file", type=Path, nargs="+", help="a game's file, as `quarterdeck export` writes it")
    parser.add_argument(
        "--key",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="the keys that are trusted, as `quarterdeck seal-keys` prints them; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a file")
    return parser
