"""The settler: plantations, quarries and forests.  Rulebook: "Settler Phase"."""

from collections.abc import Iterator

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import DrawnLaid, PlantationTaken, QuarryTaken, RowDealt, TileDrawn
from quarterdeck_rules.puerto_rico.functions import colonist_source, library_serves, not_occupied, settle_colonist
from quarterdeck_rules.puerto_rico.guests import Turn, can_act
from quarterdeck_rules.puerto_rico.moves import DrawTile, Forfeit, LayDrawn, TakePlantation, TakeQuarry
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, QUARRY, WINDROSE, Good


class PlaySettler(Effect[Colony], frozen=True, tag="puerto_rico.play_settler.v1"):
    """PR-SETTLER-1  Each seat in turn may take a tile; then the row is dealt anew."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        first, *others = play.state.clockwise(seat)
        play.schedule(seat, SecondTile(), DealRow())
        play.schedule_each(others, SettlerTurn())
        play.schedule(first, SettlerTurn(has_privilege=True))


class SettlerTurn(Turn, frozen=True, tag="puerto_rico.settler_turn.v1"):
    """PR-SETTLER-2  One tile: face-up plantation, or quarry; before it the hacienda's."""

    has_privilege: bool = False
    drawn: bool = False

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseTile | None":
        choice = ChooseTile(self.has_privilege, self.drawn)
        return choice if can_act(choice, play.state, seat) else None


class SecondTile(Turn, frozen=True, tag="puerto_rico.second_tile.v1"):
    """PR-LIBRARY-3  After all others a settler with a library takes a second tile of what is left."""

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseTile | None":
        if not library_serves(play.state, seat):
            return None
        choice = ChooseTile(is_second=True)
        return choice if can_act(choice, play.state, seat) else None

    def asks_guests(self, play: Play[Colony], seat: Seat) -> bool:
        # Guests could go to the library in the turn of their owner; they are not asked for once more after all others.
        return False


Tiling = TakePlantation | TakeQuarry | DrawTile | Forfeit


