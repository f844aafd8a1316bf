"""An A2A agent, of either version and binding, however loosely it keeps to the form."""

import asyncio
import base64
import contextlib
import json
import threading
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors import connector_for
from apps.agents.connectors.a2a import enclosures, exchange
from apps.agents.connectors.a2a.card import Interface
from apps.agents.connectors.a2a.story import State, Story, question_of
from apps.agents.connectors.a2a.wire import Outgoing, message_request, task_request
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    File,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Sign,
    Usage,
    Writing,
)
from apps.agents.domain.failures import Failure
from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving
from tests.client.hub import Proxy

REQUEST = RunRequest(key="k-1", goal="Count the bees", brief="Count the bees")
CSV = base64.b64encode(b"bees,10").decode()


def status(state, text="", **more):
    message = {"message": {"role": "ROLE_AGENT", "parts": [{"text": text}]}} if text else {}
    return {"statusUpdate": {"taskId": "t", "contextId": "c", "status": {"state": state, **message, **more}}}


def artifact(*parts, identifier="a", name="", **more):
    made = {"artifactId": identifier, "parts": list(parts), **({"name": name} if name else {})}
    return {"artifactUpdate": {"taskId": "t", "contextId": "c", "artifact": made, **more}}


def task(state, *artifacts, **more):
    return {"task": {"id": "t", "contextId": "c", "status": {"state": state}, "artifacts": list(artifacts), **more}}


def text(said):
    return {"text": said}


def story(*events):
    told = Story()
    for event in events:
        told.take(event)
    return told


DONE = "TASK_STATE_COMPLETED"
STORIES = {
    "an answer in an artifact": ([task("TASK_STATE_WORKING"), artifact(text("Ten.")), status(DONE)], "Ten."),
    "pieces": ([artifact(text("Ten ")), artifact(text("bees."), append=True), status(DONE)], "Ten bees."),
    "pieces and then the whole": (
        [
            artifact(text("Ten "), append=True),
            artifact(text("bees."), append=True),
            artifact(text("Ten bees.")),
            status(DONE),
        ],
        "Ten bees.",
    ),
    "an answer in the status": ([status("TASK_STATE_WORKING", "looking"), status(DONE, "Ten.")], "Ten."),
    "an answer said twice": ([artifact(text("Ten\nbees.")), status(DONE, "Ten bees.")], "Ten\nbees."),
    "an answer and a word on it": (
        [artifact(text("Ten.")), status(DONE, "I counted twice.")],
        "Ten.\n\nI counted twice.",
    ),
    "a longer answer in the status": ([artifact(text("Ten")), status(DONE, "Ten bees")], "Ten bees"),
    "two artifacts": (
        [artifact(text("One."), identifier="a"), artifact(text("Two."), identifier="b"), status(DONE)],
        "One.\n\nTwo.",
    ),
    "an answer in the history only": (
        [task(DONE, history=[{"role": "ROLE_USER", "parts": [text("?")]}, {"role": "agent", "parts": [text("Ten.")]}])],
        "Ten.",
    ),
    "an answer in the last thing it said": ([status("TASK_STATE_WORKING", "Ten."), status(DONE)], "Ten."),
    "a message instead of a task": ([{"message": {"role": "ROLE_AGENT", "parts": [text("Ten.")]}}], "Ten."),
    "a task of the older form": (
        [
            {"kind": "task", "id": "t", "contextId": "c", "status": {"state": "working"}},
            {
                "kind": "artifact-update",
                "taskId": "t",
                "artifact": {"artifactId": "a", "parts": [{"kind": "text", "text": "Ten."}]},
            },
            {"kind": "status-update", "taskId": "t", "status": {"state": "completed"}, "final": True},
        ],
        "Ten.",
    ),
    "events without a kind": (
        [
            {"id": "t", "contextId": "c", "status": {"state": "working", "timestamp": "2026-11-21T09:48:19.281847"}},
            {"taskId": "t", "artifact": {"parts": [{"root": {"text": "Ten."}}]}},
            {"taskId": "t", "status": {"state": "COMPLETED"}},
        ],
        "Ten.",
    ),
    "data": ([artifact({"data": {"bees": 10}}), status(DONE)], '```json\n{\n  "bees": 10\n}\n```'),
}


