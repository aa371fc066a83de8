"""The entries of the component files that make Cooper's deck: strategies, action cards, levels."""

from quarterdeck_rules.cooper_island.changes import Purchase
from quarterdeck_rules.cooper_island.terms import Count, Good
from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.engine.steps import Step


class Strategy(Component, frozen=True, kw_only=True):
    """A strategy card of Cooper: his start cards, the royal orders of both, and what an action of the seat brings."""

    start_cards: tuple[tuple[str, ...], ...]
    """Groups of action cards: one of each, drawn by chance, lies on top of his deck."""
    cooper_orders: tuple[str, ...]
    orders: tuple[str, ...]
    """Royal orders of the seat."""
    helm_on: Purchase
    """The purchase that brings the seat helm points."""
    anchor_on: Purchase
    """The purchase that brings Cooper anchors."""


class ActionCard(Component, frozen=True, kw_only=True):
    """An action card of Cooper: what he does, step by step."""

    steps: tuple[Step, ...]


class Level(Component, frozen=True, kw_only=True):
    """A level of difficulty."""

    orders_added: Count
    """Royal orders that come to the seat's display, drawn from the next."""
    orders_from: tuple[str, ...]
    depot: tuple[Good, ...]
    points: int
    """What Cooper scores besides."""


class CleanUpSpace(Component, frozen=True, kw_only=True):
    """A space of Cooper's clean-up that takes a milestone token once a game; what it does is the rule of its name."""
