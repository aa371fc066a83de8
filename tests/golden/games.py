"""Golden games: whole recorded games as text, one fact or move per line.

title cooper_island                       components <hash>, whose bytes lie in `components/<hash>.json`
seed ...   seats 3   option acting in_order   draw plantations 8 28
event quarterdeck.created.v1 {...}        a fact, by its stored name
move 0 4.1 take_good coin                 who answered which decision how; what follows is what it made
fingerprint 50 <hex>                      the state as of a revision
score 0 12 1                              seat, points, rank

`draw` gives the first draws of a purpose, where a game is recorded that chance would not deal alike.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Game, begin, create, extend
from quarterdeck_rules.engine.judge import decide, join, start
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.options import read_options
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES

FOLDER = Path(__file__).parent
GAMES = FOLDER / "games"
COMPONENTS = FOLDER / "components"
INTERVAL = 50
"""A fingerprint is kept every so many revisions, and of the end."""


Script = tuple[tuple[str, tuple[int, ...]], ...]
"""The first draws, by purpose."""


class Move(Struct, frozen=True):
    """A move of a recorded game."""

    seat: int
    decision: str
    notation: str


class ScriptedChance:
    """The first draws of some purposes as a script says, all others as a seed decides."""

    def __init__(self, seed: str, script: Script) -> None:
        self._keyed, self._script = KeyedChance(seed), dict(script)

    def draw(self, purpose: str, number: int, size: int) -> int:
        """See `Chance`."""
        drawn = self._script.get(purpose, ())
        if number >= len(drawn):
            return self._keyed.draw(purpose, number, size)
        assert 0 <= drawn[number] < size, (purpose, number)
        return drawn[number]


class Recorded(Struct, frozen=True):
    """A recorded game."""

    title: str
    components: str
    seed: str
    seats: int
    options: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    """Facts, moves, fingerprints and scores in their order."""
    script: Script = ()

    @property
    def moves(self) -> Iterator[Move]:
        """Its moves in order."""
        for line in self.lines:
            if line.startswith("move "):
                _, seat, decision, notation = line.split(" ", 3)
                yield Move(int(seat), decision, notation)


def read(path: Path) -> Recorded:
    """A game from its file."""
    heads: dict[str, list[str]] = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("event "))
    for line in lines[:place]:
        kind, _, rest = line.partition(" ")
        heads.setdefault(kind, []).append(rest)
    options = tuple((name, value) for name, _, value in (text.partition(" ") for text in heads.get("option", [])))
    drawn = [text.split() for text in heads.get("draw", [])]
    return Recorded(
        heads["title"][0],
        heads["components"][0],
        heads["seed"][0],
        int(heads["seats"][0]),
        options,
        tuple(lines[place:]),
        tuple((purpose, tuple(map(int, numbers))) for purpose, *numbers in drawn),
    )


def write(path: Path, recorded: Recorded) -> None:
    """A game to its file."""
    heads = [
        f"title {recorded.title}",
        f"components {recorded.components}",
        f"seed {recorded.seed}",
        f"seats {recorded.seats}",
        *(f"option {name} {value}" for name, value in recorded.options),
        *(f"draw {purpose} {' '.join(map(str, numbers))}" for purpose, numbers in recorded.script),
    ]
    path.write_text("\n".join((*heads, *recorded.lines, "")), encoding="utf-8")


def kept_components(title: Title[Any], name: str, folder: Path = COMPONENTS) -> ComponentSet[Any]:
    """The component set that a recorded game was played with."""
    return title.restore_components((folder / f"{name}.json").read_bytes())


def adjudicated(recorded: Recorded, moves: Iterator[Move]) -> tuple[str, ...]:
    """The lines that these moves make by the rules of today."""
    title = TITLES[recorded.title]
    box = kept_components(title, recorded.components)
    codec, notation, chance = codec_of(title), Notation(title.moves), ScriptedChance(recorded.seed, recorded.script)
    lines: list[str] = []

    def put(events: Any) -> tuple[Struct, ...]:
        assert not isinstance(events, Refusal), (events, lines[-1:])
        for event in events:
            name, stored = codec.encode(event)
            lines.append(f"event {name} {stored.decode()}")
        return tuple(events)

    options = read_options(title.options, recorded.options)
    created, *others = put(create(title, box, recorded.seats, options, "tester", recorded.seed, True))
    game: Game[Any] = extend(title, begin(title, created, box), others)  # type: ignore[arg-type]
    for seat in range(recorded.seats):
        game = extend(title, game, put(join(game, seat, f"player {seat}")))
    game = extend(title, game, put(start(title, game, chance)))
    for move in moves:
        lines.append(f"move {move.seat} {move.decision} {move.notation}")
        events = decide(title, game, move.seat, move.decision, notation.read(move.notation), chance)
        game = extend(title, game, put(events))
        if game.revision % INTERVAL == 0:
            lines.append(f"fingerprint {game.revision} {fingerprint(game)}")
    lines.append(f"fingerprint {game.revision} {fingerprint(game)}")
    lines.extend(f"score {one.seat} {one.points} {one.rank}" for one in title.standings(game.state))
    return tuple(lines)
