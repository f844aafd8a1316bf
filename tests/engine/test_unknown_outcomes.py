"""Work that may have been done and must not be done twice is never begun again by the hub: a person decides.

The agents are real servers that fail in every way; what counts is how often work reached them, by its key.
"""

import asyncio
import contextlib
import json
import socket
import threading
from collections import Counter
from types import SimpleNamespace

import pytest

from apps.agents import actions as agents
from apps.agents.connectors.a2a import exchange
from apps.agents.domain.registration import AgentProfile
from apps.chat.actions import decide
from apps.teams.actions.suspension import CANCEL, RETRY
from apps.teams.models import Approval, Attempt, Goal, Task
from tests.engine.conftest import task
from tests.hostile.server import hostile

pytestmark = pytest.mark.thorough

CONFIGS = {
    "http": {},
    "openai": {"model": "m"},
    "a2a": {"version": "1.0", "streaming": False},
    "mcp": {},
    "agui": {},
    "agent_protocol": {},
    "responses": {},
}
FIRST = ("http", "openai", "a2a", "agui", "agent_protocol", "responses")  # their first request is the work
INTRODUCED = "mcp"  # first says who it is


def _ways(some, rest):
    """`some` in each run of the suite, all in the slow one."""
    return [*some, *(pytest.param(each, marks=pytest.mark.slow) for each in rest)]


MAY_HAVE_HAPPENED = _ways(
    ("early-close", "truncated-json", "500"),
    (
        *("hang", "hang-after-headers", "no-answer", "garbage", "fifty-megabytes", "gzip-bomb", "html", "empty"),
        *("502", "503", "408", "teapot"),
    ),
)
REFUSED = _ways(("401", "422"), ("400", "403", "404", "405", "413"))
KNOWN_TASK = _ways(("early-close", "404"), ("no-answer", "truncated-json", "500", "502", "503", "401", "garbage"))


@pytest.fixture
def peer():
    """A server with a path for each way to fail, and what it heard."""
    heard, loop = [], asyncio.new_event_loop()
    ready, ending = threading.Event(), asyncio.Event()
    served = SimpleNamespace(heard=heard, base="")

    async def serve():
        async with hostile(heard=heard) as base:
            served.base = base
            ready.set()
            await ending.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(10)
    yield served
    loop.call_soon_threadsafe(ending.set)
    thread.join()
    loop.close()


def calls(peer, key):
    """How often a piece of work was begun at the peer, by its key."""
    begun = Counter()
    for head, body in peer.heard:
        said = _loaded(body)
        key_header = head.decode().lower().partition("idempotency-key: ")[2].partition("\r\n")[0]
        match said:
            case {"method": "tools/call", "params": {"_meta": {"progressToken": token}}}:
                begun[token] += 1
            case {"method": "SendMessage" | "SendStreamingMessage", "params": {"message": message}}:
                begun[message["metadata"]["uid"]] += 1
            case {"additional_input": {"uid": uid}} | {"forwardedProps": {"uid": uid}} | {"uid": uid}:
                begun[uid] += 1
            case {"messages": list()} | {"input": str()}:
                begun[key_header] += 1
    return begun[str(key)]


def _loaded(body):
    with contextlib.suppress(ValueError):
        return json.loads(body)


def given(stage, connector, url, *, repeatable=False, seconds=1, **config):
    """A goal whose one task went to the agent at an address, as far as it goes by itself; `seconds` for its answer."""
    skill = {"id": "work", "name": "Do the work", "repeatable": repeatable}
    profile = AgentProfile(
        handle="peer",
        name="Peer",
        skills=[skill],
        connector=connector,
        connector_config={"url": url, **CONFIGS[connector], **config},
        timeout_seconds=seconds,
    )
    agents.register_agent(stage.workspace.id, profile)
    stage.voices(
        [
            {"do": "assign", "tasks": [task("work", "peer")], "answer": "work"},
            {"do": "conclude", "answer": "It did not come about.", "verdict": "partial"},
        ]
    )
    goal = stage.launch()
    stage.until(lambda: Task.objects.exclude(state__in=["ready", "working"]).exists())
    return goal


def assert_a_person_is_asked(stage):
    work = Task.objects.get()
    assert (work.state, stage.pending().kind) == ("unknown", "outcome")
    assert "“Work” may or may not have been done" in stage.pending().question
    stage.sweep()
    return work


@pytest.mark.parametrize("mode", MAY_HAVE_HAPPENED)
@pytest.mark.parametrize("connector", FIRST)
def test_what_may_have_happened_is_asked_of_the_agent_once_and_of_a_person_then(stage, peer, connector, mode):
    given(stage, connector, f"{peer.base}/{mode}")
    work = assert_a_person_is_asked(stage)
    assert calls(peer, work.id) == 1
    assert Attempt.objects.get().state == "failed"


@pytest.mark.parametrize("mode", MAY_HAVE_HAPPENED)
def test_so_is_a_tool_that_was_called(stage, peer, mode):
    given(stage, "mcp", f"{peer.base}/late/{mode}")
    work = assert_a_person_is_asked(stage)
    assert calls(peer, work.id) == 1


