"""Encrypted connections: what a proxy in front of the service, or its operator, would set up."""

import asyncio
import sys

import grpc
import pytest

from quarterdeck.client import ArgumentInvalid, AsyncDesk, Desk, Options, TryAgain
from quarterdeck.v1 import title_service_pb2 as pb
from quarterdeck.v1 import title_service_pb2_grpc
from tests.certificates import certificate_and_key


class Titles(title_service_pb2_grpc.TitleServiceServicer):
    """One title, and what clients said about themselves."""

    def __init__(self):
        self.told = []

    async def ListTitles(self, request, context):  # noqa: N802
        self.told.append(dict(context.invocation_metadata()))
        return pb.ListTitlesResponse(titles=[pb.TitleSummary(title="cooper_island")])


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


@pytest.mark.timeout(90)
async def test_a_file_that_holds_no_certificates_is_told_in_one_line_before_anything_is_connected(tmp_path):
    certificate, key = certificate_and_key()
    for content in (b"", b"rubbish", key, certificate[: len(certificate) // 2]):
        with pytest.raises(ArgumentInvalid, match=r"^root_certificates: no certificates in PEM"):
            Desk(Options("127.0.0.1:1", root_certificates=content))
    assert Options("127.0.0.1:1", root_certificates="é\n".encode() + certificate + certificate).credentials is not None
    (tmp_path / "desk.pem").write_bytes(b"rubbish")
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quarterdeck.cli", "titles", "--ca-file", str(tmp_path / "desk.pem")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(60):
        out, err = await running.communicate()
    assert (running.returncode, out) == (2, b"")
    assert len(err.splitlines()) == 1
    assert b"no certificates in PEM" in err
