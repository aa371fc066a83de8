"""Tokens: whose they are, how long, and that nobody else makes them."""

import stat
from threading import Thread

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from quarterdeck_server.api.tokens import Tokens, local_key
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.application.rejection import Kind, Rejection

KEY = Ed25519PrivateKey.generate()
CLAIMS = {"iss": "quarterdeck", "sub": "ann", "role": "player", "exp": 2_000_000_000}


@pytest.fixture
def clock():
    return [1_800_000_000.0]


@pytest.fixture
def tokens(clock):
    return Tokens(KEY, lambda: clock[0])


def refused(tokens, token):
    with pytest.raises(Rejection) as caught:
        tokens.verify(token)
    assert caught.value.kind is Kind.TOKEN_INVALID
    assert not token or token not in str(caught.value.details)
    return True


@pytest.mark.parametrize("role", Role)
def test_a_token_names_its_player_and_role(tokens, role):
    assert tokens.verify(tokens.issue("ann", role, 60)) == Caller("ann", role)


def test_a_token_ends_with_its_lifetime_also_when_it_was_verified_before(tokens, clock):
    token = tokens.issue("ann", Role.PLAYER, 60)
    tokens.verify(token)
    clock[0] += 59
    tokens.verify(token)
    clock[0] += 1
    assert refused(tokens, token)


def test_a_token_of_another_key_is_refused(tokens):
    other = Tokens(Ed25519PrivateKey.generate(), lambda: 1_800_000_000.0)
    assert refused(tokens, other.issue("ann", Role.PLAYER, 60))


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_token_that_lacks_something_is_refused(tokens, claim):
    claims = {name: value for name, value in CLAIMS.items() if name != claim}
    assert refused(tokens, jwt.encode(claims, KEY, algorithm="EdDSA"))
    tokens.verify(jwt.encode(CLAIMS, KEY, algorithm="EdDSA"))


@pytest.mark.parametrize(
    "odd", [{"role": "king"}, {"sub": ""}, {"sub": " ann"}, {"sub": "a\nb"}, {"exp": "soon"}, {"iss": "elsewhere"}]
)
def test_a_token_that_says_something_odd_is_refused(tokens, odd):
    assert refused(tokens, jwt.encode({**CLAIMS, **odd}, KEY, algorithm="EdDSA"))


def test_a_token_without_a_signature_or_with_a_shared_secret_is_refused(tokens):
    assert refused(tokens, jwt.encode(CLAIMS, "", algorithm="none"))
    assert refused(tokens, jwt.encode(CLAIMS, "a secret of at least thirty-two bytes", algorithm="HS256"))
    assert refused(tokens, "no token at all")
    assert refused(tokens, "")


@pytest.mark.parametrize("name", ["", " ann", "ann\n", "x" * 65])
def test_a_name_that_cannot_be_one_gets_no_token(tokens, name):
    with pytest.raises(ValueError, match="a name has"):
        tokens.issue(name, Role.PLAYER, 60)


def test_the_key_is_made_once_and_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "data" / "tokens.key"
    keys = []
    threads = [Thread(target=lambda: keys.append(local_key(path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({key.private_bytes_raw() for key in keys}) == 1
    assert len(keys) == 8
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["tokens.key"]