@pytest.mark.parametrize("what", STORIES)
def test_the_answer_is_told_once_wherever_it_stands(what):
    events, answer = STORIES[what]
    told = story(*events)
    assert told.over
    assert told.text.strip() == answer


@pytest.mark.parametrize(
    "part",
    [
        {"raw": CSV, "filename": "bees.csv", "mediaType": "text/csv"},
        {"kind": "file", "file": {"bytes": CSV, "name": "bees.csv", "mimeType": "text/csv"}},
        {"raw": CSV.rstrip("="), "filename": "bees.csv", "mediaType": "text/csv"},
    ],
)
def test_files_are_read_in_both_forms(part):
    assert story(artifact(part), status(DONE)).made[0].files == [File("bees.csv", "text/csv", b"bees,10")]


@pytest.mark.parametrize(
    ("asked", "answered", "usage"),
    [(7, 3, Usage(7, 3)), (7.0, 3.0, Usage(7, 3)), (7.5, 3, None), (-1, 3, None), (float("inf"), 3, None)],
)
def test_usage_is_found_where_servers_put_it(asked, answered, usage):
    counted = {"metadata": {"adk_usage_metadata": {"promptTokenCount": asked, "candidatesTokenCount": answered}}}
    update = status(DONE, "Ten.")
    update["statusUpdate"] |= counted
    assert story(update).usage == usage


NEEDS = "TASK_STATE_INPUT_REQUIRED"


@pytest.mark.parametrize(
    ("events", "question"),
    [
        ([status("TASK_STATE_WORKING", "digging"), status(NEEDS, "Which?")], "Which?"),
        ([artifact({"data": {"id": "1", "value": "Which?"}}, name="Interrupt"), status(NEEDS)], "Which?"),
        ([artifact({"data": {"value": {"n": 1}}}, name="Interrupt"), status(NEEDS)], '```json\n{\n  "value": {\n'),
        ([status("TASK_STATE_WORKING", "Which?"), status(NEEDS)], "Which?"),
        ([artifact({"data": {"value": "Ten."}}), status(NEEDS)], "The agent needs more input and did not say which."),
    ],
)
def test_a_question_stands_in_the_status_or_in_an_artifact_that_asks(events, question):
    assert question_of(story(*events)).startswith(question)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    "task message statusUpdate artifactUpdate kind status state parts text raw id artifact".split()
                ),
                inner,
            )
        ),
    )
)
def test_no_event_breaks_the_reader(said):
    told = Story()
    told.take(said if isinstance(said, dict) else {})
    assert isinstance(told.text, str)


@pytest.mark.parametrize(
    ("interface", "method", "url", "name"),
    [
        (Interface("http://h/rpc"), "POST", "http://h/rpc", "SendStreamingMessage"),
        (Interface("http://h/rpc", version="0.3"), "POST", "http://h/rpc", "message/stream"),
        (Interface("http://h/rest/", "HTTP+JSON"), "POST", "http://h/rest/message:stream", None),
        (Interface("http://h", "HTTP+JSON", "0.3"), "POST", "http://h/v1/message:stream", None),
        (Interface("http://h", "HTTP+JSON", tenant="a b"), "POST", "http://h/a%20b/message:stream", None),
    ],
)
def test_a_message_is_sent_in_the_form_of_version_and_binding(interface, method, url, name):
    asking = message_request(interface, Outgoing("k", "Count", (File("a.csv", "text/csv", b"x"),)), streaming=True)
    body = json.loads(asking.body)
    message = body["params"]["message"] if name else body["message"]
    new = interface.version == "1.0"
    assert (asking.method, asking.url, body.get("method")) == (method, url, name)
    assert message["parts"][0] == ({"text": "Count"} if new else {"kind": "text", "text": "Count"})
    assert message["role"] == ("ROLE_USER" if new else "user")
    assert ("A2A-Version" in asking.headers) is new


