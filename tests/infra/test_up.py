"""`manage.py up --services-only` as a person runs it: real processes, really killed."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

pytestmark = pytest.mark.processes

MANAGE = Path(__file__).parents[2] / "manage.py"
PATIENCE = 60  # seconds


def command(data_dir):
    embedded = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return {
        "args": [sys.executable, MANAGE, "up", "--services-only"],
        "env": embedded | {"IOA_DATA_DIR": str(data_dir)},
        "text": True,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.STDOUT,
    }


@contextmanager
def up(data_dir):
    """A running supervisor and the folder that leads to its Postgres."""
    with subprocess.Popen(**command(data_dir)) as supervisor:
        try:
            line = supervisor.stdout.readline()
            assert line.startswith("DATABASE_URL="), line + supervisor.stdout.read()
            supervisor.stdout.readline()
            yield supervisor, line.strip().split("host=")[1]
        finally:
            supervisor.kill()


def connect(road):
    return psycopg.connect(host=road, user="ioa", dbname="ioa", autocommit=True)


def children(pid):
    """Living processes below `pid`, by what they run."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == pid and state != "Z":
            found[name] = int(stat.parent.name)
    return found


def lives(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.05)


@pytest.fixture
def data_dir(tmp_path):
    return tmp_path / "data"  # below a folder that only its owner may enter, as pytest makes it


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """One supervisor for the tests that leave it running."""
    data_dir = tmp_path_factory.mktemp("up") / "data"
    with up(data_dir) as (supervisor, road):
        yield data_dir, supervisor, road


def test_kill_9_of_the_supervisor_leaves_nothing_running_and_the_data_is_found_again(data_dir):
    with up(data_dir) as (supervisor, road):
        with connect(road) as database:
            database.execute("create table kept (word text)")
            database.execute("insert into kept values ('here')")
        below = children(supervisor.pid)
        assert {"postgres", "redis-server"} <= set(below)
        supervisor.send_signal(signal.SIGKILL)
        supervisor.wait()
        wait_until(lambda: not any(lives(pid) for pid in below.values()))
    with up(data_dir) as (_, road), connect(road) as database:
        assert database.execute("select word from kept").fetchall() == [("here",)]


def test_ctrl_c_ends_what_was_started_and_takes_the_note_away(data_dir):
    with up(data_dir) as (supervisor, _):
        below = children(supervisor.pid)
        assert (data_dir / "services.json").exists()
        supervisor.send_signal(signal.SIGINT)
        assert supervisor.wait(PATIENCE) == 0
        assert not any(lives(pid) for pid in below.values())
        assert not (data_dir / "services.json").exists()


def test_a_killed_postgres_is_started_again_and_lost_nothing_that_was_acknowledged(running):
    _, supervisor, road = running
    with connect(road) as database:
        database.execute("create table kept as select generate_series(1, 1000) as number")
    postgres = children(supervisor.pid)["postgres"]
    os.kill(postgres, signal.SIGKILL)
    wait_until(lambda: children(supervisor.pid).get("postgres", postgres) != postgres and answers(road))
    with connect(road) as database:
        assert database.execute("select count(*) from kept").fetchone() == (1000,)


def answers(road):
    try:
        connect(road).close()
    except psycopg.OperationalError:
        return False
    return True


def test_a_twin_gets_one_line_and_exit_code_1(running):
    data_dir, _, _ = running
    twin = subprocess.run(**command(data_dir), timeout=PATIENCE)
    assert twin.returncode == 1
    assert twin.stdout.startswith("CommandError: can't start: it is already running on")
    assert twin.stdout.count("\n") == 1
