"""Pages for people: what they link to exists."""

import re
from pathlib import Path

import pytest

from protos.reference.markdown import anchor

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("clients", "deploy", "protos", "service", "tests")
PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]


def prose(page):
    """The text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def test_the_pages_are_found():
    assert {ROOT / "README.md", ROOT / "clients" / "python" / "README.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file_or_folder_and_every_heading_named_is_there(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?://", target):
            continue
        address, _, heading = target.partition("#")
        there = page.parent / address if address else page
        assert there.exists(), target
        if heading:
            headings = re.findall(r"^#+ (.+)$", prose(there), re.MULTILINE)
            assert heading in map(anchor, headings), target
