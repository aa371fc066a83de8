"""The page of one title: its moves, decisions, events, refusals, position and score."""

from collections.abc import Mapping

from protos.reference.codes import refusals_section, score_section
from protos.reference.description import Description, Field, package_of
from protos.reference.markdown import KINDS, Writer, anchor, page, table
from protos.reference.play import Play
from protos.reference.shared_page import NOTICE, title_words

MOVES = """## Moves

A move can be sent as a message or as *notation*, one line of text: its kind, then its fields in order. A field in
brackets is left out when it is at its default, and else given by name. Words of an enum are written small and without
its name, lists are joined by commas (`-` is an empty one), parts of a small value by colons, and a bool is `yes` or
`no`. The examples show how a kind of move is written, with ids that exist; where it is legal is for the game to say.
The legal moves that the service lists carry their notation."""

DECISIONS = """## Decisions

What a seat may be asked. An open decision names its `kind` to everybody; the message itself comes to the seat that is
asked. Where the last column says so, the seat's anytime moves stand open beside it."""

EVENTS = """## Events

What happened, as facts in the past tense. What a viewer may not see is left out of the message."""

POSITION = """## The position

The whole table as a viewer may see it: a frontend needs nothing else to draw it."""

SCORE = """## The score

In the title's own form; `GetScoreSheet` gives the same lines in the form that all titles share, with words."""

SHARED = """## What they share

Messages and enums that moves, decisions, events or the position have in common."""


def title_page(description: Description, writer: Writer, package: str, name: str, play: Play | None, rules: str) -> str:
    """The page; `rules` is the address of the title's rules, and with `play` empty if they do not exist yet."""
    kinds = {root: branches(description, f"{package}.{root}") for root in KINDS}
    roots = [f"{package}.{root}" for root in kinds]
    told = [*roots, *(field.type for fields in kinds.values() for field in fields)]
    shared = [one for one in description.reachable(told) if package_of(one) == package and one not in told]
    position = rest(description, f"{package}.Position", {*told, *shared})
    score = rest(description, f"{package}.ScoreSheet", {*told, *shared, *position})
    return page(
        NOTICE,
        f"# {title_words(package)}: moves, decisions, events, refusals, position and score",
        introduction(writer, name, rules),
        moves_section(writer, kinds["Move"], kinds["Decision"], play),
        decisions_section(writer, kinds["Decision"], kinds["Move"], play, rules),
        section(writer, EVENTS, kinds["Event"], "what happened"),
        refusals_section(play.words) if play else "",
        page(POSITION, *map(writer.element, position)) if position else "",
        page(SCORE, *map(writer.element, score), score_section(play.words) if play else "") if score else "",
        page(SHARED, *map(writer.element, shared)) if shared else "",
    )


def introduction(writer: Writer, name: str, rules: str) -> str:
    """Where this page stands among the others."""
    shared = writer.address(writer.pages["quarterdeck.v1"])
    stated = f" The rules are stated, with their ids, in [RULES.md]({rules})." if rules else ""
    holders = [f"[{one}]({shared}#{anchor(one)})" for one in ("Move", "Decision", "Event", "Position", "ScoreSheet")]
    return (
        f"These messages are the branch `{name}` of {', '.join(holders[:-1])} and {holders[-1]}. Components go by ids: "
        f"[ListComponents]({shared}#listcomponents) lists the tables that the comments name, with all values.{stated}"
    )


def moves_section(writer: Writer, moves: list[Field], decisions: list[Field], play: Play | None) -> str:
    """All kinds of move: a list, then each with its fields."""
    answers = answered(decisions, play)
    rows, parts = [], []
    for move in moves:
        example = f"`{play.examples[move.name]}`" if play and move.name in play.examples else ""
        where = ["anytime"] if play and move.name in play.anytime else []
        where += [writer.link(one.type) for one in answers.get(move.name, ())]
        rows.append((writer.named_link(move.name, move.type), example, move.comment, ", ".join(where)))
        told = f"Kind `{move.name}`."
        if example and play:
            told += f" Notation: {play.forms[move.name]}"
            told += f", for example {example}." if play.forms[move.name] != example else "."
        if play and move.name in play.anytime:
            told += " An anytime move: it stands open beside a decision, which is asked anew afterwards."
        if move.name in answers:
            told += f" Answers {', '.join(writer.link(one.type) for one in answers[move.name])}."
        parts.append(writer.message(move.type, told))
    return page(MOVES, table(("kind", "example", "what it does", "answers"), rows), *parts) if moves else ""


def decisions_section(writer: Writer, decisions: list[Field], moves: list[Field], play: Play | None, rules: str) -> str:
    """All kinds of decision: a list, then each with its fields and the moves that answer it."""
    types = {move.name: move.type for move in moves}
    rows, parts = [], []
    for decision in decisions:
        asked = play.decisions.get(decision.name) if play else None
        links = ", ".join(writer.named_link(one, types[one]) for one in asked.moves if one in types) if asked else ""
        beside = ("yes" if asked.is_interruptible else "no") if asked else ""
        rows.append((writer.named_link(decision.name, decision.type), decision.comment, links, beside))
        told = f"Kind `{decision.name}`."
        if asked:
            told += f" Answered by: {links}. Rule [{asked.rule}]({rules})."
        parts.append(writer.message(decision.type, told))
    head = ("kind", "what is asked", "answered by", "anytime moves beside it")
    return page(DECISIONS, table(head, rows), *parts) if decisions else ""


def section(writer: Writer, text: str, kinds: list[Field], head: str) -> str:
    """All kinds of something: a list, then each with its fields."""
    if not kinds:
        return ""
    rows = [(writer.named_link(one.name, one.type), one.comment) for one in kinds]
    return page(text, table(("kind", head), rows), *(writer.message(one.type, f"Kind `{one.name}`.") for one in kinds))


def branches(description: Description, root: str) -> list[Field]:
    """The kinds that a message is one of; none if a title has no such message."""
    message = description.messages.get(root)
    return [field for field in message.fields if field.oneof] if message else []


def rest(description: Description, root: str, told: set[str]) -> list[str]:
    """The message and what it is made of, without what stands elsewhere on the page."""
    return [one for one in description.reachable([root]) if package_of(one) == package_of(root) and one not in told]


def answered(decisions: list[Field], play: Play | None) -> Mapping[str, list[Field]]:
    """The decisions that each kind of move answers."""
    found: dict[str, list[Field]] = {}
    for decision in decisions:
        for move in play.decisions[decision.name].moves if play and decision.name in play.decisions else ():
            found.setdefault(move, []).append(decision)
    return found
