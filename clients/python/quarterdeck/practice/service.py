"""The service as a child process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from quarterdeck.client import Desk

START_SECONDS = 30.0
END_SECONDS = 30.0


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
        """Wait until it serves; ServiceError with what its log says if it does not."""
        with Desk(self.address) as desk:
            waited = 0.0
            while waited < START_SECONDS:
                if self._process.poll() is not None:
                    raise ServiceError(f"the service did not start: {self._last_words()}")
                try:
                    desk.wait_until_ready(0.5)
                    desk.titles()
                except Exception:  # noqa: BLE001  (not there yet, for whatever reason; the log has it)
                    waited += 0.5
                else:
                    return
        raise ServiceError(f"the service was not reachable within {START_SECONDS:g} seconds")

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

    def _last_words(self) -> str:
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            lines = log.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"
