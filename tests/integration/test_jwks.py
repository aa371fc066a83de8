"""Tokens of an issuer that the operator names, checked against its key set over HTTP on loopback."""

import asyncio
import base64

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from quarterdeck_server.api import jwks
from quarterdeck_server.api.jwks import KeySet
from quarterdeck_server.api.keys import LocalKeys
from quarterdeck_server.api.tokens import Claims, Tokens
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.key_folder import KeyFolder
from tests.issuer import AUDIENCE, ISSUER, PRIVATE, Published, public, publishing, token

SECRET = "a secret of at least thirty-two bytes"


class Desk:
    """Tokens of this server and of the issuer, with a clock moved by hand."""

    def __init__(self, folder, url):
        self.url = url
        self.at = 0.0
        self.keys = KeySet(ISSUER, AUDIENCE, jwks.from_url(url), 300.0, 3600.0, lambda: self.at)
        local = KeyFolder(folder)
        local.new_if_none()
        self.tokens = Tokens(LocalKeys(local), {ISSUER: (self.keys, Claims(usual=Role.PLAYER))})

    async def holder(self, one):
        return (await self.tokens.verify(one)).caller

    async def refused(self, one, kind=Kind.TOKEN_INVALID):
        with pytest.raises(Rejection) as caught:
            await self.tokens.verify(one)
        assert caught.value.kind is kind
        return dict(caught.value.details)["problem"]

    async def look_after(self, seconds):
        self.at += seconds
        await self.keys.look()
        if self.keys._fetching is not None:
            await self.keys._fetching


@pytest.fixture
def published():
    return Published(*(public(algorithm, algorithm) for algorithm in PRIVATE))


