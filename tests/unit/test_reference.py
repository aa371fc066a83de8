"""The reference of the API: it has everything that the protos describe, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import PurePosixPath

import pytest

from protos.generate import PROTOS
from protos.reference.__main__ import described, differences, write
from protos.reference.markdown import KINDS, anchor
from protos.reference.pages import pages, place_of, title_of
from protos.reference.play import play_of
from quarterdeck_rules.engine.notation import Notation, word_of
from quarterdeck_rules.engine.refusal import EngineReason
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.rejection import Kind
from tests import toy, toy_protos

SHARED = """
syntax = "proto3";
package quarterdeck.v1;
// Says hello.
service HelloService {
  // Says it again and again.
  rpc SayHello(SayHelloRequest) returns (stream SayHelloResponse);
}
// Asks for it.
message SayHelloRequest {}
// What is said.
message SayHelloResponse {
  // How it is said | how often.
  repeated Manner manners = 1;
}
// A manner.
enum Manner {
  // Not said.
  MANNER_UNSPECIFIED = 0;
}
"""
MOVES = """
// An answer.
message Move {
  // The kind.
  oneof kind {
    // Bid for it.
    Bid bid = 1;
  }
}
// Bid for it.
message Bid {
  // What for.
  //
  // In two paragraphs.
  optional Lot lot = 1;
}
"""
POSITION = """
// The table.
message Position {
  // What is to be had.
  repeated Lot lots = 1;
  // The hammer.
  Hammer hammer = 2;
}
// A hammer.
message Hammer {}
// Something to be had.
message Lot {}
"""
HEAD = 'syntax = "proto3";\npackage quarterdeck.auction.v1;\n'


@pytest.fixture(scope="module")
def committed():
    """All pages of this project, freshly written."""
    return pages(described(PROTOS), TITLES)


def folder_with(folder, files):
    """A folder of protos."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def headings(text):
    return [found[2] for found in re.finditer(r"^(#+) (.+)$", text, re.MULTILINE)]


def test_every_message_and_enum_has_its_heading_on_the_page_of_its_package(committed):
    description = described(PROTOS)
    for name in (*description.messages, *description.enums, *description.services):
        package, _, short = name.rpartition(".")
        page = PurePosixPath("API.md") if package == "quarterdeck.v1" else place_of(package)
        heading = short if package == "quarterdeck.v1" else KINDS.get(short, short)
        assert headings(committed[page]).count(heading) == 1, name


def test_no_two_headings_of_a_page_have_one_address(committed):
    for path, text in committed.items():
        twice = [heading for heading, count in Counter(map(anchor, headings(text))).items() if count > 1]
        assert twice == [], path


def test_every_comment_is_on_a_page(committed):
    description = described(PROTOS)
    text = "\n".join(committed.values()).replace("\\|", "|").replace("<br><br>", "\n\n")
    comments = {service.comment for service in description.services.values()}
    comments |= {message.comment for message in description.messages.values()}
    comments |= {enum.comment for enum in description.enums.values()}
    comments |= {method.comment for one in description.services.values() for method in one.methods}
    comments |= {field.comment for one in description.messages.values() for field in one.fields}
    comments |= {value.comment for one in description.enums.values() for value in one.values}
    roots = {f"{package}.{root}" for package in description.packages() for root in KINDS}
    # The oneof of a title's root message becomes the list of kinds, under a text of the page's own.
    own = {description.messages[root].comment for root in roots if not root.startswith("quarterdeck.v1.")}
    assert [comment for comment in comments - own if comment not in text] == []


def test_every_link_leads_to_a_heading_or_a_file(committed):
    for path, text in committed.items():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            address, _, heading = target.partition("#")
            if address.startswith("https://"):
                continue
            there = (PROTOS / path.parent / address).resolve() if address else PROTOS / path
            assert there.is_file(), f"{path}: {target}"
            assert not heading or heading in map(anchor, headings(there.read_text())), f"{path}: {target}"


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.name)
def test_the_example_of_each_kind_of_move_is_read_as_that_move(title, committed):
    description = described(PROTOS)
    package = next(one for one in description.packages() if one != "quarterdeck.v1" and title_of(one) == title.name)
    play, notation = play_of(title, description, package), Notation(title.moves)
    assert set(play.examples) == {word_of(move) for move in title.moves}
    for kind, example in play.examples.items():
        assert word_of(type(notation.read(example))) == kind
        assert f"`{example}`" in committed[place_of(package)]


def test_every_reason_of_an_error_is_in_the_table(committed):
    rows = re.findall(r"^\| `([A-Z_]+)` \| `[A-Z_]+` \|", committed[PurePosixPath("API.md")], re.MULTILINE)
    assert rows == [str(kind) for kind in Kind]


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.name)
def test_every_reason_of_a_refusal_and_every_code_of_a_score_line_is_there_with_its_words(title, committed):
    page = committed[PurePosixPath("quarterdeck", title.name, "API.md")]
    words = title.words("en")
    for code, template in {**words["refusals"], **words["score"]}.items():
        assert f"| `{code}` | {template} |" in page


