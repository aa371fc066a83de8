"""Seals: heads signed with Ed25519, and the public keys that they are checked with."""

import hashlib
import re
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key

from quarterdeck_rules.book.file import Head, Seal
from quarterdeck_server.key_folder import KeyFolder

_ID_DIGITS = 16
_PEM = re.compile(rb"-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----", re.DOTALL)


class SealKeys:
    """The keys of this server that seal games: the newest signs, and games that older ones have sealed stay so."""

    def __init__(self, folder: KeyFolder) -> None:
        """OSError, KeyFileError from every method if a key cannot be read."""
        self._folder = folder
        self._known: dict[str, Ed25519PrivateKey] = {}

    def seal(self, head: Head) -> Seal:
        """A head, signed with the newest key.  The same head and key give the same seal."""
        key = self._read(self._folder.ids()[-1])
        return Seal(head, id_of(key.public_key()), key.sign(head.statement()).hex())

    def sign(self, statement: bytes) -> tuple[str, bytes]:
        """The id of the newest key, and its signature."""
        key = self._read(self._folder.ids()[-1])
        return id_of(key.public_key()), key.sign(statement)

    def published(self) -> list[Ed25519PublicKey]:
        """The public keys, the newest first."""
        return [self._read(kid).public_key() for kid in reversed(self._folder.ids())]

    def _read(self, kid: str) -> Ed25519PrivateKey:
        if kid not in self._known:
            self._known[kid] = self._folder.read(kid)
        return self._known[kid]


class Trust:
    """Public keys whose seals are taken."""

    def __init__(self, keys: Iterable[Ed25519PublicKey] = ()) -> None:
        self._keys: Mapping[str, Ed25519PublicKey] = {id_of(key): key for key in keys}

    def check(self, key: str, statement: bytes, signature: bytes) -> bool | None:
        """Whether this key has made the signature; nothing if it is none of these.  See `signatures.CheckSignature`."""
        public = self._keys.get(key)
        if public is not None:
            return _has_signed(public, statement, signature)
        # One of these under another name: then the name is what is wrong.
        return False if any(_has_signed(one, statement, signature) for one in self._keys.values()) else None


def _has_signed(key: Ed25519PublicKey, statement: bytes, signature: bytes) -> bool:
    try:
        key.verify(signature, statement)
    except InvalidSignature:
        return False
    return True


def id_of(key: Ed25519PublicKey) -> str:
    """What a key is called: the first 16 hex digits of SHA-256 of its 32 bytes."""
    raw = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
    return hashlib.sha256(raw).hexdigest()[:_ID_DIGITS]


def pem_of(key: Ed25519PublicKey) -> str:
    """A public key as text."""
    return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


def keys_in(text: bytes) -> list[Ed25519PublicKey]:
    """The public keys of a PEM text, which may hold several; ValueError if it holds none, or another kind."""
    found = []
    for block in _PEM.findall(text):
        try:
            key = load_pem_public_key(block)
        except (ValueError, UnsupportedAlgorithm):
            key = None
        if not isinstance(key, Ed25519PublicKey):
            raise ValueError("a key in it is no public Ed25519 key")
        found.append(key)
    if not found:
        raise ValueError("it holds no public key (PEM)")
    return found
