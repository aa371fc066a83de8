"""`verify --all`: whether all games of a store are what was played, and its indexes what its log says."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from quarterdeck_rules.book.replaying import FindTitle
from quarterdeck_rules.book.verdict import Grade
from quarterdeck_server.audit.inspecting import NOWHERE, Inspection, Report
from quarterdeck_server.audit.seals import SealKeys, Trust
from quarterdeck_server.backups.progress import Progress
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind
from quarterdeck_server.databases import MISSING, database_of
from quarterdeck_server.key_folder import KeyFileError, KeyFolder
from quarterdeck_server.store.port import StoreError
from quarterdeck_server.store.rows import Rows, rows_of_file
from quarterdeck_server.verifying import DIVERGED, EXACT, UNVERIFIABLE


def verify_all(settings: Settings, find_title: FindTitle, *, as_json: bool) -> int:
    """Look through all games while the server runs or not, and tell of each that is not exact; SettingError.

    The exit code is 0 if all is as it has to be, 1 if something is not, else 7 if something could not be looked at.
    """
    counts = {"games": 0, "exact": 0, "unverifiable": 0, "diverged": 0, "faults": 0}
    trust = _trust(settings)
    with _rows(settings) as rows:
        told = Progress(sys.stderr).of("of the games verified")
        listed = rows.count()
        for report in Inspection(rows, find_title, trust.check).reports(time.time_ns() // 1_000_000):
            if report.game != NOWHERE:
                counts["games"] += 1
                counts[report.verdict.grade] += 1
            counts["faults"] += len(report.faults)
            if not report.is_exact:
                _tell(_json(report) if as_json else _lines(report))
            told(counts["games"], listed)
    _tell((msgspec.json.encode(counts).decode(),) if as_json else (_summary(counts),))
    if counts["diverged"] or counts["faults"]:
        return DIVERGED
    return UNVERIFIABLE if counts["unverifiable"] else EXACT


def _trust(settings: Settings) -> Trust:
    """The keys that seal games here, if there are any; SettingError if one cannot be read."""
    try:
        return Trust(SealKeys(KeyFolder(settings.seal_folder)).published())
    except (OSError, KeyFileError) as error:
        raise SettingError(f"a key that seals games cannot be read: {error}", "data") from None


@contextmanager
def _rows(settings: Settings) -> Iterator[Rows]:
    """The rows of the store that is set; SettingError if they cannot be read."""
    url = database_of(settings)
    if settings.store is StoreKind.MEMORY:
        raise SettingError("games in memory are gone with their server: there is nothing to verify", "store")
    try:
        if settings.store is StoreKind.SQLITE:
            if not settings.log_file.is_file():
                raise SettingError(f"{settings.log_file} is not there: no server has run with these settings", "data")
            with rows_of_file(settings.log_file) as rows:
                yield rows
            return
        try:
            # Imported when it is wanted: the driver is an extra.
            from quarterdeck_server.store.rows_postgres import rows_of_database  # noqa: PLC0415
        except ImportError:
            raise SettingError(MISSING, "store") from None
        with rows_of_database(url) as rows:
            yield rows
    except StoreError as error:
        raise SettingError(f"the games cannot be read: {error}", "store") from None


def _lines(report: Report) -> Iterable[str]:
    """What is wrong, a line for each thing."""
    verdict, game = report.verdict, _printable(report.game)
    if verdict.grade is not Grade.EXACT:
        where = f" at event {verdict.event}" if verdict.event is not None else ""
        yield f"{game}: {verdict.grade}{where}: {verdict.finding}: {_printable(verdict.detail)}"
    for fault in report.faults:
        yield f"{game}: {_printable(fault)}"


def _json(report: Report) -> Iterable[str]:
    verdict = report.verdict
    yield msgspec.json.encode(
        {
            "game": _printable(report.game),
            "grade": verdict.grade,
            "finding": verdict.finding,
            "event": verdict.event,
            "detail": _printable(verdict.detail),
            "faults": [_printable(fault) for fault in report.faults],
        }
    ).decode()


def _summary(counts: dict[str, int]) -> str:
    grades = ", ".join(f"{counts[grade]} {grade}" for grade in ("exact", "unverifiable", "diverged"))
    games, faults = (f"{counts[one]} {one[:-1] if counts[one] == 1 else one}" for one in ("games", "faults"))
    return f"{games}: {grades}; {faults} in indexes"


def _printable(text: str) -> str:
    """A broken row may hold what no terminal is to get."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)


def _tell(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