def test_every_refusal_that_no_title_owns_is_on_the_shared_page(committed):
    for reason in EngineReason:
        assert re.search(rf"^\| `{reason}` \| [a-z]", committed[PurePosixPath("API.md")], re.MULTILINE), reason


def test_the_pages_are_the_same_in_every_process():
    code = (
        "import hashlib; from protos.reference.__main__ import *\n"
        "print(hashlib.sha256(repr(sorted(pages(described(PROTOS), TITLES).items())).encode()).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=PROTOS.parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(digests) == 1


def test_a_further_title_has_a_page_that_tells_how_its_moves_are_written_and_what_they_answer(tmp_path):
    folder = folder_with(
        tmp_path, {"quarterdeck/v1/hello.proto": SHARED, "quarterdeck/toy/v1/toy.proto": toy_protos.PROTO}
    )
    written = pages(described(folder), {"toy": toy.TOY})
    page = written[PurePosixPath("quarterdeck/toy/API.md")]
    assert "Kind `make_bid`. Notation: `make_bid` *bid*, for example `make_bid 1`. Answers [ChooseBid]" in page
    assert re.search(r"Kind `choose_bid`\. Answered by: \[make_bid\]\(#makebid\)\. Rule \[\S+\]", page)
    assert "* [Toy](quarterdeck/toy/API.md)" in written[PurePosixPath("API.md")]


def test_it_does_not_matter_which_file_of_a_package_a_message_stands_in(tmp_path):
    together = folder_with(
        tmp_path / "one",
        {"quarterdeck/v1/hello.proto": SHARED, "quarterdeck/auction/v1/all.proto": HEAD + POSITION + MOVES},
    )
    lot = "// Something to be had.\nmessage Lot {}\n"
    use = 'import "quarterdeck/auction/v1/lot.proto";\n'
    apart = folder_with(
        tmp_path / "two",
        {
            "quarterdeck/v1/hello.proto": SHARED,
            "quarterdeck/auction/v1/lot.proto": HEAD + lot,
            "quarterdeck/auction/v1/move.proto": HEAD + use + MOVES,
            "quarterdeck/auction/v1/table.proto": HEAD + use + POSITION.replace(lot, ""),
        },
    )
    written = pages(described(together), {})
    assert written == pages(described(apart), {})
    page = written[PurePosixPath("quarterdeck/auction/API.md")]
    order = ["Moves", "Bid", "The position", "Position", "Hammer", "What they share", "Lot"]
    assert headings(page)[1:] == order
    assert "| `lot` | [Lot](#lot), optional | What for.<br><br>In two paragraphs. |" in page
    assert "| `lots` | list of [Lot](#lot) | What is to be had. |" in page


def test_a_call_has_its_request_its_response_and_whether_it_streams(tmp_path):
    folder = folder_with(tmp_path, {"quarterdeck/v1/hello.proto": SHARED})
    page = pages(described(folder), {})[PurePosixPath("API.md")]
    assert "| [SayHello](#sayhello) | Says it again and again. |" in page
    assert "Answered by a stream of responses.\n\n#### SayHelloRequest\n\nAsks for it.\n\nNo fields." in page
    assert "| `manners` | list of [Manner](#manner) | How it is said \\| how often. |" in page
    assert "| `MANNER_UNSPECIFIED` | 0 | Not said. |" in page


def test_a_message_inside_of_another_is_refused_rather_than_left_out(tmp_path):
    nested = HEAD + "message Move { message Bid {} }\n"
    folder = folder_with(tmp_path, {"quarterdeck/auction/v1/move.proto": nested})
    with pytest.raises(ValueError, match=r"Move\.Bid has no place in the reference: put it beside Move"):
        described(folder)


def test_pages_that_differ_are_missing_or_are_left_over_are_named_and_put_right(tmp_path):
    places = [PurePosixPath("API.md"), PurePosixPath("quarterdeck/a/API.md"), PurePosixPath("quarterdeck/b/API.md")]
    folder = folder_with(tmp_path, dict.fromkeys(map(str, places), "as it was\n"))
    fresh = {places[0]: "as it was\n", places[1]: "changed\n"}
    assert differences(fresh, folder) == ["quarterdeck/a/API.md", "quarterdeck/b/API.md"]
    assert differences(fresh | {PurePosixPath("quarterdeck/c/API.md"): "new\n"}, folder)[-1] == "quarterdeck/c/API.md"
    write(fresh, folder)
    assert differences(fresh, folder) == []
    assert not (folder / places[2]).exists()
