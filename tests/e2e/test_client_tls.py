"""Encrypted connections: what a proxy in front of the service, or its operator, would set up."""

import asyncio
import datetime as dt
import ipaddress

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quarterdeck.client import AsyncDesk, Desk, Options, TryAgain
from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck.v1 import title_service_pb2_grpc


class Titles(title_service_pb2_grpc.TitleServiceServicer):
    """One title, and what clients said about themselves."""

    def __init__(self):
        self.told = []

    async def ListTitles(self, request, context):  # noqa: N802
        self.told.append(dict(context.invocation_metadata()))
        return pb.ListTitlesResponse(titles=[pb.TitleSummary(title="cooper_island")])


def certificate_and_key():
    """A certificate of 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "desk")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    return made.public_bytes(serialization.Encoding.PEM), key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


@pytest.fixture
async def encrypted():
    """An encrypted server: its address, its certificate, and what it was told."""
    certificate, key = certificate_and_key()
    titles, server = Titles(), grpc.aio.server()  # type: ignore[abstract]  # one call is enough here
    title_service_pb2_grpc.add_TitleServiceServicer_to_server(titles, server)
    port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(key, certificate)]))
    await server.start()
    yield f"127.0.0.1:{port}", certificate, titles.told
    await server.stop(None)


async def test_both_desks_trust_the_certificates_of_their_options(encrypted):
    address, certificate, told = encrypted
    options = Options(address, "secret", root_certificates=certificate, user_agent="umpire/1", language="de")
    async with AsyncDesk(options) as desk:
        assert [one.title for one in await desk.titles()] == ["cooper_island"]

    def ask() -> list[str]:
        with Desk(options) as desk:
            return [one.title for one in desk.titles()]

    assert await asyncio.to_thread(ask) == ["cooper_island"]
    assert len(told) == 2
    for one in told:
        assert one["authorization"] == "Bearer secret"
        assert one["accept-language"] == "de"
        assert one["user-agent"].startswith("umpire/1 ")


async def test_a_certificate_that_nobody_vouches_for_is_not_trusted(encrypted):
    address, _, told = encrypted
    async with AsyncDesk(Options(address, tls=True, attempts=1, deadline=5.0)) as desk:
        with pytest.raises(TryAgain):
            await desk.titles()
    async with AsyncDesk(Options(address, attempts=1, deadline=5.0)) as desk:
        with pytest.raises(TryAgain):
            await desk.titles()
    assert not told
