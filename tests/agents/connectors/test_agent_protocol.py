"""An agent of the Agent Protocol: a task, its steps, its files."""

import contextlib
import json

import pytest

from apps.agents.connectors import connector_for
from apps.agents.connectors.agent_protocol.connector import _form
from apps.agents.domain.calls import Accepted, AgentError, ArtifactMade, File, Progress, Result, RunRequest
from apps.agents.domain.failures import Failure
from apps.agents.domain.off_loop import run_at_once
from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving
from tests.basket import in_memory

BASE = "/ap/v1/agent/tasks"
REQUEST = RunRequest(key="k-1", goal="Compare bees", brief="Count the bees")
MADE = {"artifact_id": "a1", "file_name": "bees.csv", "agent_created": True}
GIVEN = {"artifact_id": "a2", "file_name": "garden.csv", "agent_created": False}


def step(output, *, last=False):
    return {"step_id": "s", "name": "count", "status": "created", "output": output, "is_last": last}


def routes(*steps, artifacts=(), envelope=True, before=()):
    """An agent that takes these steps, the last one for ever."""
    left = list(steps)

    def take(request):
        return as_json(left.pop(0) if len(left) > 1 else left[0])

    listed = {"artifacts": list(artifacts), "pagination": {}} if envelope else list(artifacts)
    return {
        ("POST", BASE): as_json({"task_id": "t/1", "input": ""}),
        ("POST", f"{BASE}/t%2F1/steps"): take,
        ("GET", f"{BASE}/t%2F1/steps"): as_json({"steps": list(before)}),
        ("GET", f"{BASE}/t%2F1/artifacts?page_size=50"): as_json(listed),
        ("GET", f"{BASE}/t%2F1/artifacts/a1"): (200, "text/csv", "bees,10"),
    }


def known(steps):
    """What the work is called after so many steps."""
    return Accepted(json.dumps({"task": "t/1", "steps": steps}))


async def played(server, request=REQUEST, **config):
    config = {"url": f"{server.url}/ap/v1"} | config
    return in_memory([event async for event in connector_for("agent_protocol").run(config, request)])


@pytest.mark.parametrize("envelope", [True, False])
async def test_steps_are_taken_until_one_is_the_last_and_what_was_made_is_fetched(envelope):
    served = routes(step("looking"), step("Ten.", last=True), artifacts=[MADE, GIVEN], envelope=envelope)
    with serving(served) as server:
        events = await played(server, headers="X-Key: sesame")
    assert events == [
        known(0),
        known(1),
        Progress("looking"),
        known(2),
        Progress("Ten."),
        ArtifactMade(File("bees.csv", "text/csv", b"bees,10")),
        Result("Ten."),
    ]
    assert {request.headers["X-Key"] for request in server.asked} == {"sesame"}
    assert server.asked[0].body["input"].startswith("Count the bees")
    told = server.asked[0].body["additional_input"]
    assert (told["uid"], told["request"]["brief"]) == ("k-1", "Count the bees")


async def test_an_agent_that_never_ends_is_given_up():
    with serving(routes(step("and on"))) as server:
        events = await played(server, most_steps=3)
    assert events[-1] == AgentError("The agent was not done after 3 steps.", permanent=True, failure=Failure.OVERDUE)
    assert len([request for request in server.asked if request.path.endswith("/steps")]) == 3


async def test_a_call_that_is_given_up_takes_no_further_step():
    with serving(routes(step("and on"))) as server:
        async with contextlib.aclosing(
            connector_for("agent_protocol").run({"url": f"{server.url}/ap/v1"}, REQUEST)
        ) as events:
            async for event in events:
                if isinstance(event, Progress):
                    break
    assert len([request for request in server.asked if request.path.endswith("/steps")]) == 1


async def test_a_step_is_asked_for_with_what_autogpt_takes_for_permission():
    with serving(routes(step("Ten.", last=True))) as server:
        await played(server)
    [taken] = [request.body for request in server.asked if request.path.endswith("/steps")]
    assert taken == {"input": "y"}


