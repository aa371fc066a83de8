"""The library with two seats: it serves one role of a round, and its owner says which."""

from quarterdeck_rules.puerto_rico.events import DoubloonsGained, RoleTaken, RoundBegan, RoundEnded
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.rounds import ChooseRole
from quarterdeck_rules.puerto_rico.terms import Role
from tests.rules.puerto_rico.scenario import Scenario, city, manned

PROSPECTOR = "take_role prospector"


def two_seats(buildings: str = "library", staff: str = "library", serves: str = "once", seats: int = 2) -> Scenario:
    """Seat 0 with a library, to take a role."""
    scenario = Scenario(seats, options={"library_two_seats": serves}).given(RoundBegan(1, 0), city(buildings))
    return scenario.given(manned(staff) if staff else ()).asking(0, ChooseRole())


def test_its_owner_says_with_the_placard_that_it_serves_the_role__point_c():  # PR-LIBRARY-2 rulings 40, 45
    scenario = two_seats().when(0, f"{PROSPECTOR} library=yes")
    scenario.records(RoleTaken(0, "prospector", 0, library=True), DoubloonsGained(0, 2, Role.PROSPECTOR))
    assert scenario.board(0).library_spent


def test_a_role_that_it_was_not_named_for_brings_its_usual_privilege__point_c():  # PR-LIBRARY-2 rulings 40, 45
    scenario = two_seats().when(0, PROSPECTOR).records(DoubloonsGained(0, 1, Role.PROSPECTOR))
    assert not scenario.board(0).library_spent


def test_it_serves_no_second_role_of_the_round__point_c():  # PR-LIBRARY-2 ruling 45
    scenario = two_seats().given(RoleTaken(0, "trader", 0, library=True)).asking(0, ChooseRole())
    scenario.refuses(0, f"{PROSPECTOR} library=yes", Reason.LIBRARY_SPENT, "PR-LIBRARY-2")
    assert not any("library" in move for move in scenario.legal(0))
    scenario.when(0, PROSPECTOR).records(DoubloonsGained(0, 1, Role.PROSPECTOR))


def test_it_serves_again_in_the_next_round__point_c():  # PR-LIBRARY-2 ruling 45
    scenario = two_seats().given(RoleTaken(0, "trader", 0, library=True), RoundEnded(()), RoundBegan(2, 0))
    scenario.asking(0, ChooseRole()).when(0, f"{PROSPECTOR} library=yes")
    scenario.records(DoubloonsGained(0, 2, Role.PROSPECTOR))


def test_a_role_of_another_seat_does_not_use_it_up__point_c():  # PR-LIBRARY-2 ruling 45
    scenario = two_seats().given(RoleTaken(0, "trader", 0, library=True), RoleTaken(1, "mayor", 0))
    assert (scenario.board(0).library_spent, scenario.board(1).library_spent) == (True, False)
    scenario.given(city("library", 1), manned("library", 1)).asking(1, ChooseRole())
    scenario.when(1, f"{PROSPECTOR} library=yes").records(DoubloonsGained(1, 2, Role.PROSPECTOR))


def test_a_library_without_a_colonist_cannot_be_named():  # PR-LIBRARY-2 PR-BUILDING-1
    scenario = two_seats(staff="")
    scenario.refuses(0, f"{PROSPECTOR} library=yes", Reason.NOT_OCCUPIED, "PR-LIBRARY-2")
    assert not any("library" in move for move in scenario.legal(0))


def test_a_guest_may_reach_it_before_the_placard_is_taken():  # PR-LIBRARY-2 PR-GUEST-1
    scenario = two_seats("library, guest_house", "guest_house").when(0, "move_guest library")
    scenario.when(0, f"{PROSPECTOR} library=yes").records(DoubloonsGained(0, 2, Role.PROSPECTOR))


def test_as_an_option_it_serves_every_role_and_is_not_asked_for__point_c():  # PR-LIBRARY-2 ruling 45
    scenario = two_seats(serves="every_role")
    scenario.refuses(0, f"{PROSPECTOR} library=yes", Reason.LIBRARY_NOT_ASKED, "PR-LIBRARY-2")
    scenario.when(0, PROSPECTOR).records(DoubloonsGained(0, 2, Role.PROSPECTOR))
    assert not scenario.board(0).library_spent


def test_with_more_seats_it_serves_every_role_whatever_the_option_says():  # PR-LIBRARY-1 PR-LIBRARY-2
    scenario = two_seats(seats=4)
    scenario.refuses(0, f"{PROSPECTOR} library=yes", Reason.LIBRARY_NOT_ASKED, "PR-LIBRARY-2")
    scenario.when(0, PROSPECTOR).records(DoubloonsGained(0, 2, Role.PROSPECTOR))
