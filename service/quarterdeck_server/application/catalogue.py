"""The catalogue: each title with what the service keeps ready for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.components import ComponentError, ComponentSet
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.store.port import Store, StoreError


class Offer:
    """One title: its codec, its notation, and the component set that new games get."""

    def __init__(self, title: Title[Any], replacements: Sequence[bytes] = ()) -> None:
        """ComponentError if a replacement cannot be used."""
        self.title = title
        self.codec = Codec(title, more=facts.EVENTS)
        self.notation = Notation(title.moves)
        self.components: ComponentSet[Any] = title.load_components(replacements)
        self._sets = {self.components.hash: self.components}

    def component_set(self, digest: str, store: Store) -> ComponentSet[Any]:
        """The component set with this hash, out of the bytes that were kept.  KeyError if none were."""
        kept = self._sets.get(digest)
        if kept is None:
            canonical = store.components(digest)
            if canonical is None:
                raise KeyError(digest)
            kept = self.title.restore_components(canonical)
            if kept.hash != digest:
                raise ValueError(f"the bytes kept as component set {digest} are not those")
            self._sets[digest] = kept
        return kept


class Catalogue:
    """All titles by name."""

    def __init__(self, titles: Iterable[Title[Any]], replacements: Mapping[str, Sequence[bytes]] | None = None) -> None:
        """`replacements` are TOML texts by name of title, whose entries replace those with the same id."""
        given = replacements or {}
        self._offers = {title.name: Offer(title, given.get(title.name, ())) for title in titles}
        if unknown := set(given) - set(self._offers):
            raise ValueError(f"no title is called {', '.join(sorted(unknown))}")

    def __iter__(self) -> Iterator[Offer]:
        return iter(sorted(self._offers.values(), key=lambda offer: offer.title.name))

    def offer(self, title: str) -> Offer:
        """The title of this name; Rejection TITLE_NOT_FOUND."""
        offer = self._offers.get(title)
        if offer is None:
            raise Rejection(Kind.TITLE_NOT_FOUND, details=(("titles", ",".join(sorted(self._offers))),))
        return offer

    def component_set(self, title: str, digest: str, store: Store) -> ComponentSet[Any]:
        """The component set of a title with this hash, or without one the set that new games get.  Blocks.

        Rejection TITLE_NOT_FOUND, COMPONENT_SET_NOT_FOUND, TRY_AGAIN.
        """
        offer = self.offer(title)
        if not digest:
            return offer.components
        try:
            return offer.component_set(digest, store)
        except StoreError:
            raise try_again() from None
        except (KeyError, ComponentError, msgspec.DecodeError):
            # Unknown bytes, or those of another title.
            raise Rejection(Kind.COMPONENT_SET_NOT_FOUND) from None

    def keep(self, store: Store) -> None:
        """Have the store keep the component sets that new games get."""
        for offer in self._offers.values():
            store.keep_components(offer.components.hash, offer.components.canonical)
