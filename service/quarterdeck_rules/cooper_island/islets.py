"""Islets: placing them, and using their actions.

Rulebook: "Action: Place 1 islet tile AND perform its islet action", "Overview of the Islet Actions".
"""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.actions import Action, Undertaking, commit, offer
from quarterdeck_rules.cooper_island.events import IsletDrawn, IsletPlaced, IsletReturned, ShipSlid
from quarterdeck_rules.cooper_island.land import PutCubeOn, is_connected
from quarterdeck_rules.cooper_island.reasons import Reason
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Half, PlacedIslet, Positive, Ship
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat

RIGHT_OF_HARBOR = -1
"""Banks from the own harbor to the water space right of it."""


class PlaceIsletTile(Undertaking, frozen=True, tag="cooper_island.place_islet_tile.v1"):
    """CI-ISLET-1  Place an islet tile from the reserve, then perform its action or not."""

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        choice = ChooseIsletTile("")
        if any(choice.refusal(island, seat, move) is None for move in choice.places(island, seat)):
            return None
        return refuse(Reason.NO_ROOM_FOR_TILE, "CI-ISLET-1")

    def run(self, play: Play[Island], seat: Seat) -> None:
        if play.state.options.islets == "random":
            play.schedule(seat, DrawIslet(self.offered))
        else:
            play.schedule(seat, ChooseIsletTile(self.offered))


