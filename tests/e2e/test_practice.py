"""`make run` as its user meets it: the practice game as a process."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from quarterdeck.practice.service import ServiceProcess

pytestmark = pytest.mark.timeout(180)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _environment(data: Path, port: int, **more: str) -> dict[str, str]:
    settings = {"QUARTERDECK_DATA": str(data), "QUARTERDECK_ADDRESS": f"127.0.0.1:{port}", "PACE": "0"}
    return {**os.environ, **settings, **more}


def _play(data: Path, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(data, _free_port(), ONCE="1", **more),
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _from_the_start(output: str) -> str:
    return output[output.index("round 1") :]


def test_one_practice_game_is_shown_turn_by_turn_and_ends_with_its_score_sheet(tmp_path):
    output = _play(tmp_path, SEED="7")
    for number in range(1, 6):
        assert re.search(rf"^round {number}, \w+: places a \w+ worker", output, re.MULTILINE)
    assert len(re.findall(r"^\d\. \w+: -?\d+ points", output, re.MULTILINE)) == 4
    assert "left over (goods: " in output
    assert output.count("tie-break: ") == 4
    assert "The service has ended with 0." in output


def test_a_practice_game_of_one_seat_tells_of_cooper_as_well(tmp_path):
    output = _play(tmp_path, SEED="7", SEATS="1")
    for number in range(1, 6):
        assert re.search(rf"^round {number}, Cooper: \w\d; places a \w+ worker on section \w", output, re.MULTILINE)
    assert re.search(r"Scores: Ada -?\d+, Cooper \d+$", output, re.MULTILINE)
    assert re.search(r"^(Won|Lost), -?\d+ to \d+", output, re.MULTILINE)
    assert "The service has ended with 0." in output


@pytest.mark.parametrize("seats", ["9", "none", "0"])
def test_seats_that_a_title_is_not_for_are_said_in_one_line(tmp_path, seats):
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(tmp_path, _free_port(), ONCE="1", SEATS=seats),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    known = "one of 1, 2, 3, 4 for cooper_island, not 9" if seats == "9" else f"a number of seats, not '{seats}'"
    assert f"SEATS is {known}\n" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_seed_decides_the_game_and_a_second_start_finds_the_first(tmp_path):
    first, second = _play(tmp_path, SEED="7"), _play(tmp_path, SEED="7")
    assert _from_the_start(first) == _from_the_start(second)
    game = re.search(r"^Game (\w+), seed 7", first, re.MULTILINE)
    assert game is not None
    assert "Games here before: 0." in first
    assert "Games here before: 1." in second
    assert game[1] in second


def test_ctrl_c_drains_and_ends_with_0(tmp_path):
    running = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(tmp_path, _free_port()),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    lines = []
    for line in running.stdout:
        lines.append(line)
        if line.startswith("Still serving"):
            break
    os.killpg(running.pid, signal.SIGINT)
    rest, _ = running.communicate(timeout=60)
    assert "The service has ended with 0." in rest
    assert running.returncode == 0


def test_ctrl_c_in_the_middle_of_a_game_drains_as_well(tmp_path):
    running = subprocess.Popen(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(tmp_path, _free_port(), PACE="5"),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    for line in running.stdout:
        if line.startswith("round 1"):
            break
    os.killpg(running.pid, signal.SIGINT)
    rest, _ = running.communicate(timeout=60)
    assert "The service has ended with 0." in rest
    assert running.returncode == 0


def test_a_port_in_use_is_said_in_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = subprocess.run(
            [sys.executable, "-m", "quarterdeck.practice"],
            env=_environment(tmp_path, taken.getsockname()[1], ONCE="1"),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "Sorry: the service did not start" in done.stdout
    assert "is running" not in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_another_service_on_the_port_is_not_taken_for_the_own_one(tmp_path):
    port = _free_port()
    stranger = ServiceProcess(f"127.0.0.1:{port}", tmp_path / "stranger")
    try:
        stranger.wait_until_ready()
        done = subprocess.run(
            [sys.executable, "-m", "quarterdeck.practice"],
            env=_environment(tmp_path / "own", port, ONCE="1"),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        assert stranger.end() == 0
    assert done.returncode == 1
    assert "Sorry: the service did not start: quarterdeck: QUARTERDECK_ADDRESS: cannot listen on" in " ".join(
        done.stdout.split()
    )
    assert f"A service is running at 127.0.0.1:{port} already" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("pace", ["fast", "-1", "nan", "inf"])
def test_a_pace_that_is_none_is_refused(tmp_path, pace: str):
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(tmp_path, _free_port(), PACE=pace),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert f"PACE is moves a second, 0 or more, not '{pace}'" in done.stdout
    assert not (tmp_path / "server.log").exists()


def test_a_title_that_nobody_knows_is_refused_with_those_that_there_are(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "quarterdeck.practice"],
        env=_environment(tmp_path, _free_port(), TITLE="chess"),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "TITLE is one of cooper_island" in done.stdout
    # Nothing was started for it.
    assert not (tmp_path / "server.log").exists()
