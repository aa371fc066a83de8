"""How a game's conduct stands, in lines.  Pure: messages in, text out."""

from collections.abc import Iterator, Sequence

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from quarterdeck.cli.wording import player_of
from quarterdeck.v1 import conduct_pb2
from quarterdeck.v1.conduct_pb2 import Conduct, SeatClock, Terms

_UNDO = {
    conduct_pb2.UNDO_POLICY_NONE: "never",
    conduct_pb2.UNDO_POLICY_UNTIL_REVEALED: "own moves, until something is drawn or revealed or another seat has moved",
    conduct_pb2.UNDO_POLICY_CONSENT: "if all others agree",
    conduct_pb2.UNDO_POLICY_DIRECTOR: "a director decides",
}
_TIMEOUT = {
    conduct_pb2.TIMEOUT_POLICY_DEFAULT_MOVE: "a default move is made",
    conduct_pb2.TIMEOUT_POLICY_FORFEIT: "the seat leaves the game",
    conduct_pb2.TIMEOUT_POLICY_DIRECTOR: "the game waits for a director",
}


def conduct_lines(conduct: Conduct, players: Sequence[str]) -> Iterator[str]:
    """Terms, clocks, proposals and absences, line by line."""
    yield from _terms(conduct.terms)
    if conduct.is_paused:
        yield "paused by a director"
    for seat, clock in enumerate(conduct.clocks):
        yield f"clock of {player_of(players, seat)}: {_clock(clock)}"
    if conduct.HasField("proposal"):
        proposal = conduct.proposal
        agreed = ", ".join(player_of(players, seat) for seat in proposal.agreed) or "nobody yet"
        yield (
            f"{player_of(players, proposal.seat)} proposes {_subject(proposal.subject)} (revision {proposal.revision}, "
            f"until {moment(proposal.expires)}); agreed: {agreed}"
        )
    for seat in conduct.left:
        yield f"{player_of(players, seat)} has left"
    for seat in conduct.shared:
        yield f"{player_of(players, seat)} lets spectators look from its seat"
    for holding in conduct.passed:
        yield f"seat {holding.seat} passed to {holding.player} in revision {holding.revision}"
    for seat, count in enumerate(conduct.undos):
        if count:
            yield f"{player_of(players, seat)} has taken moves back {count} times"


def moment(time: Timestamp) -> str:
    """A moment, UTC."""
    return f"{time.ToDatetime():%Y-%m-%d %H:%M:%S} UTC"


def span(time: Duration) -> str:
    """A span of time: its two largest parts, down to seconds."""
    left, parts = max(0, time.seconds), []
    for seconds, unit in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def _terms(terms: Terms) -> Iterator[str]:
    yield f"undo: {_UNDO.get(terms.undo, terms.undo)}"
    if terms.spectator_delay.ToMilliseconds():
        yield f"spectators see it {span(terms.spectator_delay)} later"
    match terms.clock.WhichOneof("kind"):
        case "per_move":
            yield f"clocks: {terms.clock.per_move.seconds} s for each answer"
        case "bank":
            bank = terms.clock.bank
            yield f"clocks: {bank.seconds} s for the game, {bank.increment} s more with each turn"
        case "correspondence":
            days = terms.clock.correspondence
            window = f"{_minute(days.opens)} to {_minute(days.closes)}, {days.time_zone}"
            yield f"clocks: {days.days} d for each answer, deadlines from {window}"
        case _:
            yield "clocks: none"
            return
    yield f"on time-out: {_TIMEOUT.get(terms.on_timeout, terms.on_timeout)}"


def _clock(clock: SeatClock) -> str:
    if clock.is_out:
        return "its time is out; a director decides"
    if clock.HasField("deadline"):
        return f"runs until {moment(clock.deadline)}"
    return f"stands at {span(clock.remaining)}"


def _subject(subject: conduct_pb2.Subject) -> str:
    match subject.WhichOneof("kind"):
        case "undo":
            return f"to take moves back to revision {subject.undo.to}"
        case "redo":
            return f"to have moves count again, as after revision {subject.redo.to}"
        case "abandon":
            return "to end the game without a result"
        case _:
            return "something that this version does not know"


def _minute(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"