class DrawIslet(Effect[Island], frozen=True, tag="cooper_island.draw_islet.v1"):
    """CI-SOLO-ISLET-1  As a variant the islet is drawn when the action is chosen, which commits it."""

    offered: str
    exchanged: bool = False
    """Whether it is drawn in exchange for another."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        islet = play.chance.choose("islets", play.state.boards[seat].islets)
        commit(play, seat, "" if self.exchanged else self.offered)
        play.record(IsletDrawn(seat, islet))
        play.schedule(seat, ChooseDrawnIslet(self.offered, islet, self.exchanged))


Placing = moves.PlaceIslet | moves.GiveUp


class ChooseIsletTile(Decision[Island, Placing], frozen=True, tag="cooper_island.choose_islet_tile.v1"):
    """CI-ISLET-2  The islet covers half of an open sand bank, its landscape an uncharted space beside own land."""

    rule = "CI-ISLET-2"
    answers = (moves.PlaceIslet, moves.GiveUp)
    offered: str

    def candidates(self, island: Island, seat: Seat) -> Iterator[Placing]:
        yield from self.places(island, seat)
        yield moves.GiveUp()

    def places(self, island: Island, seat: Seat) -> Iterator[moves.PlaceIslet]:
        """Every islet in reserve on every half, with every space that touches it."""
        box = island.box
        for (water, half), touched in box.touches.items():
            for place in touched:
                for islet in island.boards[seat].islets:
                    yield moves.PlaceIslet(islet, water, half, box.spaces[place])

    def refusal(self, island: Island, seat: Seat, move: Placing) -> Refusal | None:
        return None if isinstance(move, moves.GiveUp) else place_refusal(island, seat, move)

    def resolve(self, play: Play[Island], seat: Seat, move: Placing) -> None:
        if isinstance(move, moves.PlaceIslet):
            commit(play, seat, self.offered)
            place_islet(play, seat, move)


def place_refusal(island: Island, seat: Seat, move: moves.PlaceIslet) -> Refusal | None:
    """CI-ISLET-2  Why an islet of the reserve does not go there, or nothing."""
    box, board = island.box, island.boards[seat]
    if move.islet not in board.islets:
        return refuse(Reason.NOT_IN_RESERVE, "CI-ISLET-1", islet=move.islet, reserve=board.islets)
    place, touched = box.place.get(move.space), box.touches.get((move.water, move.half))
    if place is None or touched is None:
        return refuse(Reason.NO_SUCH_SPACE, "CI-ISLET-2", water=move.water, space=move.space)
    if place not in touched:
        return refuse(Reason.NOT_NEIGHBOURS, "CI-ISLET-2", water=move.water, half=move.half, space=move.space)
    if island.round == 1 and box.water[move.water, move.half].banks_from_harbor != RIGHT_OF_HARBOR:
        return refuse(Reason.FIRST_ISLET_ELSEWHERE, "CI-ISLET-3", water=move.water)
    if any(islet.owner == seat and islet.water == move.water for islet in island.islets):
        return refuse(Reason.SAND_BANK_COVERED, "CI-ISLET-4", water=move.water)
    if board.piles[place].level:
        return refuse(Reason.SPACE_CHARTED, "CI-ISLET-5", space=move.space)
    if board.piles[place].ruin:
        return refuse(Reason.RUIN_IN_THE_WAY, "CI-ISLET-5", space=move.space)
    if not is_connected(island, board, place):
        return refuse(Reason.NOT_CONNECTED, "CI-ISLET-5", space=move.space)
    return None


def place_islet(play: Play[Island], seat: Seat, move: moves.PlaceIslet) -> None:
    """CI-ISLET-6  The islet lies there; ships on its bank slide to the free half, and nothing is set off."""
    play.record(IsletPlaced(seat, move.islet, move.water, move.half, move.space))
    placed = play.state.islets[-1]
    other = Half.FAR if move.half is Half.NEAR else Half.NEAR
    for owner, board in enumerate(play.state.boards):
        for ship in Ship:
            if board.ship(ship).bank == placed.bank:
                play.record(ShipSlid(owner, ship, other))
    play.schedule(seat, PutCubeOn(move.space), OfferIslets((placed,), 1))


Drawn = moves.PlaceIslet | moves.ExchangeIslet | moves.GiveUp


class ChooseDrawnIslet(Decision[Island, Drawn], frozen=True, tag="cooper_island.choose_drawn_islet.v1"):
    """CI-SOLO-ISLET-2  The drawn islet is placed, or goes to the box; once a game another is drawn for it.

    CI-SOLO-ISLET-3  That other one has to be placed if it can be.
    """

    rule = "CI-SOLO-ISLET-2"
    answers = (moves.PlaceIslet, moves.ExchangeIslet, moves.GiveUp)
    offered: str
    islet: str
    exchanged: bool

    def candidates(self, island: Island, seat: Seat) -> Iterator[Drawn]:
        yield from self._places(island, seat)
        yield moves.ExchangeIslet()
        yield moves.GiveUp()

    def _places(self, island: Island, seat: Seat) -> Iterator[moves.PlaceIslet]:
        return (move for move in ChooseIsletTile("").places(island, seat) if move.islet == self.islet)

    def refusal(self, island: Island, seat: Seat, move: Drawn) -> Refusal | None:
        if isinstance(move, moves.GiveUp):
            fits = any(place_refusal(island, seat, place) is None for place in self._places(island, seat))
            return refuse(Reason.ISLET_FITS, "CI-SOLO-ISLET-3", islet=self.islet) if self.exchanged and fits else None
        if isinstance(move, moves.ExchangeIslet):
            if island.boards[seat].islet_exchanged:
                return refuse(Reason.ISLET_EXCHANGED, "CI-SOLO-ISLET-2")
            none_left = len(island.boards[seat].islets) == 1
            return refuse(Reason.NO_ISLET_LEFT, "CI-SOLO-ISLET-2", islet=self.islet) if none_left else None
        if move.islet != self.islet:
            return refuse(Reason.NOTHING_TO_CHOOSE, "CI-SOLO-ISLET-1", islet=move.islet, one_of=self.islet)
        return place_refusal(island, seat, move)

    def resolve(self, play: Play[Island], seat: Seat, move: Drawn) -> None:
        if isinstance(move, moves.PlaceIslet):
            place_islet(play, seat, move)
            return
        play.record(IsletReturned(seat, self.islet, isinstance(move, moves.ExchangeIslet)))
        if isinstance(move, moves.ExchangeIslet):
            play.schedule(seat, DrawIslet(self.offered, exchanged=True))


class OfferIslets(Effect[Island], frozen=True, tag="cooper_island.offer_islets.v1"):
    """CI-ISLET-7  The actions of islets placed or passed may each be performed once, in any order, or forfeited.

    `anywhere` offers all islets on the board instead, as it is when one is chosen.
    """

    islets: tuple[PlacedIslet, ...]
    left: int
    used: tuple[PlacedIslet, ...] = ()
    anywhere: bool = False

    def run(self, play: Play[Island], seat: Seat) -> None:
        offer(play, seat, ChooseIslet(self.islets, self.left, self.used, self.anywhere))


def islet_action(island: Island, islet: PlacedIslet) -> Action:
    """The action of an islet."""
    action = island.box.islets[islet.islet].action
    assert isinstance(action, Action)
    return action


class ChooseIslet(Decision[Island, moves.UseIslet | moves.Forfeit], frozen=True, tag="cooper_island.choose_islet.v1"):
    """CI-ISLET-7  Which islet's action comes next, or none of those left."""

    rule = "CI-ISLET-7"
    answers = (moves.UseIslet, moves.Forfeit)
    islets: tuple[PlacedIslet, ...]
    left: int
    used: tuple[PlacedIslet, ...]
    anywhere: bool

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.UseIslet | moves.Forfeit]:
        for islet in self._on_offer(island):
            yield moves.UseIslet(islet.owner, islet.islet)
        yield moves.Forfeit()

    def refusal(self, island: Island, seat: Seat, move: moves.UseIslet | moves.Forfeit) -> Refusal | None:
        if isinstance(move, moves.Forfeit):
            return None
        chosen = self._find(island, move)
        if chosen is None:
            return refuse(Reason.NOT_ON_OFFER, "CI-ISLET-7", owner=move.owner, islet=move.islet)
        return islet_action(island, chosen).obstacle(island, seat)

    def resolve(self, play: Play[Island], seat: Seat, move: moves.UseIslet | moves.Forfeit) -> None:
        if isinstance(move, moves.Forfeit):
            return
        chosen = self._find(play.state, move)
        assert chosen is not None
        rest = OfferIslets(self.islets, self.left - 1, (*self.used, chosen), self.anywhere)
        play.schedule(seat, islet_action(play.state, chosen), rest)

    def lapses(self, play: Play[Island], seat: Seat) -> bool:
        offered = self._on_offer(play.state) if self.left else []
        if any(islet_action(play.state, islet).obstacle(play.state, seat) is None for islet in offered):
            return False
        return not offered or not play.has_anytime_move(seat)

    def _on_offer(self, island: Island) -> list[PlacedIslet]:
        return [islet for islet in (island.islets if self.anywhere else self.islets) if islet not in self.used]

    def _find(self, island: Island, move: moves.UseIslet) -> PlacedIslet | None:
        chosen = (move.owner, move.islet)
        return next((one for one in self._on_offer(island) if (one.owner, one.islet) == chosen), None)


class UseIslets(Action, frozen=True, tag="cooper_island.use_islets.v1"):
    """CI-ISLET-8  Islet actions of different islets on the board, anybody's, passed or not."""

    count: Positive = 1

    def obstacle(self, island: Island, seat: Seat) -> Refusal | None:
        if any(islet_action(island, islet).obstacle(island, seat) is None for islet in island.islets):
            return None
        return refuse(Reason.NO_TARGET, "CI-ISLET-8")

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.schedule(seat, OfferIslets((), self.count, anywhere=True))