async def test_a_lost_attempt_goes_on_with_the_steps_that_are_left():
    again = RunRequest(key="k-1", goal="g", brief="b", handle="t/1")
    with serving(routes(step("Ten.", last=True), before=[step("looking")])) as server:
        events = await played(server, again)
    assert events[-1] == Result("Ten.")
    assert ("POST", BASE) not in [(request.method, request.path) for request in server.asked]


async def test_a_lost_attempt_whose_last_step_was_taken_takes_no_other():
    again = RunRequest(key="k-1", goal="g", brief="b", handle="t/1")
    with serving(routes(step("twice", last=True), before=[step("Ten.", last=True)])) as server:
        events = await played(server, again)
    assert events == [known(0), Result("Ten.")]


@pytest.mark.parametrize("repeatable", [True, False])
async def test_a_step_of_which_nobody_knows_is_asked_for_again_only_where_that_is_harmless(repeatable):
    again = RunRequest(key="k-1", goal="g", brief="b", handle=known(2).handle, repeatable=repeatable)
    with serving(routes(step("Ten.", last=True), before=[step("looking")])) as server:
        events = await played(server, again)
    asked = [request for request in server.asked if (request.method, request.path[-6:]) == ("POST", "/steps")]
    assert (len(asked), isinstance(events[-1], Result)) == (int(repeatable), repeatable)


async def test_a_last_step_without_a_word_points_to_the_files():
    with serving(routes(step("", last=True), artifacts=[MADE])) as server:
        events = await played(server)
    assert events[-1] == Result("Done; see the files.")


@pytest.mark.parametrize("words", ["", "\u200b"])
async def test_a_last_step_without_a_word_or_a_file_is_no_answer(words):
    with serving(routes(step(words, last=True), artifacts=[GIVEN])) as server:
        events = await played(server)
    assert events[-1].reason == "The agent answered with nothing."
    assert events[-1].failure is Failure.UNREADABLE


async def test_files_are_listed_to_the_last_page_and_those_beyond_the_bound_are_told_of():
    made = [{"artifact_id": "a1", "file_name": f"bees {number}.csv"} for number in range(60)]
    served = routes(step("Ten.", last=True))
    pages = {"": made[:40], "&current_page=2": made[40:]}
    for query, listed in pages.items():
        listing = {"artifacts": listed, "pagination": {"total_pages": 2}}
        served["GET", f"{BASE}/t%2F1/artifacts?page_size=50{query}"] = as_json(listing)
    with serving(served) as server:
        *events, end = await played(server)
    assert [event.file.name for event in events if isinstance(event, ArtifactMade)] == [
        f"bees {number}.csv" for number in range(50)
    ]
    assert end == Result("Ten.\n\nIt made 60 files; the first 50 are here.")


async def test_a_file_that_is_gone_is_named_in_an_answer_that_is_kept():
    gone = MADE | {"artifact_id": "a9", "file_name": "gone.csv"}
    with serving(routes(step("Ten.", last=True), artifacts=[gone, MADE])) as server:
        *events, end = await played(server)
    assert [event.file.name for event in events if isinstance(event, ArtifactMade)] == ["bees.csv"]
    assert end.text.startswith("Ten.\n\nThe file “gone.csv” is missing: ")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (as_json({"task": 1}), "gave it no id."),
        (as_json([]), "something other than the Agent Protocol; check the URL."),
        (as_json({"detail": "no"}, 500), "failed (500): no."),
    ],
)
async def test_an_agent_that_makes_no_task_of_it_says_why(answer, words):
    with serving({("POST", BASE): answer}) as server:
        [end] = await played(server)
    assert end.reason.endswith(words)


async def test_the_name_of_a_file_cannot_leave_its_place_in_the_form():
    file = File('a"\r\nX: y\\.csv', "text/csv", b"bees")
    form = b"".join([piece async for piece in _form(file, "border", run_at_once)])
    assert b'filename="a___X: y_.csv"\r\nContent-Type: text/csv\r\n\r\nbees\r\n--border--' in form
