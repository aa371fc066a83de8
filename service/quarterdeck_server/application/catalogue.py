"""The catalogue: each title, under each version of its rules, with what the service keeps ready for it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.components import ComponentError, ComponentSet
from quarterdeck_rules.engine.notation import Notation
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.application.rejection import Kind, Rejection, try_again
from quarterdeck_server.store.port import Store, StoreError


class UnknownRulesError(LookupError):
    """A game of a title, or of a version of its rules, that this release does not have."""


class Offer:
    """One title under one version of its rules: its codec, its notation, and its component sets."""

    def __init__(self, title: Title[Any], replacements: Sequence[bytes] = ()) -> None:
        """`replacements` are for the set that new games get."""
        self.title = title
        self.codec = codec_of(title)
        self.notation = Notation(title.moves)
        self._replacements = replacements
        self._components: ComponentSet[Any] | None = None
        self._sets: dict[str, ComponentSet[Any]] = {}

    @property
    def components(self) -> ComponentSet[Any]:
        """The component set that new games get; ComponentError, the first time, if a replacement cannot be used."""
        if self._components is None:
            self._components = self.title.load_components(self._replacements)
            self._sets[self._components.hash] = self._components
        return self._components

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
    """All titles by name, and the rules that games of before were created under."""

    def __init__(self, titles: Iterable[Title[Any]], replacements: Mapping[str, Sequence[bytes]] | None = None) -> None:
        """Of a title in several versions the newest comes last: new games get that one.

        `replacements` are TOML texts by name of title, whose entries replace those with the same id in new games.
        ComponentError if one cannot be used.
        """
        given = replacements or {}
        every = tuple(titles)
        newest = {title.name: title for title in every}
        if unknown := set(given) - set(newest):
            raise ValueError(f"no title is called {', '.join(sorted(unknown))}")
        self._versions = {
            (title.name, title.rules_version): Offer(
                title, given.get(title.name, ()) if title in newest.values() else ()
            )
            for title in every
        }
        self._offers = {name: self._versions[name, title.rules_version] for name, title in newest.items()}
        for offer in self:
            # Read now: what is wrong with it is to be known before anybody plays.
            _ = offer.components

    def __iter__(self) -> Iterator[Offer]:
        """The titles that games are created of."""
        return iter(sorted(self._offers.values(), key=lambda offer: offer.title.name))

    def offer(self, title: str) -> Offer:
        """The title of this name, as new games get it; Rejection TITLE_NOT_FOUND."""
        offer = self._offers.get(title)
        if offer is None:
            raise Rejection(Kind.TITLE_NOT_FOUND, details=(("titles", ",".join(sorted(self._offers))),))
        return offer

    def version(self, title: str, rules_version: str) -> Offer:
        """The title as a game has it that was created under this version of its rules; UnknownRulesError."""
        offer = self._versions.get((title, rules_version))
        if offer is None:
            known = ", ".join(version for name, version in self._versions if name == title)
            has = f"this release has version {known}" if known else "this release does not have the title"
            raise UnknownRulesError(f"it is of {title!r} under rules version {rules_version!r}; {has}")
        return offer

    def component_set(self, title: str, digest: str, store: Store) -> tuple[Offer, ComponentSet[Any]]:
        """The component set of a title with this hash, or without one the set that new games get.  Blocks.

        With it comes the title under the newest rules that know such components.  Rejection TITLE_NOT_FOUND,
        COMPONENT_SET_NOT_FOUND, TRY_AGAIN.
        """
        newest = self.offer(title)
        if not digest:
            return newest, newest.components
        versions = [offer for (name, _), offer in self._versions.items() if name == title]
        for offer in reversed(versions):
            try:
                return offer, offer.component_set(digest, store)
            except StoreError:
                raise try_again() from None
            except (KeyError, ComponentError, msgspec.DecodeError):
                # Unknown bytes, or those of another title or version.
                continue
        raise Rejection(Kind.COMPONENT_SET_NOT_FOUND)

    def keep(self, store: Store) -> None:
        """Have the store keep the component sets that new games get."""
        for offer in self._offers.values():
            store.keep_components(offer.components.hash, offer.components.canonical)
