"""The settings of an issuer that the operator names: what they say, and what is wrong with them."""

import asyncio
import json

import pytest

from quarterdeck_server.api import jwks
from quarterdeck_server.application.caller import Caller, Role
from quarterdeck_server.configuration.settings import SettingError, Settings
from quarterdeck_server.identity import issuers_of, tokens_of
from tests.issuer import AUDIENCE, ISSUER, public, token


def settings(data, **given):
    wanted = {"jwks": "", "token_issuer": ISSUER, "token_audience": AUDIENCE, "data": data, **given}
    return Settings(**wanted)


async def test_a_file_and_other_claims_are_taken_as_the_settings_say_and_followed(tmp_path):
    file = tmp_path / "keys.json"
    file.write_text(json.dumps({"keys": [public("EdDSA", "one")]}))
    claims = {"token_player_claim": "nickname", "token_role_claim": "https://example.org/roles"}
    tokens = tokens_of(settings(tmp_path / "data", jwks=str(file), **claims))
    one = token("EdDSA", "one", nickname="Ann", **{"https://example.org/roles": ["director"]})
    assert (await tokens.verify(one)).caller == Caller("Ann", Role.DIRECTOR)
    file.write_text(json.dumps({"keys": []}))
    (keys, _) = next(iter(issuers_of(settings(tmp_path / "data", jwks=str(file))).values()))
    assert keys.key("one") is None
    async with asyncio.timeout(10):
        while tokens.known(one) is not None:
            await asyncio.sleep(0.2)
            await tokens.look()


@pytest.mark.parametrize(
    ("given", "name", "problem"),
    [
        (
            {"token_audience": "", "jwks": "x"},
            "token_audience",
            "jwks, token_issuer and token_audience are set together",
        ),
        ({"token_issuer": "", "jwks": "x"}, "token_issuer", "jwks, token_issuer and token_audience are set together"),
        ({}, "token_issuer", "jwks, token_issuer and token_audience are set together"),
        (
            {"jwks": "x", "token_issuer": "quarterdeck"},
            "token_issuer",
            "quarterdeck is the issuer of this server's own",
        ),
        ({"jwks": "http://example.org/keys"}, "jwks", "'http://example.org/keys' is not encrypted: http is for this"),
        ({"jwks": "ftp://example.org/keys"}, "jwks", "'ftp://example.org/keys' is no https address"),
        ({"jwks": "https:///keys"}, "jwks", "'https:///keys' is no https address"),
        ({"jwks": "https://[/keys"}, "jwks", "'https://[/keys' is no address"),
        ({"jwks": "https://ann:secret@example.org/"}, "jwks", "an address has no name or password in it"),
        ({"jwks": "/nowhere/keys.json"}, "jwks", "/nowhere/keys.json: No such file or directory"),
        ({"jwks": __file__}, "jwks", f"{__file__}: no JSON web key set"),
    ],
)
def test_what_cannot_be_used_is_told_before_a_server_starts(tmp_path, given, name, problem):
    with pytest.raises(SettingError) as caught:
        issuers_of(settings(tmp_path, **given))
    assert caught.value.name == name
    assert caught.value.problem.startswith(problem)
    assert "secret" not in caught.value.problem


def test_http_is_for_this_machine_alone():
    for url in ("http://127.0.0.1:1/", "http://[::1]/keys", "http://localhost/keys", "https://example.org/keys"):
        assert not jwks.problem_of(url)