def test_the_same_request_has_the_same_message_id_and_another_has_another():
    def identifier(key, words):
        return json.loads(message_request(Interface("http://h"), Outgoing(key, words), streaming=False).body)["params"][
            "message"
        ]["messageId"]

    assert identifier("k", "Count") == identifier("k", "Count")
    assert len({identifier("k", "Count"), identifier("l", "Count"), identifier("k", "Add")}) == 3


def test_a_task_id_cannot_leave_its_place_in_an_address():
    asking = task_request(Interface("http://h", "HTTP+JSON"), "GetTask", "../admin?x")
    assert asking.url == "http://h/tasks/..%2Fadmin%3Fx"


class Agent:
    """An agent of A2A 1.0 that answers each method as a test says; what is a list of lists is given one by one."""

    def __init__(self, **methods):
        self.methods = methods
        self.asked = []

    def __call__(self, request):
        method = request.body["method"]
        self.asked.append(SimpleNamespace(method=method, params=request.body["params"]))
        told = self.methods.get(method, {"code": -32601, "message": "Method not found"})
        if isinstance(told, list) and told and isinstance(told[0], list):
            told = told.pop(0) if len(told) > 1 else told[0]
        if isinstance(told, dict) and "busy" in told:
            return 429, "text/plain", "Too many requests", {"Retry-After": told["busy"]}
        if isinstance(told, dict) and "code" in told:
            return as_json({"jsonrpc": "2.0", "id": 1, "error": told})
        if method in ("SendStreamingMessage", "SubscribeToTask"):
            events = [json.dumps({"jsonrpc": "2.0", "id": 1, "result": event}) for event in told]
            return 200, "text/event-stream", "".join(f"data: {event}\r\n\r\n" for event in events)
        return as_json({"jsonrpc": "2.0", "id": 1, "result": told[0] if isinstance(told, list) else told})

    @property
    def methods_asked(self):
        return [each.method for each in self.asked]


@contextlib.contextmanager
def agent(**methods):
    serves = Agent(**methods)
    with serving({("POST", "/"): serves}) as server:
        serves.url = server.url
        yield serves


async def played(serves, request=REQUEST, **config):
    config = {"url": serves.url, "version": "1.0"} | config
    return [event async for event in connector_for("a2a").run(config, request)]


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr("apps.agents.connectors.a2a.exchange.PAUSES", (0.0,))


async def test_a_stream_gives_its_handle_signs_of_life_files_and_the_answer():
    file = {"raw": CSV, "filename": "bees.csv", "mediaType": "text/csv"}
    told = [
        task("TASK_STATE_SUBMITTED"),
        status("TASK_STATE_WORKING", "looking"),
        artifact(text("Ten."), file),
        status(DONE),
    ]
    with agent(SendStreamingMessage=told) as serves:
        events = await played(serves)
    assert events == [
        Accepted('{"task": "t", "context": "c"}'),
        Progress("looking"),
        Writing("Ten.", anew=True),
        Progress("Ten.", Sign.LIFE),
        ArtifactMade(File("bees.csv", "text/csv", b"bees,10")),
        Result("Ten."),
    ]


async def test_the_pieces_of_an_artifact_are_written_one_behind_the_other():
    pieces = [artifact(text("Ten ")), artifact(text("busy "), append=True), artifact(text("bees."), append=True)]
    told = [task("TASK_STATE_WORKING"), status("TASK_STATE_WORKING", "looking"), *pieces, status(DONE)]
    with agent(SendStreamingMessage=told) as serves:
        events = await played(serves)
    assert [one for one in events if isinstance(one, Writing)] == [
        Writing("Ten ", anew=True),
        Writing("busy "),
        Writing("bees."),
    ]
    assert events[-1] == Result("Ten busy bees.")


