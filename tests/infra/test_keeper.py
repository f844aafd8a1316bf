"""Children are kept running, heard, and ended."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from ioa_web.supervisor import keeper as keeper_module
from ioa_web.supervisor.keeper import Keeper
from ioa_web.supervisor.logs import CAP, ProcessLog, SecretsLog
from ioa_web.supervisor.processes import Program

PATIENCE = 20  # seconds


def python(code):
    return Program([sys.executable, "-c", code], cwd=Path.cwd(), env=os.environ)


def until(condition, keeper):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came true"
        keeper.tick()


@pytest.fixture
def said():
    return []


@pytest.fixture
def log(tmp_path, said):
    return ProcessLog("child", tmp_path, said.append)


@pytest.mark.processes
def test_a_child_that_is_killed_is_started_again(log, said):
    keeper = Keeper()
    child = keeper.add(lambda: python("import time; print('up', flush=True); time.sleep(60)"), log)
    first = child.process.pid
    until(lambda: said == ["child    | up"], keeper)
    child.process.kill()
    until(lambda: said.count("child    | up") == 2, keeper)
    keeper.stop([child], 5)
    assert child.process.pid != first
    assert said[1] == "child    | ended with -9; starts again in 0.1 s"


@pytest.mark.processes
def test_a_child_that_keeps_failing_is_tried_less_and_less_often(log, said):
    keeper = Keeper()
    child = keeper.add(lambda: python("raise SystemExit(3)"), log)
    until(lambda: len(said) == 3, keeper)
    keeper.stop([child], 5)
    assert [line.split("again in ")[1] for line in said] == ["0.1 s", "0.2 s", "0.4 s"]


@pytest.mark.processes
def test_whoever_ended_for_want_of_a_service_is_started_as_soon_as_that_is_back(tmp_path, said, monkeypatch):
    monkeypatch.setattr(keeper_module, "FIRST_PAUSE", 3600.0)
    monkeypatch.setattr(keeper_module, "LONGEST_PAUSE", 3600.0)
    keeper, waits = Keeper(), "import time; print('up', flush=True); time.sleep(60)"
    web = keeper.add(lambda: python(waits), ProcessLog("web", tmp_path, said.append))
    database = keeper.add(lambda: python(waits), ProcessLog("database", tmp_path, said.append), needed=True)
    until(lambda: len(said) == 2, keeper)
    web.process.kill()
    until(lambda: "web      | ended with -9; starts again in 3600.0 s" in said, keeper)
    monkeypatch.setattr(keeper_module, "FIRST_PAUSE", 0.1)
    database._pause = 0.1
    database.process.kill()
    until(lambda: said.count("web      | up") == 2, keeper)
    keeper.stop([web, database], 5)


@pytest.mark.processes
def test_what_others_need_is_never_waited_for_long(log, said):
    keeper = Keeper()
    child = keeper.add(lambda: python("raise SystemExit(3)"), log, needed=True)
    child._pause = 0.8
    until(lambda: len(said) == 2, keeper)
    keeper.stop([child], 5)
    assert [line.split("again in ")[1] for line in said] == ["0.8 s", "1.0 s"]


@pytest.mark.processes
def test_a_child_that_will_not_end_is_ended(log, said):
    keeper = Keeper()
    stubborn = "import signal, time; signal.signal(15, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
    child = keeper.add(lambda: python(stubborn), log)
    until(lambda: said, keeper)
    keeper.stop([child], 0.3)
    assert child.process.returncode == -signal.SIGKILL


@pytest.mark.processes
def test_a_child_with_an_end_is_run_to_it_and_heard_out(log, said):
    keeper = Keeper()
    child = keeper.add(lambda: python("print('one'); print('two'); raise SystemExit(4)"), log)
    assert keeper.finish(child) == 4
    assert said == ["child    | one", "child    | two"]


def test_a_line_that_comes_in_pieces_is_one_line(log, said):
    log.feed(b"one li")
    log.feed(b"ne\nnext")
    log.feed(b"\n")
    assert said == ["child    | one line", "child    | next"]


def test_a_log_file_is_capped_and_one_predecessor_kept(log, tmp_path):
    log.file.write_bytes(b"x" * (CAP + 1))
    log.note("after")
    assert log.file.read_text() == "after\n"
    assert (tmp_path / "child.log.1").stat().st_size == CAP + 1


def test_what_lets_a_person_in_reaches_no_file(tmp_path, said):
    log = SecretsLog("seed", tmp_path, said.append)
    log.feed(b"seeded\nsign-in: http://example/once\napi token: abc\n")
    assert log.secrets == ["sign-in: http://example/once", "api token: abc"]
    assert log.file.read_text() == "seeded\n"
    assert said == ["seed     | seeded"]
