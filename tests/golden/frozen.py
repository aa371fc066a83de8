"""What is frozen with a release, for ever: `v1`, and a further folder each time that a stored form was added.

MANIFEST            SHA-256 of every other file, as `sha256sum` writes it
samples/*.txt       of each title under each version of its rules, and of shared facts: two lines a sample, its stored
                    name with the event's stored name and the event, and the event spelled out
verdicts.txt        a line per game file: its name, and what verifying it gave
games/NAME.qdgame   whole games as they are given away, sealed with the key of `tests/seals.py`
logs/NAME.txt       golden games of the release as text (`tests/golden/games.py`), and in components/ their sets
"""

import copy
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from quarterdeck_rules.book.verdict import Verdict
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_EVENTS, SHARED_UPCASTERS
from quarterdeck_rules.engine.title import Title, Upcasters
from tests.golden.samples import SHARED, Sample, samples, shared_samples, spelled

MANIFEST = "MANIFEST"
VERDICTS = "verdicts.txt"
SAID = (
    *("grade", "finding", "checkpoint", "title", "rules_version"),
    *("revision", "records", "judged", "draws", "players", "standings"),
)
"""What of a verdict is kept."""
FOLDER = Path(__file__).parent
AGAIN = "a change of what is stored needs a name of its own, an upcaster, and python -m tests.golden.freeze NAME"


def folders(within: Path = FOLDER) -> list[Path]:
    """The frozen folders, the oldest first."""
    found = [one for one in within.iterdir() if one.is_dir() and re.fullmatch(r"v[0-9]+", one.name)]
    return sorted(found, key=lambda one: int(one.name[1:]))


def manifest(folder: Path) -> str:
    """What the manifest of a folder has to say."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    lines = (
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}" for path in files
    )
    return "\n".join((*lines, ""))


def write_samples(folder: Path, titles: Iterable[Title[Any]]) -> None:
    """Write the samples of everything that is stored today."""
    (folder / "samples").mkdir(parents=True)
    for name, made in _made(titles).items():
        lines = (f"{one.of} {one.name} {one.stored}\n{one.spelled}\n" for one in made)
        (folder / "samples" / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


def read_samples(folder: Path) -> dict[str, list[Sample]]:
    """The samples of a folder, by title."""
    found = {}
    for path in sorted((folder / "samples").glob("*.txt")):
        lines = path.read_text(encoding="utf-8").splitlines()
        pairs = zip(lines[::2], lines[1::2], strict=True)
        found[path.stem] = [_read(stored, meaning) for stored, meaning in pairs]
    return found


def _read(stored: str, meaning: str) -> Sample:
    of, name, event = stored.split(" ", 2)
    return Sample(of, name, event, meaning)


def verdicts(folder: Path) -> dict[str, Any]:
    """What verifying the game files of a folder gave when it was frozen, by name."""
    lines = (folder / VERDICTS).read_text(encoding="utf-8").splitlines()
    return {name: msgspec.json.decode(told) for name, _, told in (line.partition(" ") for line in lines)}


def said_of(verdict: Verdict) -> dict[str, Any]:
    """What of a verdict has to stay as it was, whatever else verdicts come to say."""
    kept = {name: getattr(verdict, name) for name in SAID}
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(kept))
    return told


def problems(frozen: Sequence[Path], titles: Sequence[Title[Any]]) -> Iterator[str]:
    """What is wrong with how today's titles read what was frozen, and what of today is frozen nowhere."""
    kept: dict[str, list[Sample]] = {}
    for folder in frozen:
        if manifest(folder) != (folder / MANIFEST).read_text(encoding="utf-8"):
            yield f"{folder.name} is not as it was frozen: its files never change"
        for name, found in read_samples(folder).items():
            kept.setdefault(name, []).extend(found)
    for title in titles:
        known = [*kept.get(_key(title), ()), *kept.get(SHARED, ())]
        for sample in known:
            yield from _problems_of(sample, title)
        yield from _problems_of_upcasters(title, known)
    for name, made in _made(titles).items():
        frozen_forms = {(one.of, one.name, _in_order(one.spelled)) for one in kept.get(name, ())}
        missing = {one.of for one in made if (one.of, one.name, _in_order(one.spelled)) not in frozen_forms}
        yield from (f"{of} of {name} is stored today in a form that no folder has; {AGAIN}" for of in sorted(missing))


def current_names(title: Title[Any]) -> set[str]:
    """Every stored name that a log of this title may have today."""
    return {tag_of(kind) for kind in (*SHARED_EVENTS, *facts.EVENTS, *title.events, *title.steps, *title.moves)}


def _made(titles: Iterable[Title[Any]]) -> Mapping[str, list[Sample]]:
    every = list(titles)
    return {SHARED: list(shared_samples(every[0])), **{_key(title): list(samples(title)) for title in every}}


def _key(title: Title[Any]) -> str:
    """Each version of the rules reads the logs of its own games alone."""
    return f"{title.name}-{title.rules_version}"


def _problems_of(sample: Sample, title: Title[Any]) -> Iterator[str]:
    codec, stored = codec_of(title), sample.stored.encode()
    try:
        event = codec.decode(sample.name, stored)
        once_more = codec.decode(sample.name, stored)
        head = codec.encode(event)
        from_head = codec.decode(*head)
    except Exception as error:  # noqa: BLE001  (whatever comes of an old form)
        yield f"{sample.of} cannot be read by {title.name}: {error!r}, in {sample.stored}"
        return
    if once_more != event or from_head != event or codec.encode(from_head) != head:
        yield f"{sample.of} is read as {event} and then otherwise"
    is_current = {sample.of, sample.name} <= current_names(title)
    if is_current and not _says(spelled(event), msgspec.json.decode(sample.spelled)):
        yield f"{sample.of} means something else today: {spelled(event)} instead of {sample.spelled}"


def _says(now: Any, then: Any) -> bool:
    """Whether all that was said is said; fields may have been added."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(name in now and _says(now[name], value) for name, value in then.items())
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(map(_says, now, then))
    return bool(now == then)


def _problems_of_upcasters(title: Title[Any], known: Sequence[Sample]) -> Iterator[str]:
    upcasters: Upcasters = {**SHARED_UPCASTERS, **facts.UPCASTERS, **title.upcasters}
    for name, upcaster in upcasters.items():
        found = [
            raw for sample in known if sample.of == name for raw in _parts(msgspec.json.decode(sample.stored), name)
        ]
        if not found:
            yield f"an upcaster of {title.name} takes {name}, of which no folder has a sample"
        for raw in found:
            before = copy.deepcopy(raw)
            if upcaster(raw) != upcaster(copy.deepcopy(before)) or raw != before:
                yield f"the upcaster of {name} is not pure: asked twice, it does not find or give the same"


def _parts(value: Any, name: str) -> Iterator[dict[str, Any]]:
    """Every object of this stored name in a decoded event."""
    if isinstance(value, dict):
        if value.get("type") == name:
            yield value
        yield from (part for one in value.values() for part in _parts(one, name))
    elif isinstance(value, list):
        yield from (part for one in value for part in _parts(one, name))


def _in_order(text: str) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(text), order="sorted")