async def test_an_agent_that_does_not_stream_is_asked_for_an_answer_in_one_piece():
    with agent(SendMessage=task(DONE, {"artifactId": "a", "parts": [text("Ten.")]})) as serves:
        assert (await played(serves))[-1] == Result("Ten.")
        assert (await played(serves, streaming=False))[-1] == Result("Ten.")
        card = await connector_for("a2a").probe({"url": serves.url, "version": "1.0"})
    assert serves.methods_asked[:3] == ["SendStreamingMessage", "SendMessage", "SendMessage"]
    assert serves.asked[1].params["configuration"]["returnImmediately"] is False
    assert card.quirks == ("It does not stream, though its card says so; it is asked for its tasks instead.",)


def first(state, *parts, **more):
    """A task in the words of 0.1."""
    made = {"artifacts": [{"index": 0, "parts": list(parts)}]} if parts else {}
    return {"id": "t", "sessionId": "s", "status": {"state": state}, **made, **more}


async def test_an_agent_of_the_first_version_is_sent_a_task_in_its_own_words():
    ten = {"type": "text", "text": "Ten."}
    looks = [[first("working", ten)], [first("completed", ten)]]
    with agent(**{"tasks/send": first("working", ten), "tasks/get": looks}) as serves:
        assert (await played(serves, version="0.3"))[-1] == Result("Ten.")
    assert serves.methods_asked == ["message/stream", "message/send", "tasks/send", "tasks/get", "tasks/get"]
    sent = serves.asked[2].params
    assert sent["id"]
    assert sent["message"]["parts"][0]["type"] == "text"
    assert "Count the bees" in sent["message"]["parts"][0]["text"]


async def test_an_agent_of_a_later_version_is_never_sent_what_only_the_first_one_knew():
    with agent() as serves:
        assert isinstance((await played(serves))[-1], AgentError)
    assert serves.methods_asked == ["SendStreamingMessage", "SendMessage"]


async def test_an_agent_that_answers_at_once_is_looked_at_until_it_is_done():
    looks = [[task("TASK_STATE_WORKING")], [task("TASK_STATE_WORKING")], [task(DONE, {"parts": [text("Ten.")]})]]
    with agent(SendMessage=task("TASK_STATE_SUBMITTED"), GetTask=looks) as serves:
        assert (await played(serves, streaming=False))[-1] == Result("Ten.")
    assert serves.methods_asked == ["SendMessage", "GetTask", "GetTask", "GetTask"]


async def test_a_stream_that_breaks_off_is_followed_again_and_then_looked_at():
    with agent(
        SendStreamingMessage=[task("TASK_STATE_WORKING")],
        SubscribeToTask=[status("TASK_STATE_WORKING", "half")],
        GetTask=task(DONE, {"parts": [text("Ten.")]}),
    ) as serves:
        assert (await played(serves))[-1] == Result("Ten.")
    assert serves.methods_asked == ["SendStreamingMessage", "SubscribeToTask", "GetTask"]


@pytest.mark.parametrize(("busy", "looks"), [("0", 5), ("60", 1)])
async def test_the_task_of_a_server_that_is_busy_is_not_cancelled_and_gone_on_with(busy, looks):
    with agent(SendMessage=task("TASK_STATE_WORKING"), GetTask={"busy": busy}) as serves:
        *_, end = await played(serves, streaming=False)
        assert end.retry_after == float(busy)
        assert serves.methods_asked == ["SendMessage", *["GetTask"] * looks]
        serves.methods["GetTask"] = task(DONE, {"parts": [text("Ten.")]})
        request = RunRequest(key="k-1", goal="g", brief="b", handle='{"task": "t", "context": "c"}')
        assert (await played(serves, request, streaming=False))[-1] == Result("Ten.")


