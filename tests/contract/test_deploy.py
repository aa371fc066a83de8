"""What stands in `deploy/` agrees with the settings of the server: nothing is fixed there in a second place."""

import json
import re
from pathlib import Path

from quarterdeck_server import __main__ as program
from quarterdeck_server.backups import archive
from quarterdeck_server.configuration.settings import DEFAULT_ADDRESS, Settings, host_and_port
from quarterdeck_server.configuration.sources import CONFIG

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCKERFILE, COMPOSE, REPLICAS, UNIT, PAGE, REPLICAS_PAGE = (
    (DEPLOY / name).read_text(encoding="utf-8")
    for name in (
        "Dockerfile",
        "compose.yaml",
        "compose.replicas.yaml",
        "quarterdeck.service",
        "README.md",
        "REPLICAS.md",
    )
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


def test_the_compose_file_of_replicas_leads_to_the_port_of_the_image_by_two_of_this_machine():
    assert found(r'^      - "(.*:\d+)"$', REPLICAS) == [
        f"127.0.0.1:${{PORT:-{PORT}}}:{PORT}",
        f"127.0.0.1:${{SECOND_PORT:-{PORT + 1}}}:{PORT}",
    ]
    assert f"ports {PORT} and {PORT + 1} of loopback" in REPLICAS_PAGE


def test_replicas_are_one_thing_twice_behind_one_name_with_one_folder_of_keys_and_after_the_tables():
    (folder,) = found(r"QUARTERDECK_DATA=(\S+)", DOCKERFILE)
    shared = REPLICAS.split("\nx-replica: &replica\n")[1].split("\nservices:\n")[0]
    assert found(r"^    - (keys:\S+)$", shared) == [f"keys:{folder}"]
    assert "    migrate:\n      condition: service_completed_successfully\n" in shared
    assert "      aliases:\n        - quarterdeck\n" in shared
    assert REPLICAS.count("<<: *replica") == 2
    assert found(r"^  (replica-\d):$", REPLICAS) == ["replica-1", "replica-2"]


def test_the_tables_are_made_by_the_command_that_makes_them_and_wait_for_the_database():
    assert '    command: ["migrate"]\n' in REPLICAS
    assert program._parser().parse_args(["migrate"]).command == "migrate"
    assert "      postgres:\n        condition: service_healthy\n" in REPLICAS


def test_secrets_are_files_outside_of_version_control_and_in_no_compose_file():
    files = found(r"^    file: (\S+)$", REPLICAS)
    assert files == ["secrets/database_password", "secrets/database_url"]
    assert "/deploy/secrets/" in (DEPLOY.parent / ".gitignore").read_text(encoding="utf-8").splitlines()
    for file in files:
        assert f">deploy/{file}\n" in REPLICAS_PAGE
        assert f"/run/secrets/{Path(file).name}" in REPLICAS
    assert found(r"^ *(\S*(?:PASSWORD|URL|SECRET)\w*):", REPLICAS) == [
        "QUARTERDECK_DATABASE_URL_FILE",
        "POSTGRES_PASSWORD_FILE",
    ]


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
    used = {
        name
        for text in (DOCKERFILE, COMPOSE, REPLICAS, REPLICAS_PAGE, UNIT)
        for name in found(r"QUARTERDECK_[A-Z_]+", text)
    }
    assert used
    assert used <= settings | {CONFIG}


def test_a_server_that_is_told_to_end_is_given_longer_than_it_drains():
    (unit,) = found(r"^TimeoutStopSec=(\d+)$", UNIT)
    graces = found(r"^ +stop_grace_period: (\d+)s$", COMPOSE + REPLICAS)
    assert len(graces) == 3
    assert min(map(int, (unit, *graces))) > 2 * Settings().drain_seconds


def test_the_folder_of_the_games_is_kept():
    (folder,) = found(r"QUARTERDECK_DATA=(\S+)", DOCKERFILE)
    assert found(r"^VOLUME (\S+)$", DOCKERFILE) == [folder]
    assert found(r"^      - games:(\S+)$", COMPOSE) == [folder]
    assert found(r"^Environment=QUARTERDECK_DATA=/var/lib/(\S+)$", UNIT) == found(r"^StateDirectory=(\S+)$", UNIT)


def test_the_unit_is_installed_with_its_user_and_where_it_expects_the_program():
    (user,) = found(r"^User=(\S+)$", UNIT)
    assert found(r"^sudo useradd --system .* (\S+)$", PAGE) == [user]
    (program_file,) = found(r"^ExecStart=(\S+) serve$", UNIT)
    environment = str(Path(program_file).parents[1])
    assert found(r"^sudo python3 -m venv (\S+)$", PAGE) == [environment]
    assert set(found(r"^sudo (\S+)/bin/pip install", PAGE)) == {environment}
    assert "sudo systemctl enable --now quarterdeck" in PAGE
    assert set(found(r"^sudo -u (\S+)", PAGE)) == {user}
    for path in {
        *found(r"(?<![\w/])(deploy/[\w.]+)", PAGE),
        *found(r" -f (deploy/\S+)", REPLICAS_PAGE),
        *found(r"^COPY (deploy/\S+)", DOCKERFILE),
    }:
        assert (DEPLOY.parent / path).is_file(), path


def test_every_token_of_the_runbook_is_of_a_data_folder_that_is_named():
    (folder,) = found(r"QUARTERDECK_DATA=(\S+)", DOCKERFILE)
    lines = found(r"^.*quarterdeck token \w+.*$", PAGE)
    assert len(lines) == 3
    for line in lines:
        if line.startswith("docker "):
            continue  # The image names the folder.
        assert f"--data {folder}" in line or (line.startswith("quarterdeck ") and "--data quarterdeck-data" in line)


def test_a_backup_has_the_files_that_the_settings_name():
    settings = Settings()
    assert (settings.log_file.name, settings.key_folder.name) == (archive.LOG, archive.KEYS)
    # Folders of other keys are below that of the keys that sign tokens, and go into a backup with them.
    folders = [name for name in dir(Settings) if name.endswith("_folder")]
    assert "key_folder" in folders
    for name in folders:
        key = getattr(settings, name).relative_to(settings.data) / "0001-00000000.pem"
        assert archive.is_key(key.as_posix()), name
