# ruff: noqa: T201  (an example prints what it finds)
"""Check a game's file with nothing but Python: its chain, its commitments, its seed, and any draw you ask for;
and if it ends with a proof, that it is under the checkpoint there.

    python check_a_game.py GAME.qdgame [PURPOSE NUMBER SIZE]

Written from AUDIT.md alone, as a second opinion beside `quarterdeck verify`, which knows the rules as well and checks
the signature.  It ends with exit code 1 and the record at which the file is not what was sealed.
"""

import hashlib
import hmac
import json
import sys
from pathlib import Path
from typing import Any

PERSONAL = {"creator", "player", "by", "reason"}
SHARED = (
    "created joined terms_set undone redone proposed agreed proposal_closed clock_changed timed_out time_added "
    "move_forced seat_left seat_passed paused resumed adjudicated voided view_shared"
)
NAMES_PEOPLE = {f"quarterdeck.{word}.v1" for word in SHARED.split()}


def written(value: Any) -> bytes:
    """A value as JSON without spaces, keys as they come."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def committed(salt: str, content: bytes) -> str:
    """What a salt and a content are committed to with."""
    return hashlib.sha256(bytes.fromhex(salt) + content).hexdigest()


def link_of(previous: str, game: str, record: dict[str, Any]) -> str:
    """The link of a record, out of the one before it."""
    command = record.get("command") or {}
    event: dict[str, Any] = record.get("event") or {}
    names = {name for name in event if name in PERSONAL} if record["name"] in NAMES_PEOPLE else set()
    told = {name: value for name, value in event.items() if name not in names}
    body = {"event": told, **{name: command[name] for name in ("fingerprint",) if command.get(name)}}
    if command:
        person: Any = {name: command.get(name, "") for name in ("player", "request_id", "request_hash")}
    else:
        person = {name: value for name, value in event.items() if name in names} or None
    by = record.get("person") or (committed(record["person_salt"], written(person)) if person is not None else None)
    head = [command.get(name) for name in ("revision", "received", "rules_version", "component_set")]
    what = record.get("body") or committed(record["salt"], written(body))
    link = ["quarterdeck.record.v1", previous, game, record["number"], record["name"], *head, what, by]
    return hashlib.sha256(written(link)).hexdigest()


def drawn(seed: str, entropy: list[str], purpose: str, number: int, size: int) -> int:
    """A draw: one of 0 to size - 1."""
    parts = [seed, *entropy] if any(entropy) else [seed]
    key, limit = hashlib.sha256("\0".join(parts).encode()).digest(), 2**64 - 2**64 % size
    for attempt in range(1000):
        text = f"{purpose}\0{number}\0{attempt}".encode()
        value = int.from_bytes(hmac.digest(key, text, "sha256")[:8], "big")
        if value < limit:
            return value % size
    raise AssertionError("that does not happen")


def root_over(statement: str, place: int, size: int, path: list[str]) -> str:
    """The root of so many leaves that a path leads to from the leaf at a place; nothing if it leads nowhere."""
    at, last, found = place, size - 1, hashlib.sha256(b"\x00" + statement.encode()).digest()
    for node in map(bytes.fromhex, path):
        is_right = bool(at % 2) or at == last
        if last == 0:
            return ""
        found = hashlib.sha256(b"\x01" + (node + found if is_right else found + node)).digest()
        while is_right and at and not at % 2:
            at, last = at // 2, last // 2
        at, last = at // 2, last // 2
    return found.hex() if last == 0 else ""


def check_proof(head: dict[str, Any], proof: dict[str, Any]) -> None:
    """Check that a head is under the checkpoint that stands behind it."""
    statement, checkpoint = f"quarterdeck.head.v1\n{written(head).decode()}", proof["signed"]["checkpoint"]
    if root_over(statement, proof["place"], checkpoint["size"], proof["path"]) != checkpoint["root"]:
        raise SystemExit("the head is not under the checkpoint")


def check(lines: list[bytes]) -> tuple[str, dict[str, Any], list[str], str]:
    """Check a file; the link that it comes to, its creation, its entropy and its seed, if that is told."""
    game, components, *records = map(json.loads, lines)
    proof = records.pop() if records[-1]["line"] == "proof" else None
    seal, link, entropy, seed = records.pop(), "", [], ""
    created: dict[str, Any] = records[0]["event"]
    for record in records:
        link = link_of(link, game["game"], record)
        if link != record["link"]:
            raise SystemExit(f"record {record['number']} is not the one that was sealed")
        event = record.get("event") or {}
        if record["name"] == "quarterdeck.joined.v1":
            entropy.append((event["seat"], event["entropy"]))
        seed = event.get("seed", seed)
    if hashlib.sha256(components["canonical"].encode()).hexdigest() != created["component_set"]:
        raise SystemExit("the component set is not that of the game")
    if seal["head"]["link"] != link:
        raise SystemExit("the seal is of other records")
    if proof is not None:
        check_proof(seal["head"], proof)
    commitment = created["commitment"]
    if seed and commitment and hashlib.sha256(f"quarterdeck.seed.v1\0{seed}".encode()).hexdigest() != commitment:
        raise SystemExit("the seed is not the one that the server was committed to")
    return link, created, [text for _, text in sorted(entropy)], seed


def main(arguments: list[str]) -> None:
    """Check the file, and make a draw again."""
    if len(arguments) not in (1, 4) or not Path(arguments[0]).is_file():
        raise SystemExit("usage: python check_a_game.py GAME.qdgame [PURPOSE NUMBER SIZE]")
    link, created, entropy, seed = check(Path(arguments[0]).read_bytes().splitlines())
    print(f"{created['title']}, {created['seats']} seats: the chain holds and comes to {link}")
    print(f"seed {seed or 'not told yet'}, entropy {entropy}")
    if seed and len(arguments) == 4:
        purpose, number, size = arguments[1], int(arguments[2]), int(arguments[3])
        print(f"{purpose} {number}: {drawn(seed, entropy, purpose, number, size)} of {size}")


if __name__ == "__main__":
    main(sys.argv[1:])