async def played_over_a_link_that_breaks(*, hub):
    """What comes of a task whose hub can't be reached twenty times, or whose agent can't as long as anybody looks."""
    with agent(SendMessage=task("TASK_STATE_WORKING"), GetTask=task("TASK_STATE_WORKING")) as serves:
        link = Proxy(int(serves.url.rsplit(":", 1)[1]))
        playing = asyncio.create_task(played(serves, url=link.url, streaming=False, hub=hub))
        while "GetTask" not in serves.methods_asked:  # noqa: ASYNC110  the server runs in a thread
            await asyncio.sleep(0.01)
        with link.gone():
            serves.methods["GetTask"] = task(DONE, {"parts": [text("Ten.")]})
            tried = link.count + 20
            while not (playing.done() or (hub and link.count >= tried)):  # noqa: ASYNC110  so does the link
                await asyncio.sleep(0.01)
        *_, end = await playing
        link.close()
    assert serves.methods_asked.count("SendMessage") == 1
    return end


async def test_a_hub_that_can_not_be_reached_for_a_while_is_waited_for_and_another_agent_is_not():
    assert await played_over_a_link_that_breaks(hub=True) == Result("Ten.")
    end = await played_over_a_link_that_breaks(hub=False)
    assert isinstance(end, AgentError)
    assert end.resumable


async def test_a_lost_attempt_goes_on_with_the_task_of_the_one_before():
    request = RunRequest(key="k-1", goal="g", brief="b", handle='{"task": "t", "context": "c"}')
    with agent(SubscribeToTask=[artifact(text("Ten.")), status(DONE)]) as serves:
        assert (await played(serves, request))[-1] == Result("Ten.")
    assert serves.methods_asked == ["SubscribeToTask"]


async def test_a_question_is_answered_in_the_same_task():
    with agent(
        SendStreamingMessage=[task("TASK_STATE_SUBMITTED"), status("TASK_STATE_INPUT_REQUIRED", "Which?")]
    ) as serves:
        handle, *_, end = await played(serves)
        assert end == InputRequired("Which?")
        answered = RunRequest(key="k-1", goal="g", brief="b", answer="The red ones.", handle=handle.handle)
        serves.methods["SendStreamingMessage"] = [artifact(text("Ten.")), status(DONE)]
        assert (await played(serves, answered))[-1] == Result("Ten.")
    message = serves.asked[-1].params["message"]
    assert (message["taskId"], message["contextId"], message["parts"]) == ("t", "c", [text("The red ones.")])


async def test_an_answer_that_may_have_reached_its_task_is_not_sent_again():
    answered = RunRequest(key="k", goal="g", brief="b", answer="Red.", leg=1, handle='{"task": "t", "context": "c"}')
    with serving({("POST", "/"): (200, "application/json", "{")}) as server:
        marked, end = await played(SimpleNamespace(url=server.url), answered, streaming=False)
    assert (end.failure, end.resumable) == (Failure.UNREADABLE, True)
    with agent(GetTask=task(DONE, {"parts": [text("Ten.")]})) as serves:
        events = await played(serves, replace(answered, handle=marked.handle), streaming=False)
    assert events[-1] == Result("Ten.")
    assert serves.methods_asked == ["GetTask"]


async def test_an_answer_that_was_surely_not_sent_is_sent_by_the_next_try():
    answered = RunRequest(key="k", goal="g", brief="b", answer="Red.", leg=1, handle='{"task": "t", "context": "c"}')
    with serving({("POST", "/"): as_json({"detail": "no"}, 401)}) as server:
        *_, unmarked, end = await played(SimpleNamespace(url=server.url), answered, streaming=False)
    assert end.failure == Failure.REFUSED
    with agent(SendMessage=task(DONE, {"parts": [text("Ten.")]})) as serves:
        assert (await played(serves, replace(answered, handle=unmarked.handle), streaming=False))[-1] == Result("Ten.")
    assert serves.methods_asked == ["SendMessage"]


async def test_a_stream_that_gives_nothing_is_not_followed_by_a_second_message_where_that_could_do_harm():
    asked = []

    def mute(request):
        asked.append(request.body["method"])
        return 200, "text/event-stream", ""

    with serving({("POST", "/"): mute}) as server:
        *_, end = await played(SimpleNamespace(url=server.url), replace(REQUEST, repeatable=False))
    assert (asked, end.failure) == (["SendStreamingMessage"], Failure.UNREADABLE)