class ChooseTile(Decision[Colony, Tiling], frozen=True, tag="puerto_rico.choose_tile.v1"):
    """PR-SETTLER-2  Which tile to lay on the island, and whether hacienda, forest house and hospice serve it."""

    answers = (TakePlantation, TakeQuarry, DrawTile, Forfeit)
    rule = "PR-SETTLER-2"
    has_privilege: bool = False
    """Whether the seat took the settler, and may take a quarry."""
    drawn: bool = False
    """Whether the hacienda has served this turn."""
    is_second: bool = False
    """Whether it is the second tile of a library."""

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[Tiling]:
        board = colony.boards[seat]
        if not (self.drawn or self.is_second) and board.on("hacienda"):
            yield DrawTile()
        forests = (False, True) if board.on("forest_house") else (False,)
        colonists = (False, True) if not self.is_second and board.on("hospice") else (False,)
        for good in GOODS:
            if good in colony.row:
                for forest in forests:
                    for colonist in colonists:
                        yield TakePlantation(good, forest, colonist)
        for colonist in colonists:
            yield TakeQuarry(colonist)
        yield Forfeit()

    def refusal(self, colony: Colony, seat: Seat, move: Tiling) -> Refusal | None:
        """PR-SETTLER-3  An island that is full takes no tile, the hacienda's neither.

        PR-FOREST-1  An occupied forest house lets any plantation be laid face down as a forest; never a quarry.
        """
        board = colony.boards[seat]
        if isinstance(move, Forfeit):
            return None
        if board.tiles >= colony.box.numbers.island_spaces:
            return refuse(Reason.ISLAND_FULL, "PR-SETTLER-3")
        if isinstance(move, DrawTile):
            return self._draw_refusal(colony, seat)
        if move.colonist and (refusal := self._hospice_refusal(colony, seat)):
            return refusal
        if isinstance(move, TakeQuarry):
            return self._quarry_refusal(colony, seat)
        if move.good not in colony.row:
            return refuse(Reason.NOT_FACE_UP, "PR-SETTLER-2", good=move.good)
        return not_occupied(board, "forest_house", "PR-FOREST-1") if move.forest else None

    def _draw_refusal(self, colony: Colony, seat: Seat) -> Refusal | None:
        """PR-HACIENDA-1  Once, before the tile of the turn; never for the second tile of a library."""
        if self.is_second:
            return refuse(Reason.FIRST_TILE_ONLY, "PR-HACIENDA-1", building="hacienda")
        if self.drawn:
            return refuse(Reason.ALREADY_USED, "PR-HACIENDA-1", building="hacienda")
        if refusal := not_occupied(colony.boards[seat], "hacienda", "PR-HACIENDA-1"):
            return refusal
        if not any(colony.stack) and not any(colony.discard):
            return refuse(Reason.NO_TILE_LEFT, "PR-HACIENDA-1")
        return None

    def _hospice_refusal(self, colony: Colony, seat: Seat) -> Refusal | None:
        """PR-HOSPICE-1  A colonist with the tile of the turn, not with the hacienda's or a library's second.

        With a forest the colonist goes to the windrose (ruling 4).
        """
        if self.is_second:
            return refuse(Reason.FIRST_TILE_ONLY, "PR-HOSPICE-1", building="hospice")
        if refusal := not_occupied(colony.boards[seat], "hospice", "PR-HOSPICE-1"):
            return refusal
        return None if colonist_source(colony) else refuse(Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")

    def _quarry_refusal(self, colony: Colony, seat: Seat) -> Refusal | None:
        """PR-SETTLER-4  A quarry is for who took the settler, and for an occupied construction hut.

        PR-LIBRARY-3  The second tile of a library is a plantation, unless the table lets a construction hut help.
        """
        if self.is_second and colony.options.library_settler == "plantation":
            return refuse(Reason.PLANTATION_ONLY, "PR-LIBRARY-3")
        if not self.has_privilege and not colony.boards[seat].on("construction_hut"):
            return refuse(Reason.NO_RIGHT_TO_QUARRY, "PR-SETTLER-4")
        return None if colony.quarries else refuse(Reason.NO_QUARRY_LEFT, "PR-SETTLER-4")

    def resolve(self, play: Play[Colony], seat: Seat, move: Tiling) -> None:
        if isinstance(move, DrawTile):
            self._draw_tile(play, seat)
        elif isinstance(move, TakeQuarry):
            play.record(QuarryTaken(seat))
            if move.colonist:
                settle_colonist(play, seat, QUARRY)
        elif isinstance(move, TakePlantation):
            play.record(PlantationTaken(seat, move.good, move.forest, move.forest and is_discarded(play.state)))
            if move.colonist:
                settle_colonist(play, seat, WINDROSE if move.forest else move.good)

    def _draw_tile(self, play: Play[Colony], seat: Seat) -> None:
        """PR-HACIENDA-2  The tile has to be laid; a forest house may make it a forest once it is seen."""
        (good,), reshuffled = _draw(play, 1, list(play.state.discard))
        play.record(TileDrawn(seat, good, reshuffled))
        play.schedule(seat, SettlerTurn(has_privilege=self.has_privilege, drawn=True))
        if play.state.boards[seat].on("forest_house"):
            play.schedule(seat, ChooseSide())
        else:
            play.record(DrawnLaid(seat, good))


class ChooseSide(Decision[Colony, LayDrawn], frozen=True, tag="puerto_rico.choose_side.v1"):
    """PR-FOREST-2  Whether the plantation that was drawn is laid as itself, or as a forest."""

    answers = (LayDrawn,)
    rule = "PR-FOREST-2"

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[LayDrawn]:
        yield LayDrawn(forest=False)
        yield LayDrawn(forest=True)

    def refusal(self, colony: Colony, seat: Seat, move: LayDrawn) -> Refusal | None:
        return not_occupied(colony.boards[seat], "forest_house", "PR-FOREST-2") if move.forest else None

    def resolve(self, play: Play[Colony], seat: Seat, move: LayDrawn) -> None:
        good = play.state.boards[seat].drawn
        assert good is not None, "this decision follows a draw"
        play.record(DrawnLaid(seat, good, move.forest, move.forest and is_discarded(play.state)))


def is_discarded(colony: Colony) -> bool:
    """PR-FOREST-3  A forest is the plantation turned over, unless the table lays spare tiles."""
    return colony.options.forest_tile == "discarded"


class DealRow(Effect[Colony], frozen=True, tag="puerto_rico.deal_row.v1"):
    """PR-SETTLER-5  What nobody took is discarded, and as many plantations as the table has are turned up."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        deal_row(play)


def deal_row(play: Play[Colony]) -> None:
    """PR-SETTLER-5  Also at set-up."""
    colony = play.state
    spare = list(colony.discard)
    for good in colony.row:
        spare[GOOD_AT[good]] += 1
    goods, reshuffled = _draw(play, colony.box.tables[colony.seats].face_up_plantations, spare)
    play.record(RowDealt(goods, reshuffled))


def _draw(play: Play[Colony], count: int, spare: list[int]) -> tuple[tuple[Good, ...], bool]:
    """PR-SETTLER-6  Plantations of the stacks; run out, the spare ones are shuffled into new stacks.

    Gives them, and whether that was so.  With both gone there are fewer.
    """
    stack, drawn, reshuffled = list(play.state.stack), list[Good](), False
    while len(drawn) < count:
        if not any(stack):
            if reshuffled or not any(spare):
                break
            stack, reshuffled = spare, True
        place = play.chance.pick("plantations", sum(stack))
        kind = 0
        while place >= stack[kind]:
            place -= stack[kind]
            kind += 1
        stack[kind] -= 1
        drawn.append(GOODS[kind])
    return tuple(drawn), reshuffled
