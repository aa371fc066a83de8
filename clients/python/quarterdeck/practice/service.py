"""The service as a child process."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