@pytest.mark.parametrize("code", [-32001, -32004, -32602])
async def test_a_task_that_takes_no_more_is_done_again_in_its_context(code):
    answered = RunRequest(key="k", goal="g", brief="b", answer="Red.", handle='{"task": "t", "context": "c"}')

    def reply(request):
        message = request.body["params"]["message"]
        if "taskId" in message:
            return as_json({"error": {"code": code, "message": "no"}})
        assert message["contextId"] == "c"
        return as_json({"result": task(DONE, {"parts": [text("Ten.")]})})

    with serving({("POST", "/"): reply}) as server:
        end = (await played(SimpleNamespace(url=server.url), answered, streaming=False))[-1]
    assert end == Result("Ten.")


async def test_closing_the_call_cancels_the_task_unless_another_process_goes_on(monkeypatch):
    for handed_over in (False, True):
        monkeypatch.setattr("apps.agents.connectors.a2a.exchange.shutting_down", threading.Event())
        if handed_over:
            exchange.shutting_down.set()
        with agent(SendMessage=task("TASK_STATE_WORKING"), GetTask=task("TASK_STATE_WORKING"), CancelTask={}) as serves:
            call = asyncio.create_task(played(serves, streaming=False))
            while "GetTask" not in serves.methods_asked:  # noqa: ASYNC110  the server runs in a thread
                await asyncio.sleep(0.01)
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        assert ("CancelTask" in serves.methods_asked) is not handed_over


@pytest.mark.parametrize(
    ("event", "words", "permanent", "failure"),
    [
        (status("TASK_STATE_FAILED", "No bees."), "The agent failed: No bees.", False, Failure.SAID),
        (status("TASK_STATE_FAILED"), "The agent failed: it did not say why.", False, Failure.SAID),
        (status("TASK_STATE_REJECTED", "Not mine."), "The agent refused the task: Not mine.", True, Failure.REFUSED),
        (status("TASK_STATE_CANCELED"), "The agent says that the task was cancelled.", True, Failure.SAID),
        (
            status("TASK_STATE_AUTH_REQUIRED"),
            "The agent wants credentials of its own: it did not say which.",
            False,
            Failure.SAID,
        ),
        (status(DONE), "The agent answered with nothing.", False, Failure.UNREADABLE),
        (
            {"message": {"role": "ROLE_AGENT", "messageId": "m", "parts": [{"text": "\u200b \u2060"}]}},
            "The agent answered with nothing.",
            False,
            Failure.UNREADABLE,
        ),
    ],
)
async def test_an_end_without_an_answer_is_an_error_that_says_why(event, words, permanent, failure):
    with agent(SendStreamingMessage=[event]) as serves:
        assert (await played(serves))[-1] == AgentError(words, permanent=permanent, failure=failure)


async def test_an_error_of_the_server_is_told_in_its_words():
    with agent(SendStreamingMessage={"code": -32602, "message": "no such\nmode"}) as serves:
        [end] = await played(serves)
    assert end.reason.endswith("says: no such mode.")
    assert end.permanent


async def test_an_error_that_is_words_alone_is_told_in_them():
    with serving({("POST", "/"): as_json({"jsonrpc": "2.0", "id": 1, "error": "No bees today."})}) as server:
        [end] = await played(SimpleNamespace(url=server.url))
    assert end.reason.endswith("says: No bees today.")


async def test_without_a_version_the_card_says_how_it_is_called():
    told = Agent(SendMessage=task(DONE, {"parts": [text("Ten.")]}))
    card = {"name": "Bees", "supportedInterfaces": [{"url": "http://0.0.0.0/rpc", "protocolVersion": "1.0"}]}
    routes = {("GET", "/.well-known/agent-card.json"): as_json(card), ("POST", "/rpc"): told}
    with serving(routes) as server:
        events = [event async for event in connector_for("a2a").run({"url": server.url}, REQUEST)]
    assert events[-1] == Result("Ten.")
    assert told.methods_asked == ["SendMessage"]


