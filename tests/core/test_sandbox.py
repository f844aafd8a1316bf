"""Work on hostile texts holds nothing but the process aside that does it."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from apps.core import prose, sandbox
from apps.core.markdown import to_html
from apps.core.sandbox import Busy, Exceeded


def test_what_a_function_returns_comes_back():
    assert sandbox.run("operator:add", "grüße ", "\ud800\n") == "grüße \ud800\n"


def test_the_process_aside_stays_for_the_next_call():
    assert sandbox.run("os:getpid") == sandbox.run("os:getpid") != os.getpid()


def test_a_call_that_takes_too_long_is_ended_and_the_next_one_is_answered(monkeypatch):
    sandbox.run("os:getpid")
    monkeypatch.setattr(sandbox, "LONGEST", 0.2)
    with pytest.raises(Exceeded):
        sandbox.run("time:sleep", 60)
    monkeypatch.undo()
    assert sandbox.run("operator:add", 1, 2) == 3


def test_a_call_may_not_fill_the_memory():
    with pytest.raises(Exceeded, match="MemoryError"):
        sandbox.run("operator:mul", "x", 600 * 2**20)


@pytest.mark.parametrize("status", [0, 3])
def test_a_call_that_ends_the_process_is_a_call_that_failed(status):
    with pytest.raises(Exceeded):
        sandbox.run("os:_exit", status)
    assert sandbox.run("operator:add", 1, 2) == 3


def test_an_error_is_told_by_its_kind_and_not_by_its_words():
    with pytest.raises(Exceeded) as error:
        sandbox.run("builtins:int", "a secret")
    assert str(error.value) == "It failed: ValueError."


def test_it_knows_no_secret_and_writes_no_file(tmp_path):
    assert sandbox.run("os:getenv", "IOA_SECRET_KEYS") is None
    assert sandbox.run("os:getenv", "DATABASE_URL") is None
    with pytest.raises(Exceeded):
        sandbox.run("shutil:copyfile", __file__, str(tmp_path / "copy"))


def test_who_finds_all_at_work_is_told_so():
    holders = [threading.Thread(target=sandbox.run, args=("time:sleep", 1)) for _ in range(sandbox.MOST_CHILDREN)]
    for holder in holders:
        holder.start()
    while sandbox._pool()._free.qsize():
        time.sleep(0.01)
    with pytest.raises(Busy):
        sandbox.run("os:getpid", wait=0.01)
    for holder in holders:
        holder.join()


@pytest.mark.processes
def test_it_is_gone_when_its_parent_was_killed():
    code = "import time; from apps.core import sandbox; print(sandbox.run('os:getpid'), flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    while is_alive(child):
        time.sleep(0.05)


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_who_can_not_wait_is_answered_by_a_child_that_has_answered_before(monkeypatch):
    sandbox._end()
    with pytest.raises(Busy):
        sandbox.run_if_ready("os:getpid")
    child = sandbox.run("os:getpid")
    monkeypatch.setattr(sandbox, "SOON", 10)
    assert sandbox.run_if_ready("os:getpid") == child


def test_who_can_not_wait_is_left_in_peace_by_a_call_that_takes_long(monkeypatch):
    sandbox.run("os:getpid")
    with pytest.raises(Exceeded):
        sandbox.run_if_ready("time:sleep", 60)
    with pytest.raises(Busy):
        sandbox.run_if_ready("os:getpid")


def test_a_child_that_was_killed_is_replaced():
    child = sandbox.run("os:getpid")
    os.kill(child, signal.SIGKILL)
    while is_alive(child):
        time.sleep(0.01)
    assert sandbox.run("operator:add", 1, 2) == 3


def test_a_pipe_of_a_high_number_is_waited_for():
    sandbox._end()
    taken = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        assert sandbox.run("operator:add", 1, 2) == 3
    finally:
        for one in taken:
            os.close(one)


def test_it_needs_no_folder_that_it_may_write_and_no_surroundings(monkeypatch, tmp_path):
    sandbox._end()
    for name in ("HOME", "TMPDIR", "PYTHONPATH", "VIRTUAL_ENV", "LANG"):
        monkeypatch.delenv(name, raising=False)
    away = tmp_path / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    away.rmdir()
    assert "<strong>" in sandbox.run("apps.core.markdown:to_html", "**bold**", False)


@pytest.fixture
def aside(settings):
    settings.IOA_CALLS = "loop"


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["![", "[a](", "_a", "**a"])
def test_the_dearest_markdown_costs_this_process_nothing(piece, aside):
    before = time.process_time()
    html = prose.render((piece * 200_000)[:200_000], wait=30)
    assert time.process_time() - before < 0.5
    assert html == "" or piece[-1] in html


@pytest.mark.slow
def test_the_longest_honest_result_is_rendered(aside):
    table = "| name | place | count | share |\n|---|---|--:|--:|\n" + "| x | y | 1 | 2 |\n" * 11_000
    assert "<td" in prose.render(table[:200_000], wait=30)


GROWING = {
    "a table of nothing": "|a" * 4000 + "\n" + "|-" * 4000 + "\n" + "x\n" * 2000,
    "one address, many times": "[a]: /" + "x" * 10_000 + "\n\n" + "[a]" * 3000,
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
def test_a_short_text_can_not_become_a_long_page(text):
    assert to_html(text, keep_lines=False) == ""


def test_code_that_is_coloured_sign_by_sign_is_no_long_page():
    assert 'class="p"' in to_html("```python\n" + "a=[(1,2),{}]\n" * 500 + "```", keep_lines=False)