@pytest.fixture
def desk(tmp_path, published, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with publishing(published) as url:
        yield Desk(tmp_path / "keys", url)


@pytest.mark.parametrize("algorithm", PRIVATE)
async def test_the_tokens_of_an_issuer_are_taken_and_so_are_our_own(desk, algorithm):
    assert await desk.holder(token(algorithm, algorithm)) == Caller("ann", Role.PLAYER)
    assert await desk.holder(desk.tokens.issue("bob", Role.DIRECTOR, 60)) == Caller("bob", Role.DIRECTOR)


async def test_many_calls_at_once_have_the_set_fetched_once(desk, published):
    await asyncio.gather(*(desk.holder(token("ES256", "ES256", sub=f"player {n}")) for n in range(50)))
    assert published.asked == 1


@pytest.mark.parametrize(
    ("claims", "problem"),
    [
        ({"aud": "somebody else"}, "it is not one of this server"),
        ({"aud": None}, "it is not one of this server"),
        ({"iss": "https://elsewhere.example.org"}, "it is not one of this server"),
        ({"iss": "quarterdeck"}, "no key of its issuer has its key id"),
        ({"exp": None}, "it is not one of this server"),
        ({"exp": 1_000_000_000}, "it has expired"),
        ({"nbf": 3_999_999_999}, "it is not valid yet"),
        ({"sub": " "}, "it names nobody"),
        ({"role": "king"}, "it has no role of this service"),
    ],
)
async def test_a_token_that_is_not_for_us_or_not_of_the_issuer_is_refused(desk, claims, problem):
    assert await desk.refused(token("EdDSA", "EdDSA", **claims)) == problem


async def test_only_the_algorithm_of_the_key_itself_counts(desk, published):
    stranger = ec.generate_private_key(ec.SECP256R1())
    assert await desk.refused(token("ES256", "ES256", stranger)) == "it is not one of this server"
    assert await desk.refused(token("ES256", "RS256")) == "it is not one of this server"
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": 4_000_000_000}
    for algorithm, key in (("none", ""), ("HS256", SECRET)):
        assert await desk.refused(jwt.encode(claims, key, algorithm=algorithm, headers={"kid": "RS256"}))


async def test_keys_that_may_not_be_used_are_passed_over(desk, published):
    small = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    own = PRIVATE["EdDSA"]
    private = jwt.get_algorithm_by_name("EdDSA").to_jwk(own, as_dict=True)
    shared = base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("=")
    published.keys = [
        {"kty": "oct", "k": shared, "kid": "shared"},
        {"kty": "oct", "k": shared, "kid": "shared too", "alg": "EdDSA"},
        public("RS256", "small", small),
        public("EdDSA", "encrypts", use="enc"),
        public("EdDSA", "signs", key_ops=["sign"]),
        {**private, "kid": "private"},
        {"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "kid": "off the curve"},
        {**public("EdDSA", "odd"), "kid": 5},
        {"kid": "empty"},
        "no key",
        public("EdDSA", "good"),
    ]
    assert await desk.holder(token("EdDSA", "good")) == Caller("ann")
    for kid in ("encrypts", "signs", "private", "odd"):
        assert await desk.refused(token("EdDSA", kid))
    with pytest.warns(jwt.InsecureKeyLengthWarning):
        assert await desk.refused(token("RS256", "small", small))
    for kid in ("shared", "shared too"):
        said = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": 4_000_000_000}
        assert await desk.refused(jwt.encode(said, SECRET, algorithm="HS256", headers={"kid": kid}))
    assert set(desk.keys._keys) == {"good"}


async def test_a_key_that_was_taken_out_is_revoked_with_the_next_set_and_the_others_stay(desk, published):
    gone, stays = token("EdDSA", "EdDSA"), token("ES256", "ES256")
    verified = [await desk.tokens.verify(one) for one in (gone, stays)]
    published.keys = [public("ES256", "ES256")]
    await desk.look_after(299)
    assert published.asked == 1
    await desk.look_after(1)
    assert published.asked == 2
    assert "no key" in await desk.refused(gone)
    with pytest.raises(Rejection):
        desk.tokens.check(verified[0])
    desk.tokens.check(verified[1])
    published.keys = []
    await desk.look_after(300)
    assert "no key" in await desk.refused(stays)


async def test_a_new_key_is_found_at_once_and_made_up_ids_have_nothing_fetched(desk, published):
    await desk.holder(token("EdDSA", "EdDSA"))
    published.keys.append(public("EdDSA", "new"))
    desk.at += jwks.SEEK_SECONDS
    assert await desk.holder(token("EdDSA", "new")) == Caller("ann")
    assert published.asked == 2
    for number in range(50):
        assert await desk.refused(token("EdDSA", f"made up {number}"))
    assert published.asked == 2


async def test_the_last_set_counts_while_none_can_be_fetched_and_not_for_ever(desk, published):
    one = token("EdDSA", "EdDSA")
    verified = await desk.tokens.verify(one)
    for status, body in ((500, b""), (200, b"rubbish"), (200, b"[]"), (200, b'{"keys": 5}'), (200, b"[" * 100_000)):
        published.status, published.body = status, body
        await desk.look_after(600)
        assert await desk.holder(one) == Caller("ann")
    asked = published.asked
    await desk.look_after(jwks.RETRY_SECONDS - 1)
    assert published.asked == asked
    await desk.look_after(600)
    assert "cannot be had" in await desk.refused(one, Kind.TRY_AGAIN)
    with pytest.raises(Rejection) as caught:
        desk.tokens.check(verified)
    assert caught.value.kind is Kind.TRY_AGAIN
    # What hangs on our own keys goes on.
    assert await desk.holder(desk.tokens.issue("bob", Role.PLAYER, 60)) == Caller("bob")
    published.status, published.body = 200, None
    await desk.look_after(jwks.RETRY_SECONDS)
    assert await desk.holder(one) == Caller("ann")


async def test_a_set_that_was_never_there_has_callers_come_back(desk, published):
    published.status = 503
    assert "cannot be had" in await desk.refused(token("EdDSA", "EdDSA"), Kind.TRY_AGAIN)
    published.status = 200
    await desk.look_after(jwks.RETRY_SECONDS)
    assert await desk.holder(token("EdDSA", "EdDSA")) == Caller("ann")


async def test_no_redirection_is_followed(desk, published, monkeypatch):
    published.status, published.location = 302, desk.url
    await desk.refused(token("EdDSA", "EdDSA"), Kind.TRY_AGAIN)
    assert published.asked == 1


ROLES = [
    ({"role": "director"}, Role.DIRECTOR),
    ({"role": ["staff", "player", "admin"]}, Role.ADMIN),
    ({"role": ["staff"]}, Role.PLAYER),
    ({}, Role.PLAYER),
]


@pytest.mark.parametrize(("claims", "role"), ROLES)
async def test_the_role_is_the_mightiest_of_those_that_the_issuer_gives(desk, claims, role):
    assert (await desk.holder(token("EdDSA", "EdDSA", **claims))).role is role
