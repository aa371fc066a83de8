"""The whole table: the middle, the market, then each seat with all it has."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from quarterdeck.cli.layout import flowed
from quarterdeck.cli.puerto_rico.market import market
from quarterdeck.cli.puerto_rico.production import production
from quarterdeck.cli.puerto_rico.seat import holdings, short
from quarterdeck.cli.puerto_rico.shared import middle
from quarterdeck.cli.puerto_rico.terms import END_REASONS, ROLES
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import named, plural, style_of

_LEGEND = (
    "1/2 one colonist on two circles",
    "* yours already",
    "column: the most that quarries take off",
    "(makes ...) with a craftsman, while the supply lasts",
)


def table(scene: Scene) -> Sequence[RenderableType]:
    """The middle and the boards that are wanted, the other seats in short."""
    position, width = scene.response.position.puerto_rico, scene.width
    drawn: list[RenderableType] = [
        headline(scene),
        *middle(position, scene.players, width),
        market(scene),
    ]
    for board in position.boards:
        title = title_line(scene, board.seat)
        made = production(board, position.supply, scene.components)
        if scene.draws(board.seat):
            held = holdings(board, made, width, in_phase=position.HasField("role") and not position.is_over)
            drawn.append(Group(title, *held))
        else:
            drawn.append(Group(title, short(board, made, width)))
    return [*drawn, flowed("", [Text(text, "dim") for text in _LEGEND], width)]


def headline(scene: Scene) -> Text:
    """Round and phase, and why it is the last round."""
    position = scene.response.position.puerto_rico
    drawn = Text(f"Round {position.round}, {_phase(scene)}", "bold")
    if position.is_over:
        return drawn
    if position.ending:
        drawn.append(f"  the last round: {', '.join(END_REASONS[one] for one in position.ending)}", "bold")
    return drawn


def title_line(scene: Scene, seat: int) -> Text:
    """Who sits there, how they stand, and what the round says of them."""
    told = list(_standing(scene, seat))
    drawn = Text.assemble((named(scene.players, seat), style_of(seat)), ": " * bool(told), ", ".join(told), " ")
    return drawn.append("-" * (scene.width - len(drawn)), "dim")


def _phase(scene: Scene) -> str:
    position = scene.response.position.puerto_rico
    if position.is_over:
        return "the game is over"
    if position.HasField("role"):
        return f"{ROLES[position.role]} phase"
    is_drafted = any(one.kind == "choose_kind" for one in scene.response.open_decisions)
    return "the market is drafted" if is_drafted else "a role is to be taken"


def _standing(scene: Scene, seat: int) -> Iterator[str]:
    position = scene.response.position.puerto_rico
    if scene.points:
        # Who has built nothing and hides its chips has no line on the score sheet yet.
        hidden = "" if position.boards[seat].HasField("points") else " and its chips"
        yield plural(scene.points.get(seat, 0), "point") + hidden
    if position.governor == seat:
        yield "governor"
    if any(one.seat == seat for one in scene.response.open_decisions):
        yield "decides"