@pytest.mark.parametrize("connector", _ways(("http", "a2a"), ("openai", "agui", "agent_protocol", "responses")))
def test_what_may_be_done_twice_is_tried_again(stage, peer, connector):
    given(stage, connector, f"{peer.base}/500", repeatable=True)
    work = Task.objects.get()
    assert (work.state, calls(peer, work.id)) == ("failed", 3)
    assert not Approval.objects.exists()


def test_so_is_a_tool_that_may_be_called_twice(stage, peer):
    given(stage, "mcp", f"{peer.base}/late/500", repeatable=True)
    work = Task.objects.get()
    assert (work.state, calls(peer, work.id)) == ("failed", 3)


@pytest.mark.parametrize("mode", REFUSED)
@pytest.mark.parametrize("connector", FIRST)
def test_what_was_refused_at_the_door_fails_and_nobody_is_asked(stage, peer, connector, mode):
    given(stage, connector, f"{peer.base}/{mode}")
    assert Task.objects.get().state == "failed"
    assert not Approval.objects.exists()


@pytest.mark.parametrize("connector", CONFIGS)
def test_what_was_surely_not_begun_is_tried_again_whatever_the_skill_says(stage, connector):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    given(stage, connector, f"http://127.0.0.1:{port}/")
    assert list(Attempt.objects.values_list("state", flat=True)) == ["failed"] * 3
    assert Task.objects.get().state == "failed"
    assert not Approval.objects.exists()


@pytest.mark.parametrize("mode", _ways(("early-close", "500"), ("no-answer", "truncated-json")))
def test_a_server_that_fails_before_it_is_given_the_work_has_not_begun_it(stage, peer, mode):
    given(stage, INTRODUCED, f"{peer.base}/{mode}")
    work = Task.objects.get()
    assert (work.state, calls(peer, work.id)) == ("failed", 0)
    assert Attempt.objects.count() > 1
    assert not Approval.objects.exists()


@pytest.mark.parametrize("mode", KNOWN_TASK)
def test_a_task_that_an_agent_has_taken_is_asked_for_again_and_never_given_again(stage, peer, monkeypatch, mode):
    monkeypatch.setattr(exchange, "PATIENCE", 2)
    monkeypatch.setattr(exchange, "PAUSES", (0.0,))
    given(stage, "a2a", f"{peer.base}/late/{mode}")
    work = assert_a_person_is_asked(stage)
    assert calls(peer, work.id) == 1


@pytest.mark.parametrize("mode", ["early-close", "500"])
def test_neither_is_one_of_an_agent_that_works_in_steps(stage, peer, mode):
    given(stage, "agent_protocol", f"{peer.base}/late/{mode}")
    work = assert_a_person_is_asked(stage)
    assert calls(peer, work.id) == 1
    steps = [head for head, _ in peer.heard if head.startswith(b"POST") and b"/steps" in head]
    assert len(steps) == 1, "a step may have been taken too"


def test_a_person_has_it_done_again_or_not(stage, peer):
    goal = given(stage, "http", f"{peer.base}/500")
    decide(stage.operator, stage.pending().id, RETRY)
    stage.until(lambda: Task.objects.get().state == "unknown")
    assert calls(peer, Task.objects.get().id) == 2
    decide(stage.operator, stage.pending().id, CANCEL)
    assert stage.until_ended(goal).outcome == "partial"


def test_an_agent_that_takes_too_long_was_given_the_work_once(stage, peer):
    given(stage, "http", f"{peer.base}/hang")
    work = assert_a_person_is_asked(stage)
    assert calls(peer, work.id) == 1


def test_an_agent_that_honours_keys_is_asked_again(stage, peer):
    given(stage, "http", f"{peer.base}/500", repeatable=None, honours_keys=True)
    assert calls(peer, Task.objects.get().id) == 3


@pytest.mark.parametrize(("connector", "asked"), [("openai", 3), ("http", 1), ("a2a", 1)])
def test_what_nobody_described_is_done_once_unless_its_agent_only_writes(stage, peer, connector, asked):
    given(stage, connector, f"{peer.base}/500", repeatable=None)
    assert calls(peer, Task.objects.get().id) == asked


def test_an_agent_that_says_itself_that_it_failed_is_believed_and_not_asked_again(stage):
    stage.agent("worker", {"error": "The printer is out of ink."}, repeatable=False)
    stage.voices(
        [{"do": "assign", "tasks": [task("send", "worker")], "answer": "send"}, {"do": "conclude", "answer": "No."}]
    )
    goal = stage.until_ended(stage.launch())
    assert (stage.states(goal), Attempt.objects.count()) == ({1: "failed"}, 1)


@pytest.mark.parametrize("failure", ["cut", "overdue", "broken", "unreadable", "unexplained"])
def test_so_a_scripted_agent_that_breaks_off_is_asked_once(stage, failure):
    stage.agent("worker", {"error": "It broke off.", "failure": failure}, repeatable=False)
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])
    stage.launch()
    assert_a_person_is_asked(stage)
    assert Goal.objects.get().outcome == "running"
    assert Attempt.objects.count() == 1
