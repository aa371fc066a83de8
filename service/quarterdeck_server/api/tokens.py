"""Tokens: who calls.  JSON web tokens, signed by a key of this server or of an issuer that the operator names."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import jwt
from msgspec import Struct

from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_server.api.keys import ALGORITHM, ISSUER, Key, LocalKeys
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind, Rejection

_CACHED = 10_000
_LONGEST_NAME = 64
NAME_PROBLEM = f"a name has 1 to {_LONGEST_NAME} printable characters and no space at its ends"
"""What is wrong with what cannot be a player's name."""

_LONGEST_TOKEN = 8192
"""Characters; gRPC takes no more in all headers of a call."""

_AHEAD_SECONDS = 60.0
"""How far the clock of an issuer may be ahead of ours."""


class Source(Protocol):
    """Where keys come from that verify the tokens of one issuer."""

    @property
    def issuer(self) -> str:
        """The claim `iss` of its tokens."""

    @property
    def audience(self) -> str | None:
        """The claim `aud` of tokens that are for this service; nothing: tokens have none."""

    def key(self, kid: str) -> Key | None:
        """The key that now has this id; Rejection TRY_AGAIN if that cannot be known."""

    async def seek(self, kid: str) -> None:
        """Look whether there is a new key with this id."""

    async def look(self) -> None:
        """Take in which keys have come and gone; it is called every second, and raises nothing."""


class Claims(Struct, frozen=True):
    """What the claims are called that name player and role."""

    player: str = "sub"
    role: str = "role"
    usual: Role | None = None
    """The role of a token that names none; nothing: it has to name one."""


class Verified(Struct, frozen=True, eq=False):
    """A token that was found good, and what that hangs on."""

    caller: Caller
    expires: float
    source: Source
    kid: str
    key: Key


class Tokens:
    """Issues and verifies tokens.  A token that was verified is remembered for as long as it holds."""

    def __init__(
        self,
        local: LocalKeys,
        others: Mapping[str, tuple[Source, Claims]] | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`others`: further sources by their issuer, with the names of their claims."""
        self._local = local
        self._sources = {ISSUER: (local, Claims()), **(others or {})}
        self._now = now
        self._verified: OrderedDict[str, Verified] = OrderedDict()

    def issue(self, player: str, role: Role, seconds: float) -> str:
        """A token for this player; ValueError if the name cannot be one, or there is no key."""
        if not is_name(player):
            raise ValueError(NAME_PROBLEM)
        signing = self._local.signing
        if signing is None:
            raise ValueError("there is no key that could sign")
        kid, private = signing
        now = int(self._now())
        claims = {"iss": ISSUER, "sub": player, "role": str(role), "iat": now, "exp": now + int(seconds)}
        return jwt.encode(claims, private, algorithm=ALGORITHM, headers={"kid": kid})

    async def look(self) -> None:
        """Take in which keys have come and gone."""
        for source, _ in self._sources.values():
            await source.look()

    def known(self, token: str) -> Verified | None:
        """What was found of a token that came before, as far as it still holds; Rejection TRY_AGAIN."""
        verified = self._verified.get(token)
        if verified is None or self._holds(verified):
            return verified
        # It is read anew: a key that has gone may be back, and what is wrong is said once.
        del self._verified[token]
        return None

    async def verify(self, token: str) -> Verified:
        """What a token says; Rejection TOKEN_INVALID, or TRY_AGAIN while its issuer's keys cannot be had."""
        verified = self.known(token)
        if verified is None:
            verified = await self._read(token)
            self.check(verified)
            self._verified[token] = verified
            if len(self._verified) > _CACHED:
                self._verified.popitem(last=False)
        return verified

    def check(self, verified: Verified) -> None:
        """See that a token still holds; Rejection TOKEN_INVALID, TRY_AGAIN."""
        if not self._holds(verified):
            expired = verified.expires <= self._now()
            raise _invalid("it has expired" if expired else "its key is revoked")

    def _holds(self, verified: Verified) -> bool:
        return verified.expires > self._now() and verified.source.key(verified.kid) is verified.key

    async def _read(self, token: str) -> Verified:
        source, claims, kid = self._signer(token)
        key = source.key(kid)
        if key is None:
            await source.seek(kid)
            key = source.key(kid)
        if key is None:
            raise _invalid("no key of its issuer has its key id")
        try:
            said = jwt.decode(
                token,
                key.public,
                algorithms=[key.algorithm],
                issuer=source.issuer,
                audience=source.audience,
                # Times are judged by our own clock, on every call.
                options={
                    "require": ["exp", "iss", *(("aud",) if source.audience is not None else ())],
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                },
            )
            expires, begins = _time(said["exp"]), _time(said.get("nbf", 0))
        except (jwt.InvalidTokenError, *_ODD):
            raise _not_ours() from None
        if begins > self._now() + _AHEAD_SECONDS:
            raise _invalid("it is not valid yet")
        return Verified(_caller(said, claims), expires, source, kid, key)

    def _signer(self, token: str) -> tuple[Source, Claims, str]:
        """Whose token it says it is, and of which key: nothing of that is proven yet."""
        try:
            if len(token) > _LONGEST_TOKEN:
                raise ValueError("long")
            read = jwt.decode_complete(token, options={"verify_signature": False})
            (source, claims), kid = self._sources[read["payload"]["iss"]], read["header"]["kid"]
        except (jwt.InvalidTokenError, KeyError, *_ODD):
            raise _not_ours() from None
        if not isinstance(kid, str):
            raise _not_ours()
        return source, claims, kid


def is_name(player: str) -> bool:
    """Whether this can be a player's name."""
    fits = 0 < len(player) <= _LONGEST_NAME and player.isprintable() and player == player.strip()
    # The house bot's name is nobody's.
    return fits and player != HOUSE


def _caller(said: Mapping[str, Any], claims: Claims) -> Caller:
    """The holder that the claims name."""
    player, named = said.get(claims.player), said.get(claims.role)
    if not (isinstance(player, str) and is_name(player)):
        raise _invalid("it names nobody")
    # An issuer may give roles of many services in one list: the mightiest of ours counts.
    names = [named] if isinstance(named, str) else named if isinstance(named, list) else []
    role = next((role for role in _MIGHTIEST_FIRST if str(role) in names), None)
    if named is None or isinstance(named, list):
        role = role or claims.usual
    if role is None:
        raise _invalid("it has no role of this service")
    return Caller(player, role)


_MIGHTIEST_FIRST = (Role.ADMIN, Role.DIRECTOR, Role.PLAYER, Role.SPECTATOR)

_ODD = (ValueError, TypeError, OverflowError, RecursionError)
"""What odd claims make of reading them: a token is read before it is proven, and may hold anything."""


def _time(claim: object) -> float:
    if isinstance(claim, bool) or not isinstance(claim, int | float):
        raise ValueError("no time")
    if not math.isfinite(claim):
        raise ValueError("no time")
    return float(claim)


def _not_ours() -> Rejection:
    return _invalid("it is not one of this server")


def _invalid(problem: str) -> Rejection:
    return Rejection(Kind.TOKEN_INVALID, details=(("problem", problem),))
