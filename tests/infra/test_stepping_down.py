"""A start as root goes on as a plain user: real processes, where every user may read Python and the code."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from ioa_web.supervisor.privileges import against_it, hand_over
from ioa_web.supervisor.processes import SystemAccount
from ioa_web.supervisor.reach import CODE
from tests.durability.workers import lives
from tests.infra.test_containers import asked

pytestmark = [pytest.mark.skipif(os.geteuid() != 0, reason="only root can step down")]

ROOT = Path(__file__).parents[2]
PATIENCE = 240  # seconds; a busy machine takes its time to start everything
OURS = ("IOA_", "DATABASE_URL", "REDIS_URL", "DJANGO_", "PYTHON")
LEFT_OUT = ("__pycache__", "site-packages", "test", "idlelib", "config-*")
LAST = {  # line, by whether it is services alone, and started by root
    (True, True): "runs as",
    (True, False): "REDIS_URL",
    (False, True): "ready in",
}
NOBODY = SystemAccount(pwd.getpwnam("nobody").pw_uid, pwd.getpwnam("nobody").pw_gid)


@pytest.fixture(scope="module")
def open_folder():
    """A folder that every user may enter, other than pytest's own."""
    with tempfile.TemporaryDirectory(prefix="ioa-open-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="module")
def python(open_folder):
    """A Python that every user may run, and what it takes to run as this one: a copy where this one is root's alone."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    if may_run(sys.executable):
        return [sys.executable], plain
    home = open_folder / "python"
    paths = sysconfig.get_paths(vars={"base": sys.base_prefix, "platbase": sys.base_prefix})
    stdlib = Path(paths["stdlib"])
    shutil.copytree(stdlib, home / "lib" / stdlib.name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    (home / "bin").mkdir()
    shutil.copy(os.path.realpath(sys.executable), home / "bin" / "python")
    for library in (Path(sys.base_prefix) / "lib").glob("libpython*.so.*"):
        shutil.copy(library, home / "lib")
    packages = sysconfig.get_path("purelib")
    environ = {"PYTHONHOME": str(home), "PYTHONPATH": packages, "LD_LIBRARY_PATH": str(home / "lib")}
    return [str(home / "bin" / "python")], plain | environ


def may_run(program):
    try:
        subprocess.run([program, "-c", ""], user=NOBODY.uid, group=NOBODY.gid, extra_groups=[], check=True, cwd="/")
    except (PermissionError, subprocess.CalledProcessError):
        return False
    return True


@pytest.fixture
def data(open_folder):
    return Path(tempfile.mkdtemp(dir=open_folder)).rename(open_folder / f"data-{time.monotonic_ns()}")


@contextlib.contextmanager
def up(python, data, *options, base=ROOT, user=None, **settings):
    """A running supervisor and what it said until it was ready."""
    words, environ = python
    console = data.with_suffix(".console")
    with console.open("wb") as output:
        supervisor = subprocess.Popen(
            [*words, base / "manage.py", "up", *options],
            cwd=base,
            env=environ | {"IOA_DATA_DIR": str(data)} | settings,
            stdout=output,
            stderr=subprocess.STDOUT,
            user=user,
            group=user,
            extra_groups=None if user is None else [],
        )
    last = LAST[options == ("--services-only",), user is None]
    try:
        wait_until(lambda: said_line(console, last) or supervisor.poll() is not None)
        assert supervisor.poll() is None, console.read_text()
        yield supervisor, console.read_text()
    finally:
        if supervisor.poll() is None:
            supervisor.send_signal(signal.SIGINT)
            supervisor.wait(PATIENCE)


def said_line(console, start):
    return any(line.startswith(start) for line in console.read_text().split("\n")[:-1])


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.1)
    return found


def below(pid):
    """The living processes below `pid`, theirs too."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                parents.setdefault(int(parent), []).append(int(stat.parent.name))
    found = list(parents.get(pid, ()))
    for each in found:
        found += parents.get(each, ())
    return found


def status(pid, name):
    """What a process may do: its four user ids, its groups, its capabilities."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(line for line in lines if line.startswith(f"{name}:")).split()[1:]


def owners(data):
    """Who has the folder and what is in it, links left out."""
    return {path.lstat().st_uid for path in (data, *data.rglob("*")) if not path.is_symlink()}


def query(data, statement, role="ioa"):
    with psycopg.connect(host=str(data / "postgres"), user=role, dbname="ioa", autocommit=True) as database:
        done = database.execute(statement)
        return done.fetchall() if done.description else []


def port_of_root():
    """A free one of those that only root may listen on."""
    for port in range(1023, 512, -1):
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return str(port)
    pytest.fail("there is no free port below 1024")


@pytest.mark.processes
@pytest.mark.slow
def test_no_process_of_a_start_as_root_is_roots_and_a_goal_ends(python, data):
    port = port_of_root()
    with up(python, data, "--first-link", IOA_PORT=port) as (supervisor, said):
        wait_until(lambda: any(b"beat" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in below(supervisor.pid)))
        running = [supervisor.pid, *below(supervisor.pid)]
        assert len(running) > 6
        for pid in running:
            assert status(pid, "Uid") == [str(NOBODY.uid)] * 4, Path(f"/proc/{pid}/cmdline").read_bytes()
            assert status(pid, "Gid") == [str(NOBODY.gid)] * 4
            assert status(pid, "Groups") == []
            assert int(status(pid, "CapEff")[0], 16) == int(status(pid, "CapPrm")[0], 16) == 0
        url, token = f"http://127.0.0.1:{port}", said.split("api token: ")[1].split()[0]
        goal = asked(f"{url}/api/v1/goals", token, {"text": "Plot the annual revenue in the library."})
        verdict = wait_until(lambda: asked(f"{url}/api/v1/goals/{goal['id']}/result", token)["verdict"])
        assert verdict in ("done", "partial")
        assert owners(data) == {NOBODY.uid}
        words, environ = python
        link = subprocess.run(  # root's own commands beside it
            [*words, ROOT / "manage.py", "sign_in_link"],
            env=environ | {"IOA_DATA_DIR": str(data)},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        assert link.stdout.startswith(f"sign-in: {url}/sign-in/")
        supervisor.send_signal(signal.SIGKILL)
        supervisor.wait()
        wait_until(lambda: not any(lives(pid) for pid in running))
    with up(python, data, IOA_PORT=port) as (_, said):
        assert asked(f"{url}/api/v1/goals/{goal['id']}/result", token)["verdict"] == verdict
        assert "runs as the user nobody" in said


@pytest.mark.processes
def test_a_folder_that_root_made_is_taken_over_with_what_is_in_it(python, data):
    with up(python, data, "--services-only"):
        query(data, "create table kept as select 1 as number")
    for path in (data, *(each for each in data.rglob("*") if "postgres" not in each.parts[len(data.parts) :])):
        os.chown(path, 0, 0)  # as an older release left it
    with up(python, data, "--services-only") as (supervisor, said):
        assert f"runs as the user nobody, who now has {data}" in said
        assert {tuple(status(pid, "Uid")) for pid in (supervisor.pid, *below(supervisor.pid))} == {
            (str(NOBODY.uid),) * 4
        }
        assert owners(data) == {NOBODY.uid}
        assert query(data, "select number from kept") == [(1,)]


@pytest.mark.processes
def test_whoever_has_the_folder_gets_the_processes(python, data):
    os.chown(data, 54321, 54321)
    with up(python, data, "--services-only") as (supervisor, said):
        assert "user nobody would take" in said  # a user without a name can't be one of Postgres
        assert status(supervisor.pid, "Uid")[0] == "0"
    shutil.rmtree(data)
    data.mkdir()
    daemon = pwd.getpwnam("daemon")
    os.chown(data, daemon.pw_uid, daemon.pw_gid)
    with up(python, data, "--services-only") as (supervisor, said):
        assert "runs as the user daemon" in said
        assert {status(pid, "Uid")[0] for pid in (supervisor.pid, *below(supervisor.pid))} == {str(daemon.pw_uid)}


@pytest.mark.processes
def test_below_a_folder_that_only_root_may_enter_it_stays_root_and_says_so(python, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    with up(python, data, "--services-only") as (supervisor, said):
        assert f"runs as root: the user nobody may not enter the way to {data}; put checkout" in said
        assert status(supervisor.pid, "Uid")[0] == "0"
        assert data.stat().st_uid == 0


@pytest.mark.processes
def test_with_code_that_only_root_may_read_it_stays_root_and_says_so(python, data, open_folder):
    base = open_folder / "checkout"
    for name in CODE:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        (base / name).parent.mkdir(exist_ok=True)
        copy(source, base / name)
    closed = base / "templates" / "base.html"
    closed.chmod(0o600)
    with up(python, data, "--services-only", base=base) as (supervisor, said):
        assert f"runs as root: the user nobody may not read {closed}; put checkout" in said
        assert status(supervisor.pid, "Uid")[0] == "0"
        assert data.stat().st_uid == 0
    base.chmod(0o700)
    with up(python, data, "--services-only", base=base) as (_, said):
        assert "runs as root: the user nobody may not run" in said
    base.chmod(0o755)
    closed.chmod(0o644)
    with up(python, data, "--services-only", base=base) as (supervisor, said):
        assert "runs as the user nobody" in said


@pytest.mark.processes
def test_for_a_plain_user_nothing_is_said_and_nothing_changes(python, data):
    os.chown(data, NOBODY.uid, NOBODY.gid)
    with up(python, data, "--services-only", user=NOBODY.uid) as (supervisor, said):
        assert len(said.splitlines()) == 2
        assert "runs as" not in said
        assert status(supervisor.pid, "Uid") == [str(NOBODY.uid)] * 4


class TestHandover:
    def test_a_link_in_the_folder_leads_to_nothing_that_changes_hands(self, tmp_path):
        precious, folder = tmp_path / "precious", tmp_path / "elsewhere"
        precious.touch()
        folder.mkdir()
        (folder / "file").touch()
        data = tmp_path / "data"
        (data / "logs").mkdir(parents=True)
        (data / "logs" / "web.log").symlink_to(precious)
        (data / "static").symlink_to(folder)
        hand_over(data, NOBODY)
        assert data.stat().st_uid == (data / "logs").stat().st_uid == NOBODY.uid
        assert [path.lstat().st_uid for path in (precious, folder, folder / "file", data / "static")] == [0] * 4

    def test_a_file_with_a_second_name_stays_roots(self, tmp_path):
        precious, data = tmp_path / "precious", tmp_path / "data"
        precious.touch()
        data.mkdir()
        (data / "lock").hardlink_to(precious)
        assert "is linked to elsewhere" in against_it(data, NOBODY)
        os.chown(data, NOBODY.uid, NOBODY.gid)  # what a user put there does not keep root from stepping down
        assert against_it(data, NOBODY) == ""
        hand_over(data, NOBODY)
        assert precious.stat().st_uid == 0

    def test_a_folder_with_other_things_in_it_is_not_given_away(self, tmp_path):
        (tmp_path / "logs").mkdir()
        assert against_it(tmp_path, NOBODY) == ""
        (tmp_path / "etc").mkdir()
        assert f"would get {tmp_path}, where there is etc too" in against_it(tmp_path, NOBODY)

    def test_nor_is_that_of_another_user(self, tmp_path):
        os.chown(tmp_path, 12345, 12345)
        assert "from user id 12345" in against_it(tmp_path, NOBODY)

    def test_and_what_is_not_ours_in_it_is_left_alone(self, tmp_path):
        os.chown(tmp_path, NOBODY.uid, NOBODY.gid)
        (tmp_path / "notes").touch()
        (tmp_path / "secret-keys").touch(mode=0o600)
        hand_over(tmp_path, NOBODY)
        assert (tmp_path / "notes").stat().st_uid == 0
        assert (tmp_path / "secret-keys").stat().st_uid == NOBODY.uid
