"""Reading a move out of a message, in either of its forms or in both."""

from msgspec import Struct

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.engine.notation import NotationError, quoted
from quarterdeck_server.api.convert import Converter, Reader, UnreadableError, kinds_by_word
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.rejection import not_understood

_LONGEST_NOTATION = 4096


class MoveReader:
    """Reads the moves of all titles."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._readers: dict[tuple[str, str], Reader] = {}

    def read(self, offer: Offer, message: play_pb2.Move) -> Struct:
        """The move; Rejection MOVE_NOT_UNDERSTOOD with the path of what is wrong."""
        typed = self._typed(offer, message)
        written = self._written(offer, message.notation) if message.notation else None
        if typed is None:
            if written is None:
                raise not_understood("move", f"neither a notation nor a move of {offer.title.name} is given")
            return written
        if written is not None and written != typed:
            raise not_understood("move.notation", f"the typed move is {quoted(offer.notation.write(typed))}")
        return typed

    def _typed(self, offer: Offer, message: play_pb2.Move) -> Struct | None:
        name = offer.title.name
        given = [field.name for field, _ in message.ListFields() if field.name != "notation"]
        if not given:
            return None
        if given != [name]:
            raise not_understood(f"move.{given[0]}", f"the game is of {name}")
        # Each version of the rules has moves of its own.
        key = (name, offer.title.rules_version)
        reader = self._readers.get(key)
        if reader is None:
            descriptor = getattr(message, name).DESCRIPTOR
            reader = self._readers[key] = self._converter.chooser(kinds_by_word(offer.title.moves), descriptor)
        try:
            move: Struct = reader(getattr(message, name))
        except UnreadableError as error:
            raise not_understood(error.below(f"move.{name}").field, error.problem) from None
        return move

    @staticmethod
    def _written(offer: Offer, line: str) -> Struct:
        if len(line) > _LONGEST_NOTATION:
            raise not_understood("move.notation", f"at most {_LONGEST_NOTATION} characters are taken")
        try:
            return offer.notation.read(line)
        except NotationError as error:
            raise not_understood("move.notation", str(error)) from None
