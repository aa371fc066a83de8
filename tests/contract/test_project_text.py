"""What every text file of the project keeps to."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Spelled so that this file does not find itself.
UNFINISHED = re.compile(rb"\b(TO[D]O|FIX[M]E)\b")
REGISTRIES = re.compile(rb"pypi[.]org|files[.]pythonhosted[.]org|registry[.]npmjs[.]org")


def test_no_file_leaves_work_to_be_done_in_a_note():
    assert places(UNFINISHED) == []


def test_no_file_names_a_package_registry():
    # Where packages come from is the business of the machine that installs them; mirrors would break.
    assert places(REGISTRIES) == []


def places(pattern: re.Pattern[bytes]) -> list[str]:
    """Where in the project's files the pattern stands."""
    return [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in project_files()
        for number, line in enumerate(path.read_bytes().splitlines(), start=1)
        if pattern.search(line)
    ]


def project_files() -> list[Path]:
    """The files under version control, and those that are about to be."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git work tree: there is no list of the project's files")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return [ROOT / name for name in sorted(set(names)) if name and (ROOT / name).is_file()]
