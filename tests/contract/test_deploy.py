"""What stands in `deploy/` agrees with the settings of the server: nothing is fixed there in a second place."""

import json
import re
from pathlib import Path

from quarterdeck_server import __main__ as program
from quarterdeck_server.configuration.settings import DEFAULT_ADDRESS, Settings, host_and_port
from quarterdeck_server.configuration.sources import CONFIG

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE, COMPOSE, UNIT = (
    (DEPLOY / name).read_text(encoding="utf-8") for name in ("Dockerfile", "compose.yaml", "quarterdeck.service")
)
PORT = host_and_port(DEFAULT_ADDRESS)[1]


def found(pattern: str, text: str) -> list[str]:
    return re.findall(pattern, text, re.MULTILINE)


def test_the_image_names_its_port_once_and_it_is_the_usual_one():
    assert found(r"^ARG PORT=(\d+)$", DOCKERFILE) == [str(PORT)]
    assert DOCKERFILE.count(str(PORT)) == 1
    assert found(r"QUARTERDECK_ADDRESS=(\S+)", DOCKERFILE) == ["0.0.0.0:${PORT}"]
    assert found(r"^EXPOSE (\S+)$", DOCKERFILE) == ["${PORT}"]


def test_the_compose_file_leads_to_the_port_of_the_image():
    assert found(r'^      - "(.*:\d+)"$', COMPOSE) == [f"127.0.0.1:${{PORT:-{PORT}}}:{PORT}"]


def test_the_health_check_is_a_command_that_follows_the_configuration_and_ends_in_time():
    command = json.loads(found(r"^    CMD (\[.*\])$", DOCKERFILE)[0])
    assert command[:3] == ["python", "-m", "quarterdeck_server"]
    given = program._parser().parse_args(command[3:])
    assert given.command == "health"
    assert (given.address, given.config, given.data) == (None, None, None)
    (limit,) = found(r"--timeout=(\d+)s", DOCKERFILE)
    assert int(limit) > program._HEALTH_SECONDS


def test_every_variable_there_is_a_setting():
    settings = {f"QUARTERDECK_{name.upper()}" for name in Settings.model_fields}
    used = {name for text in (DOCKERFILE, COMPOSE, UNIT) for name in found(r"QUARTERDECK_[A-Z_]+", text)}
    assert used
    assert used <= settings | {CONFIG}


def test_a_server_that_is_told_to_end_is_given_longer_than_it_drains():
    (unit,) = found(r"^TimeoutStopSec=(\d+)$", UNIT)
    (compose,) = found(r"^    stop_grace_period: (\d+)s$", COMPOSE)
    assert min(int(unit), int(compose)) > 2 * Settings().drain_seconds


def test_the_folder_of_the_games_is_kept():
    (folder,) = found(r"QUARTERDECK_DATA=(\S+)", DOCKERFILE)
    assert found(r"^VOLUME (\S+)$", DOCKERFILE) == [folder]
    assert found(r"^      - games:(\S+)$", COMPOSE) == [folder]
    assert found(r"^Environment=QUARTERDECK_DATA=/var/lib/(\S+)$", UNIT) == found(r"^StateDirectory=(\S+)$", UNIT)
