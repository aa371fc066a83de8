"""Verdicts: what a game's file is worth, and what was found in it."""

from enum import StrEnum

from msgspec import Struct

from quarterdeck_rules.engine.title import Standing


class Grade(StrEnum):
    """What a file is worth."""

    EXACT = "exact"
    """It is what was played, wholly."""
    UNVERIFIABLE = "unverifiable"
    """Nothing is wrong with what can be checked, but something is missing."""
    DIVERGED = "diverged"
    """It is not what was played."""


class Finding(StrEnum):
    """Why a file is not exact."""

    LINE = "LINE"
    """A line is not one of a game's file, or not in its place."""
    FILE = "FILE"
    """What the file says of itself is not so in its records."""
    LINK = "LINK"
    """The record is not the one that was sealed."""
    SEAL = "SEAL"
    """The head is not that of the chain, or its signature is wrong."""
    PROOF = "PROOF"
    """The head is not in the tree of the checkpoint, or the signature of that is wrong."""
    COMPONENTS = "COMPONENTS"
    """The component set is not the one that the game names."""
    EVENT = "EVENT"
    """What happened cannot be read, or not follow on what came before."""
    FINGERPRINT = "FINGERPRINT"
    """The game is not the one of which the fingerprint was taken."""
    SEED = "SEED"
    """The seed is not the one that the server was committed to."""
    JUDGEMENT = "JUDGEMENT"
    """Judged anew the command comes to something else: other events, other draws, or a refusal."""
    KEY_NOT_GIVEN = "KEY_NOT_GIVEN"
    """The file is signed with a key that was not given."""
    TITLE_UNKNOWN = "TITLE_UNKNOWN"
    """This release does not have the title, or not under the rules of that version."""
    EVENT_UNKNOWN = "EVENT_UNKNOWN"
    """This release does not know what the record is called."""
    WITHHELD = "WITHHELD"
    """Records are closed: the game runs, or the file is for those who may not see them."""
    FINGERPRINT_UNKNOWN = "FINGERPRINT_UNKNOWN"
    """The fingerprint is of a form that this release does not take."""


MISSING = frozenset(
    {
        Finding.KEY_NOT_GIVEN,
        Finding.TITLE_UNKNOWN,
        Finding.EVENT_UNKNOWN,
        Finding.WITHHELD,
        Finding.FINGERPRINT_UNKNOWN,
    }
)
"""Findings that say what is missing; with all others something is wrong."""


class Verdict(Struct, frozen=True):
    """What was found."""

    grade: Grade
    finding: Finding | None = None
    detail: str = ""
    """More about the finding, for people."""
    event: int | None = None
    """The record at which it diverged; nothing if it was not at one."""
    game: str = ""
    title: str = ""
    rules_version: str = ""
    revision: int = 0
    """How many revisions the file has."""
    records: int = 0
    judged: int = 0
    """How many commands were judged anew."""
    draws: int = 0
    """How many draws were made again."""
    key: str = ""
    """Which key has signed."""
    checkpoint: int = 0
    """The size of the checkpoint that the head is under; 0 if the file does not say."""
    players: tuple[str | None, ...] = ()
    standings: tuple[Standing, ...] = ()
    parent: str = ""
    """The game that it goes on from, if it is a fork: how that one stood there is taken as the file has it."""
    parent_revision: int = 0
    is_parent_seen: bool = False
    """Whether the file of that game was looked at as well, and says the same."""


class Found(Exception):  # noqa: N818  (a finding)
    """A finding that ends what is being looked at."""

    def __init__(self, finding: Finding, detail: str = "", event: int | None = None) -> None:
        super().__init__(finding)
        self.finding, self.detail, self.event = finding, detail, event
