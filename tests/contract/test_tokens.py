"""Tokens: whose they are, how long, and that nobody else makes them."""

import base64
import json

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from quarterdeck_rules.conduct.facts import HOUSE
from quarterdeck_server.api.keys import LocalKeys
from quarterdeck_server.api.tokens import Tokens
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.key_folder import KeyFolder

ODD_ROLES: list[object] = ["king", "", 5, ["king"], [], {}, None]
ODD_TIMES: list[object] = ["soon", float("nan"), float("inf"), 10**400, True, None, []]
CLAIMS = {"iss": "quarterdeck", "sub": "ann", "role": "player", "exp": 2_000_000_000}


@pytest.fixture
def clock():
    return [1_800_000_000.0]


@pytest.fixture
def keys(tmp_path):
    folder = KeyFolder(tmp_path / "keys")
    folder.new()
    return LocalKeys(folder)


@pytest.fixture
def tokens(keys, clock):
    return Tokens(keys, now=lambda: clock[0])


@pytest.fixture
def signed(keys):
    """A token with these claims, signed by the key of the server."""

    def sign(**claims):
        kid, private = keys.signing
        return jwt.encode(claims, private, algorithm="EdDSA", headers={"kid": kid})

    return sign


async def refused(tokens, token, problem=""):
    with pytest.raises(Rejection) as caught:
        await tokens.verify(token)
    assert caught.value.kind is Kind.TOKEN_INVALID
    assert not token or token not in str(caught.value.details)
    assert problem in dict(caught.value.details)["problem"]
    return True


@pytest.mark.parametrize("role", Role)
async def test_a_token_names_its_player_and_role(tokens, role):
    assert (await tokens.verify(tokens.issue("ann", role, 60))).caller == Caller("ann", role)


async def test_a_token_ends_with_its_lifetime_also_when_it_was_verified_before(tokens, clock):
    token = tokens.issue("ann", Role.PLAYER, 60)
    await tokens.verify(token)
    clock[0] += 59
    verified = await tokens.verify(token)
    clock[0] += 1
    assert await refused(tokens, token, "it has expired")
    with pytest.raises(Rejection) as caught:
        tokens.check(verified)
    assert caught.value.details == (("problem", "it has expired"),)


async def test_a_token_that_begins_later_is_refused_until_then(tokens, signed, clock):
    token = signed(**CLAIMS, nbf=clock[0] + 100)
    assert await refused(tokens, token, "it is not valid yet")
    clock[0] += 50
    await tokens.verify(token)


async def test_a_token_of_another_key_is_refused_also_under_the_id_of_ours(tokens, keys, tmp_path):
    other = KeyFolder(tmp_path / "other")
    other.new()
    assert await refused(tokens, Tokens(LocalKeys(other), now=lambda: 1_800_000_000.0).issue("ann", Role.PLAYER, 60))
    kid, _ = keys.signing
    forged = jwt.encode(CLAIMS, Ed25519PrivateKey.generate(), algorithm="EdDSA", headers={"kid": kid})
    assert await refused(tokens, forged, "it is not one of this server")


@pytest.mark.parametrize("claim", CLAIMS)
async def test_a_token_that_lacks_something_is_refused(tokens, signed, claim):
    assert await refused(tokens, signed(**{name: value for name, value in CLAIMS.items() if name != claim}))
    await tokens.verify(signed(**CLAIMS))


@pytest.mark.parametrize("kid", [None, "", "0001", "../0001", "0001-00000000", "x" * 5000])
async def test_a_token_without_the_id_of_a_key_of_ours_is_refused(tokens, keys, kid):
    headers = None if kid is None else {"kid": kid}
    assert await refused(tokens, jwt.encode(CLAIMS, keys.signing[1], algorithm="EdDSA", headers=headers))


@pytest.mark.parametrize(
    "odd",
    [
        *({"role": odd} for odd in ODD_ROLES),
        *({"sub": name} for name in ("", " ann", "a\nb", "x" * 65, HOUSE, 5, None)),
        *({"exp": odd} for odd in ODD_TIMES),
        *({"nbf": odd} for odd in ODD_TIMES),
        *({"iss": issuer} for issuer in ("elsewhere", "", None, ["quarterdeck"])),
        {"aud": "somebody else"},
    ],
)
async def test_a_token_that_says_something_odd_is_refused(tokens, keys, odd):
    kid, private = keys.signing
    # Not by way of the library's own check of what it writes.
    payload = json.dumps({**CLAIMS, **odd}).encode()
    assert await refused(tokens, jwt.PyJWS().encode(payload, private, algorithm="EdDSA", headers={"kid": kid}))


async def test_a_token_without_a_signature_or_with_a_shared_secret_is_refused(tokens, keys):
    kid, private = keys.signing
    assert await refused(tokens, jwt.encode(CLAIMS, "", algorithm="none", headers={"kid": kid}))
    secret = "a secret of at least thirty-two bytes"
    assert await refused(tokens, jwt.encode(CLAIMS, secret, algorithm="HS256", headers={"kid": kid}))
    head, body, _ = tokens.issue("ann", Role.PLAYER, 60).split(".")
    assert await refused(tokens, f"{head}.{body}.")
    assert private is not None


async def test_what_is_no_token_is_refused(tokens):
    def encoded(text):
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    head = encoded('{"alg":"EdDSA","kid":"0001-00000000"}')
    deep = f"{encoded('[' * 3000)}"
    for odd in (
        "",
        "no token at all",
        "a.b.c",
        "é.é.é",
        f"{deep}.{deep}.x",
        f"{head}.{deep}.x",
        f"{head}.{head}.x" * 900,
    ):
        assert await refused(tokens, odd)


@pytest.mark.parametrize("name", ["", " ann", "ann\n", "x" * 65])
def test_a_name_that_cannot_be_one_gets_no_token(tokens, name):
    with pytest.raises(ValueError, match="a name has"):
        tokens.issue(name, Role.PLAYER, 60)


async def test_no_more_tokens_are_remembered_than_there_is_room_for(tokens, monkeypatch):
    monkeypatch.setattr("quarterdeck_server.api.tokens._CACHED", 2)
    made = [tokens.issue(name, Role.PLAYER, 60) for name in ("ann", "bob", "eve")]
    for token in made:
        await tokens.verify(token)
    assert [tokens.known(token) is not None for token in made] == [False, True, True]
    assert (await tokens.verify(made[0])).caller.player == "ann"
