"""Asking a server of this machine whether it is well: what the health check of a container runs."""

import ipaddress

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from msgspec import Struct

from quarterdeck_server.configuration.settings import UNIX, host_and_port


class UnhealthyError(Exception):
    """The server does not serve, and what it said instead."""


class Trust(Struct, frozen=True):
    """How an encrypted port of this machine is reached, which has a certificate for another name than its address."""

    roots: bytes
    certificate: bytes
    """Shown if the server wants to see one."""
    key: bytes
    host: str
    """A name that the server's certificate is for."""


def ask(address: str, seconds: float, trust: Trust | None = None) -> None:
    """See that the server which listens there serves, within this time; UnhealthyError.  `trust`: it is encrypted."""
    with _channel(reached_at(address), trust) as channel:
        try:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=seconds)
        except grpc.RpcError as error:
            raise UnhealthyError(f"{address} does not answer: {error.code().name}") from None
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        raise UnhealthyError(f"{address} is {health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)}")


def _channel(address: str, trust: Trust | None) -> grpc.Channel:
    if trust is None:
        return grpc.insecure_channel(address)
    credentials = grpc.ssl_channel_credentials(trust.roots, trust.key, trust.certificate)
    options = [("grpc.ssl_target_name_override", trust.host)] if trust.host else []
    return grpc.secure_channel(address, credentials, options)


def reached_at(address: str) -> str:
    """Where a server of this machine that listens there is reached: "all addresses" is none to call."""
    if address.startswith(UNIX):
        return address
    host, port = host_and_port(address)
    try:
        listening = ipaddress.ip_address(host)
    except ValueError:
        return address
    if not listening.is_unspecified:
        return address
    return f"127.0.0.1:{port}" if listening.version == 4 else f"[::1]:{port}"