async def test_a_file_that_is_pointed_to_is_fetched_with_the_credentials_of_its_own_server_only():
    told = Agent()
    routes = {("POST", "/"): told, ("GET", "/bees.csv"): (200, "text/csv", "bees,10")}
    with serving(routes) as server, serving({("GET", "/bees.csv"): (200, "text/csv", "more")}) as other:
        parts = [{"url": f"{each.url}/bees.csv", "filename": "bees.csv"} for each in (server, other)]
        told.methods["SendStreamingMessage"] = [artifact(*parts), status(DONE)]
        events = await played(SimpleNamespace(url=server.url), token="sesame")
    assert [event.file.content for event in events if isinstance(event, ArtifactMade)] == [b"bees,10", b"more"]
    assert server.asked[-1].headers["Authorization"] == "Bearer sesame"
    assert other.asked[0].headers["Authorization"] is None


async def test_a_file_that_is_not_to_be_had_is_named_in_an_answer_that_is_kept(monkeypatch):
    monkeypatch.setattr(enclosures, "PAUSES", (0.0,))
    parts = [
        {"url": "file:///etc/passwd", "filename": "local.txt"},
        {"raw": "%%% no base64", "filename": "broken.csv"},
        {"raw": CSV, "filename": "bees.csv"},
    ]
    told = Agent()
    with serving({("POST", "/"): told}) as server:
        parts += [{"url": f"{server.url}/gone.csv", "filename": "gone.csv"}]
        told.methods["SendStreamingMessage"] = [artifact(text("Ten."), *parts), status(DONE)]
        *events, end = await played(SimpleNamespace(url=server.url))
    assert [event.file.name for event in events if isinstance(event, ArtifactMade)] == ["bees.csv"]
    answer, *missing = end.text.split("\n\n")
    assert answer == "Ten."
    assert [line.partition(":")[0] for line in missing] == [
        f"The file “{name}” is missing" for name in ("broken.csv", "local.txt", "gone.csv")
    ]
    assert "(404)" in missing[-1]


async def test_a_file_is_asked_for_again_where_that_may_help(monkeypatch):
    monkeypatch.setattr(enclosures, "PAUSES", (0.0,))
    told, tries = Agent(), iter([(500, "text/plain", ""), (200, "text/csv", "bees,10")])
    with serving({("POST", "/"): told, ("GET", "/bees.csv"): lambda _: next(tries)}) as server:
        told.methods["SendStreamingMessage"] = [artifact({"url": f"{server.url}/bees.csv"}), status(DONE)]
        *events, end = await played(SimpleNamespace(url=server.url))
    assert [event.file.content for event in events if isinstance(event, ArtifactMade)] == [b"bees,10"]
    assert end == Result("Done; see the files.")


async def test_an_answer_that_is_one_missing_file_is_an_error_that_names_it():
    with agent(SendStreamingMessage=[artifact({"raw": "%", "filename": "bees.csv"}), status(DONE)]) as serves:
        end = (await played(serves))[-1]
    assert isinstance(end, AgentError)
    assert end.reason == "The file “bees.csv” is missing: what the agent sent of it can't be read."


async def test_a_file_that_stands_in_a_message_and_in_an_artifact_comes_once():
    file = {"raw": CSV, "filename": "bees.csv", "mediaType": "text/csv"}
    said = status("TASK_STATE_WORKING")
    said["statusUpdate"]["status"]["message"] = {"messageId": "m", "role": "ROLE_AGENT", "parts": [file]}
    with agent(SendStreamingMessage=[said, artifact(file), artifact(file, identifier="b"), status(DONE)]) as serves:
        events = await played(serves)
    assert [event.file.name for event in events if isinstance(event, ArtifactMade)] == ["bees.csv"]


def test_a_state_that_nobody_knows_is_no_end():
    assert story(status("TASK_STATE_DREAMING")).state is State.UNKNOWN
