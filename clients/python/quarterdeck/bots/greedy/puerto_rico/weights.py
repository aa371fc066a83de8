"""What the greedy bot thinks of things, in points; what they are is in the box, and no fact of a component is here."""

from collections.abc import Mapping

ROUNDS: Mapping[int, float] = {2: 9.0, 3: 15.0, 4: 14.0, 5: 13.0}
"""About how many rounds a game takes, by seats."""

# How often in a round a role is played.
CRAFTS = 0.6
TRADES = 0.55
SHIPMENTS = 0.65
BUILDS = 0.85

DOUBLOON = 0.7
"""A doubloon while there is time to spend it."""
SHIPPED = 0.65
"""A barrel that may be shipped one day: some have to go back before."""
SOLD = 0.3
"""The share of its price that a good to sell is worth beyond that, once a kind."""
STAFFED = 0.75
"""The share of its function that a building is worth that still waits for a colonist."""
OTHERS = 1.05
"""What others gain counts so much against a role, divided among them."""
LAST = 0.03
"""A doubloon or barrel that will serve the tie-break alone."""

TILE = 0.22
"""A tile that nothing is known of, each round: variety, and room for colonists."""
QUARRY = 0.8
"""The share of building phases in which a quarry saves its doubloon."""
QUARRIES = 4
"""More than so many lower hardly any price."""

FUNCTIONS: Mapping[str, float] = {
    "hacienda": 0.16, "construction_hut": 0.15, "hospice": 0.2, "office": 0.14, "university": 0.12,
    "wharf": 0.55, "small_wharf": 0.3, "forest_house": 0.12, "guest_house": 0.15, "black_market": 0.1,
    "trading_post": 0.3, "library": 0.45, "church": 0.3, "aqueduct": 0.1, "union_hall": 0.4, "lighthouse": 0.15,
}  # fmt: skip
"""What occupied buildings bring each round where no number of the box says it."""
KEPT_KIND = 0.22
KEPT_BARREL = 0.1
"""Each round, for what may be kept."""
RIVAL = 0.06
"""What a plantation is worth less for each other seat that makes its good."""
PLANTLESS = 0.3
"""The share of a barrel that a plantation is worth without a circle in a plant."""
QUARRY_STAFFED = 0.9
HOPED = 0.25
"""The share of a barrel that a circle in a plant is worth without a plantation."""
CITY_SPACE = 0.5
"""What filling a city space with little costs while there is time to fill it with more."""
LIBRARY_USE = 0.4
"""What the one use of a library in a round is worth, wherever it is."""
