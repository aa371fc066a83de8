"""`verify-checkpoints`: whether a checkpoint goes on from one that was kept.  It needs the two files and the keys."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from quarterdeck_rules.book.checkpoints import Kept, Proof, goes_on, kept_in
from quarterdeck_rules.book.signatures import CheckSignature, Outcome, outcome
from quarterdeck_server.audit.seals import Trust
from quarterdeck_server.verifying import DIVERGED, EXACT, UNVERIFIABLE, USAGE, keys_of


def main(arguments: Sequence[str]) -> int:
    """Compare two files; the exit code is 0 if the newer goes on, 1 if it does not, 7 if something is missing."""
    options = _parser().parse_args(arguments)
    try:
        trust = Trust(key for file in options.key for key in keys_of(file))
        old, new = (_kept(file) for file in (options.old, options.new))
    except ValueError as error:
        sys.stderr.write(f"quarterdeck: {error}\n")
        return USAGE
    code, told = compared(old, new, trust.check)
    sys.stdout.write(f"{options.new}: {told}\n")
    return code


def compared(old: Kept | Proof, new: Kept | Proof, check: CheckSignature) -> tuple[int, str]:
    """What is to be said of a checkpoint beside an earlier one, as exit code and in words."""
    before, after = old.signed.checkpoint, new.signed.checkpoint
    missing = ""
    for name, signed in (("older", old.signed), ("newer", new.signed)):
        found = outcome(check, signed.key, signed.checkpoint.statement(), signed.signature)
        if found is Outcome.KEY_NOT_GIVEN:
            missing = f"the {name} is signed with the key {signed.key}; give it with --key"
        elif found is not Outcome.RIGHT:
            return DIVERGED, f"of the {name} {found}"
    if not isinstance(new, Kept) or new.since != before.size:
        missing = missing or f"it does not show that it goes on from the {before.size} commands of the older"
    elif not goes_on(before, after, new.path):
        return DIVERGED, f"it does not go on from the {before.size} commands of the older"
    if missing:
        return UNVERIFIABLE, missing
    return EXACT, f"it has the {before.size} commands of the older in their places, and {after.size - before.size} more"


def _kept(file: Path) -> Kept | Proof:
    try:
        return kept_in(file.read_bytes())
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="quarterdeck verify-checkpoints",
        description="See whether a checkpoint goes on from an older one; needs no server.",
        epilog="Exit codes: 0 it does, 1 it does not, 2 not understood, 7 something is missing.",
    )
    parser.add_argument("old", type=Path, help="a checkpoint that was kept, or a game's file with a proof")
    parser.add_argument("new", type=Path, help="what `quarterdeck checkpoint --since OLD` has written")
    parser.add_argument(
        "--key", type=Path, action="append", default=[], metavar="FILE", help="the keys that are trusted"
    )
    return parser
