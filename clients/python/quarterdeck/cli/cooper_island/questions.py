"""Kinds of decision in words, for those who may not know what exactly a seat is asked."""

from collections.abc import Mapping

from quarterdeck.cli.wording import plain

QUESTIONS: Mapping[str, str] = {
    "perform_or_forfeit": "perform an action, or forfeit it",
    "choose_boat": "choose an income boat to build",
    "pay_for_boat": "pay for a boat",
    "use_new_boat": "use the boat just built, or forfeit it",
    "choose_built_boat": "choose a built boat to use",
    "choose_building": "choose a building to erect",
    "pay_for_building": "pay for a building",
    "choose_site": "choose a space for a building or statue",
    "choose_card": "keep a building card",
    "order_cards": "order the cards that are returned",
    "choose_cargo": "choose a cargo ship to supply",
    "pay_for_cargo": "pay for a cargo ship",
    "place_single_tile": "place a single tile",
    "choose_reactivation": "reactivate a card or lid",
    "choose_food": "feed the workers",
    "pay_feeding": "pay the feeding cost for a card",
    "pay_worker_fee": "pay a fee for the worker, or refuse",
    "choose_anchored_ship": "choose a ship for an anchor",
    "choose_gift": "choose a gift for an unpaid fee",
    "choose_good": "choose a good to gain",
    "choose_kept": "choose which goods to keep",
    "take_to_market": "choose goods for the marketplace",
    "choose_hire_space": "choose a milestone token and a hire space",
    "choose_hired": "choose a worker to hire",
    "choose_order": "assign a worker to a royal order",
    "choose_hand": "use an income hand",
    "choose_islet_tile": "place an islet",
    "choose_islet": "use the action of an islet, or forfeit it",
    "choose_tile": "place a double tile",
    "choose_cube": "choose stone or gold for a high mountain",
    "choose_structure": "move a building or statue",
    "choose_cube_to_multiply": "choose a cube to multiply",
    "choose_boats_to_turn": "choose boats to turn face down",
    "choose_start": "choose the start landscape",
    "choose_ship": "choose a ship for helm points",
    "pay_harbor_fee": "pay a harbor fee, or refuse",
    "choose_worker_space": "place a worker",
    "choose_section_action": "perform an action of a section",
    "choose_ruin": "remove a ruin",
    "choose_statue": "choose a statue to build",
    "pay_for_statue": "pay for a statue",
    "end_step": "finish the step",
    "give_to_trade": "give goods in a trade",
}
"""By kind."""


def question(kind: str) -> str:
    """A kind of decision in words; of one that this program is too old for, its name."""
    return QUESTIONS.get(kind, plain(kind))
