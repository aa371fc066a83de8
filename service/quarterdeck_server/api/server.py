"""The gRPC server: services, health, reflection, limits, and an end that loses nothing."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from msgspec import Struct

from quarterdeck.v1 import (
    audit_service_pb2,
    audit_service_pb2_grpc,
    director_service_pb2,
    director_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
    referee_service_pb2,
    referee_service_pb2_grpc,
    replay_service_pb2,
    replay_service_pb2_grpc,
    title_service_pb2,
    title_service_pb2_grpc,
)
from quarterdeck_server.api.addresses import AddressError, look_at
from quarterdeck_server.api.audit_service import AuditService
from quarterdeck_server.api.director_service import DirectorService
from quarterdeck_server.api.game_service import GameService
from quarterdeck_server.api.gate import Gate
from quarterdeck_server.api.referee_service import RefereeService
from quarterdeck_server.api.replay_service import ReplayService
from quarterdeck_server.api.title_service import TitleService

SERVICES = tuple(
    service.full_name
    for file in (
        title_service_pb2.DESCRIPTOR,
        game_service_pb2.DESCRIPTOR,
        referee_service_pb2.DESCRIPTOR,
        director_service_pb2.DESCRIPTOR,
        replay_service_pb2.DESCRIPTOR,
        audit_service_pb2.DESCRIPTOR,
    )
    for service in file.services_by_name.values()
)
"""The full names of our services."""


class Limits(Struct, frozen=True):
    """What one server takes on."""

    message_bytes: int
    """The largest request."""
    calls: int
    """Unary calls that run at once; more are told to come back."""
    streams: int
    """Streams that run at once; more are told to come back."""
    streams_per_connection: int
    """Calls of any sort that one connection has open at once; more wait."""
    keepalive_seconds: int
    """After how much silence a connection is tested, and given up if it does not answer."""


class Services(Struct, frozen=True):
    """Those of ours."""

    titles: TitleService
    games: GameService
    referee: RefereeService
    directors: DirectorService
    replays: ReplayService
    audit: AuditService


class GrpcServer:
    """One server on one address."""

    def __init__(
        self,
        gate: Gate,
        services: Services,
        limits: Limits,
        reflects: bool,
        credentials: grpc.ServerCredentials | None = None,
    ) -> None:
        """`reflects`: whether clients may ask for the protos.  With `credentials` its port is encrypted."""
        self._gate = gate
        self._credentials = credentials
        self._health = health.aio.HealthServicer()
        self._server = grpc.aio.server(
            interceptors=(gate,),
            options=list(_options(limits)),
            # A backstop above our own limits, which give reasons and delays.
            maximum_concurrent_rpcs=limits.calls + limits.streams + 64,
        )
        by_name: Any = _ByName(self._server)
        title_service_pb2_grpc.add_TitleServiceServicer_to_server(services.titles, by_name)
        game_service_pb2_grpc.add_GameServiceServicer_to_server(services.games, by_name)
        referee_service_pb2_grpc.add_RefereeServiceServicer_to_server(services.referee, by_name)
        director_service_pb2_grpc.add_DirectorServiceServicer_to_server(services.directors, by_name)
        replay_service_pb2_grpc.add_ReplayServiceServicer_to_server(services.replays, by_name)
        audit_service_pb2_grpc.add_AuditServiceServicer_to_server(services.audit, by_name)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, by_name)
        if reflects:
            names = (*SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(names, by_name)

    async def start(self, address: str) -> int:
        """Listen, and return the port; AddressError."""
        look_at(address)
        try:
            if self._credentials is not None:
                port = self._server.add_secure_port(address, self._credentials)
            else:
                port = self._server.add_insecure_port(address)
        except RuntimeError:
            port = 0
        if port == 0:
            raise AddressError(f"cannot listen on {address}: it is in use, or no address of this machine")
        await self._server.start()
        for name in ("", *SERVICES):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        return port

    async def refuse(self) -> None:
        """Tell everybody that the end is near, and let no more calls in."""
        await self._health.enter_graceful_shutdown()
        self._gate.close()

    async def stop(self, grace: float) -> None:
        """End when the calls that run have ended, or after `grace` seconds."""
        await self._server.stop(grace)


class _ByName:
    """A server as generated code sees it, whose methods are found by name when they are called.

    Generated code registers each method as well.  For each of those grpc.aio has a task that waits for a call, and with
    every call of any it looks at all these tasks.
    """

    def __init__(self, server: grpc.aio.Server) -> None:
        self._server = server

    def add_generic_rpc_handlers(self, handlers: Sequence[Any]) -> None:
        """Add a service by the names of its methods."""
        self._server.add_generic_rpc_handlers(handlers)

    def add_registered_method_handlers(self, service: str, handlers: Mapping[str, Any]) -> None:
        """Do nothing: the service was added by name."""


def _options(limits: Limits) -> Iterable[tuple[str, int]]:
    milliseconds = limits.keepalive_seconds * 1000
    return (
        ("grpc.max_receive_message_length", limits.message_bytes),
        ("grpc.max_concurrent_streams", limits.streams_per_connection),
        ("grpc.keepalive_time_ms", milliseconds),
        ("grpc.keepalive_timeout_ms", milliseconds),
        ("grpc.keepalive_permit_without_calls", 1),
        # Clients may test the connection too, and more often.
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        # Two servers on one port would share the calls between them.
        ("grpc.so_reuseport", 0),
    )
