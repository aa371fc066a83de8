"""The service as a child process."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from quarterdeck.client import Options

START_SECONDS = 30.0
END_SECONDS = 30.0
_LOOK_SECONDS = 0.05


class ServiceError(RuntimeError):
    """The service did not start, or ended by itself."""


class ServiceProcess:
    """`python -m quarterdeck_server serve` with its log in a file of the data folder."""

    def __init__(self, address: str, data: Path) -> None:
        """Start it.  ServiceError if it cannot be started."""
        data.mkdir(parents=True, exist_ok=True)
        self.address = address
        self.log = data / "server.log"
        self._environment = {**os.environ, "QUARTERDECK_ADDRESS": address, "QUARTERDECK_DATA": str(data)}
        with self.log.open("ab") as log:
            self._log_start = log.tell()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "quarterdeck_server", "serve"], stderr=log, env=self._environment
            )

    def wait_until_ready(self) -> None:
        """Wait until it serves; ServiceError with what its log says if it does not.

        Its own log says so.  A connection would not: somebody else may listen on the address.
        """
        until = time.monotonic() + START_SECONDS
        while not self._is_serving():
            if self._process.poll() is not None:
                raise ServiceError(f"the service did not start: {self._last_words()}")
            if time.monotonic() > until:
                raise ServiceError(f"the service did not serve within {START_SECONDS:g} seconds")
            time.sleep(_LOOK_SECONDS)

    def options(self, token: str = "") -> Options:
        """How it is reached; ServiceError if a file that the environment names cannot be read.

        If its port is encrypted, whoever started it trusts its certificate, unless the environment names others.
        """
        of_server = ("QUARTERDECK_TLS_CERTIFICATE", "QUARTERDECK_TLS_KEY")
        own, key = (self._environment.get(name, "") for name in of_server)
        if not own:
            return Options(self.address, token)
        of_client = ("QUARTERDECK_CA_FILE", "QUARTERDECK_CERTIFICATE_FILE", "QUARTERDECK_KEY_FILE")
        named = (self._environment.get(name, "") for name in of_client)
        try:
            roots, shown, its_key = (
                Path(name or other).read_bytes() for name, other in zip(named, (own, own, key), strict=True)
            )
        except OSError as error:
            raise ServiceError(f"cannot read {error.filename}: {error.strerror}") from None
        return Options(self.address, token, root_certificates=roots, certificate_chain=shown, private_key=its_key)

    def token(self, player: str) -> str:
        """A token for a player."""
        command = [sys.executable, "-m", "quarterdeck_server", "token", player]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ServiceError(done.stderr.strip())
        return done.stdout.strip()

    def wait(self) -> int:
        """Wait until it ends."""
        return self._process.wait()

    def end(self) -> int:
        """Have it drain, and return its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            return self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise ServiceError(f"the service did not end within {END_SECONDS:g} seconds") from None

    def _is_serving(self) -> bool:
        return any(_event(line) == "serving" for line in self._said())

    def _last_words(self) -> str:
        lines = self._said()
        return lines[-1] if lines else "it said nothing"

    def _said(self) -> list[str]:
        """The lines of its log since its start."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace").strip().splitlines()


def _event(line: str) -> str:
    """What a line of the log tells of; nothing for a line that is no JSON, or not whole yet."""
    try:
        told = json.loads(line)
    except ValueError:
        return ""
    return str(told.get("event", "")) if isinstance(told, dict) else ""
