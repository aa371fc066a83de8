"""Where a server is to listen, looked at before gRPC does: gRPC says no reason, and writes lines of its own."""

import errno
import ipaddress
import os
import socket
from contextlib import suppress
from pathlib import Path

from quarterdeck_server.configuration.settings import UNIX, host_and_port

_LONGEST_UNIX = 107
"""Bytes of the path of a socket, as the system limits it."""


class AddressError(Exception):
    """The server cannot listen where it was told to, and why."""


def look_at(address: str) -> None:
    """See whether a server could listen there; AddressError if it is certain that none could."""
    try:
        if address.startswith(UNIX):
            _look_at_path(address.removeprefix(UNIX))
        else:
            _look_at_port(*host_and_port(address))
    except OSError as error:
        raise AddressError(f"cannot listen on {address}: {error.strerror or error}") from None


def _look_at_port(host: str, port: int) -> None:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    faults = [fault for fault in (_fault(family, place) for family, _, _, _, place in found) if fault is not None]
    # A name may have several addresses, and one is enough.
    if len(faults) == len(found):
        raise faults[0]


def _fault(family: int, place: tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]) -> OSError | None:
    """Why nobody can listen on one address, if that is certain."""
    certain = {errno.EADDRINUSE, errno.EACCES}
    if not ipaddress.ip_address(str(place[0]).partition("%")[0]).is_unspecified:
        # Without IPv6 gRPC makes do with IPv4 for "all addresses".
        certain.add(errno.EADDRNOTAVAIL)
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            # As gRPC does: a port whose last connections are not forgotten yet is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        return error if error.errno in certain else None
    return None


def _look_at_path(path: str) -> None:
    file = Path(path)
    if not file.parent.is_dir():
        raise OSError(errno.ENOENT, f"there is no folder {file.parent}")
    if len(os.fsencode(path)) > _LONGEST_UNIX:
        raise OSError(errno.ENAMETOOLONG, f"the path is longer than {_LONGEST_UNIX} bytes")
    if not file.exists():
        return
    if not file.is_socket():
        raise OSError(errno.EADDRINUSE, "there is a file that is no socket")
    with socket.socket(socket.AF_UNIX) as probe, suppress(ConnectionRefusedError):
        probe.connect(path)
        # gRPC would take the socket away from the server that answers there.
        raise OSError(errno.EADDRINUSE, "a server listens there already")
