"""Agents that stay as they are, each spoken to in its own protocol by a server that the test plays."""

import asyncio
import base64
import json
import sys
from dataclasses import replace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from ioa_connect import Answer, Failed, File, NeedsAnswer, Progress, Task, Usage, Writing, command, wrapped
from ioa_connect.wrapped import a2a, agent_protocol, http, openai
from ioa_connect.wrapped.reaching import Reach, Unusable

TASK = Task(key="k", goal="Count the ships.", brief="Count the ships.")
REACH = Reach({"X-Key": "sesame"}, 5)


@pytest.fixture
async def server():
    """Serves routes that a test adds to `server.routes`: path -> a function from the body to what is answered."""
    app = web.Application()
    routes, heard = {}, []

    async def answer(request):
        body = await request.json() if request.can_read_body else None
        heard.append((request.method, request.path, body, dict(request.headers)))
        told = routes[request.path]
        return told(body) if callable(told) else told

    app.router.add_route("*", "/{path:.*}", answer)
    running = TestServer(app)
    running.routes, running.heard = routes, heard
    await running.start_server()
    running.url = str(running.make_url("")).rstrip("/")
    yield running
    await running.close()


async def work(agent, task=TASK):
    return [told async for told in agent.work(task)]


def stream(*events):
    """A stream of server-sent events."""
    text = "".join(f"data: {event if isinstance(event, str) else json.dumps(event)}\n\n" for event in events)
    return web.Response(text=text, content_type="text/event-stream")


def json_response(said):
    return lambda _: web.json_response(said)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (lambda _: web.Response(text="Seven."), "Seven."),
        (json_response({"conclusion": "Seven."}), "Seven."),
        (json_response("Seven."), "Seven."),
        (json_response([7]), "```json\n[\n  7\n]\n```"),
    ],
)
async def test_a_plain_address(server, said, answer):
    server.routes["/run"] = said
    assert await work(http.wrapped(f"{server.url}/run", REACH)) == [Answer(answer)]
    ((_, _, body, headers),) = server.heard
    assert (body["task_desc"], body["uid"], headers["X-Key"]) == ("Count the ships.", "k", "sesame")


@pytest.mark.parametrize(
    ("status", "text", "permanent"),
    [(500, "no ink", False), (400, "bad", True), (429, "slow", False), (200, " ", False)],
)
async def test_a_plain_address_that_fails(server, status, text, permanent):
    server.routes["/run"] = lambda _: web.Response(text=text, status=status)
    with pytest.raises(Failed) as failed:
        await work(http.wrapped(f"{server.url}/run", REACH))
    assert failed.value.permanent is permanent


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"error": {"message": "no ink", "code": 7}}, "it failed: no ink"),
        ({"status": "error", "message": "no ink"}, "it failed: no ink"),
        ({"success": False}, "it did not say why"),
    ],
)
async def test_a_plain_address_that_fails_with_a_status_that_says_fine(server, said, words):
    server.routes["/run"] = json_response(said)
    with pytest.raises(Failed, match=words):
        await work(http.wrapped(f"{server.url}/run", REACH))


async def test_an_agent_that_is_not_there_has_failed():
    with pytest.raises(Failed, match="can't be reached"):
        await work(http.wrapped("http://127.0.0.1:1/run", REACH))


async def test_chat_completions_that_stream_without_a_proper_end(server):
    deltas = [{"choices": [{"delta": {"content": text}}]} for text in ("Sev", "en.")]
    usage = {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4}}
    server.routes["/v1/chat/completions"] = lambda _: stream(*deltas, "[DONE]", "nonsense", usage)
    told = await work(openai.wrapped(f"{server.url}/v1", "m", REACH))
    assert told == [Progress("Answering"), Writing("Sev"), Writing("en."), Answer("Seven.", Usage(3, 4))]


async def test_chat_completions_that_do_not_stream(server):
    said = {"choices": [{"message": {"content": "Seven."}}], "usage": {"prompt_tokens": 3, "completion_tokens": 4}}
    server.routes["/v1/chat/completions"] = json_response(said)
    assert await work(openai.wrapped(f"{server.url}/v1/", "", REACH)) == [Answer("Seven.", Usage(3, 4))]


@pytest.mark.parametrize(
    "pieces",
    [["<think>Six?</think>\n\nSeven."], ["\n<th", "ink>S", "ix?</thi", "nk>", "\n\n", "Sev", "en."], ["Seven", "."]],
)
async def test_what_a_model_thinks_before_its_answer_stays_here(server, pieces):
    server.routes["/v1/chat/completions"] = lambda _: stream(
        *({"choices": [{"delta": {"content": piece}}]} for piece in pieces)
    )
    _, *written, answer = await work(openai.wrapped(f"{server.url}/v1", "m", REACH))
    assert "".join(piece.text for piece in written) == answer.text == "Seven."


@pytest.mark.parametrize("text", ["<th", "Say <think>it</think>.", " " * 300 + "Seven."])
async def test_a_text_that_does_not_begin_with_thoughts_stays_as_it_is(server, text):
    server.routes["/v1/chat/completions"] = json_response({"choices": [{"message": {"content": text}}]})
    assert await work(openai.wrapped(f"{server.url}/v1", "", REACH)) == [Answer(text)]


async def test_an_answer_that_reached_the_servers_limit_says_so(server):
    cut = [{"choices": [{"delta": {"content": "Sev"}}]}, {"choices": [{"delta": {}, "finish_reason": "length"}]}]
    server.routes["/v1/chat/completions"] = lambda _: stream(*cut)
    assert (await work(openai.wrapped(f"{server.url}/v1", "m", REACH)))[-1] == Answer("Sev" + openai.CUT_OFF)


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (json_response({"error": {"message": "no ink"}}), "says: no ink"),
        (lambda _: web.Response(text="<p>"), "not JSON"),
    ],
)
async def test_what_is_no_chat_completion_is_told_in_a_sentence(server, told, words):
    server.routes["/v1/chat/completions"] = told
    with pytest.raises(Failed, match=words):
        await work(openai.wrapped(f"{server.url}/v1", "m", REACH))


@pytest.mark.parametrize("events", [[], [{"error": {"message": "no ink"}}], [{"choices": [{"delta": {}}]}]])
async def test_chat_completions_that_give_nothing_have_failed(server, events):
    server.routes["/v1/chat/completions"] = lambda _: stream(*events)
    with pytest.raises(Failed):
        await work(openai.wrapped(f"{server.url}/v1", "m", REACH))


async def test_an_agent_protocol_server_steps_until_the_last(server):
    tasks = "/ap/v1/agent/tasks"
    steps = iter([{"output": "Looking.", "is_last": False}, {"output": "Seven.", "is_last": True}])
    server.routes |= {
        tasks: json_response({"task_id": "t 1"}),
        f"{tasks}/t 1/steps": lambda _: web.json_response(next(steps)),
        f"{tasks}/t 1/artifacts": json_response({"artifacts": [{"artifact_id": "a", "file_name": "ships.txt"}]}),
        f"{tasks}/t 1/artifacts/a": lambda _: web.Response(body=b"seven"),
    }
    told = await work(agent_protocol.wrapped(server.url, REACH))
    assert told == [Progress("Looking."), File("ships.txt", b"seven"), Answer("Seven.")]


async def test_of_an_agent_protocol_server_all_pages_of_files_are_fetched_and_a_missing_one_is_named(server):
    tasks = "/ap/v1/agent/tasks"
    pages = iter([["a", "b"], ["c"]])

    def listed(_):
        artifacts = [{"artifact_id": name, "file_name": f"{name}.txt"} for name in next(pages)]
        return web.json_response({"artifacts": artifacts, "pagination": {"total_pages": 2}})

    server.routes |= {
        tasks: json_response({"task_id": "t"}),
        f"{tasks}/t/steps": json_response({"output": "Seven.", "is_last": True}),
        f"{tasks}/t/artifacts": listed,
        **{f"{tasks}/t/artifacts/{name}": lambda _: web.Response(body=b"seven") for name in "ac"},
        f"{tasks}/t/artifacts/b": lambda _: web.Response(status=404, text="gone"),
    }
    *files, answer = await work(agent_protocol.wrapped(server.url, REACH))
    assert files == [File("a.txt", b"seven"), File("c.txt", b"seven")]
    assert answer == Answer("Seven.\n\nThe file “b.txt” is missing: The agent answered 404: gone")


SKILLS = [{"id": "count", "name": "Counting", "description": "Counts ships", "tags": []}]
MODERN = {
    "name": "Scout",
    "description": "Counts.",
    "skills": SKILLS,
    "capabilities": {"streaming": True},
    "supportedInterfaces": [{"url": "/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
}
OLD = {"name": "Scout", "skills": SKILLS, "capabilities": {}, "url": "/rpc", "protocolVersion": "0.3.0"}


def rpc(**result):
    return {"jsonrpc": "2.0", "id": "1", "result": result}


def status(state, text="", **more):
    message = {"parts": [{"text": text}]} if text else None
    return {"status": {"state": state, "message": message}, "taskId": "t", **more}


async def a2a_agent(server, card, at="/.well-known/agent-card.json"):
    server.routes |= {
        "/": lambda _: web.Response(status=404),
        "/.well-known/agent-card.json": lambda _: web.Response(status=404),
        at: json_response(card),
    }
    return await a2a.wrapped(server.url, REACH)


async def test_an_a2a_agent_that_streams(server):
    chunks = [("Sev", False), ("en.", True)]
    agent = await a2a_agent(server, MODERN)
    artifact = {"artifactId": "x"}
    picture = {"artifactId": "y", "parts": [{"raw": base64.b64encode(b"ab").decode(), "filename": "a.png"}]}
    server.routes["/rpc"] = lambda _: stream(
        rpc(task=status("TASK_STATE_SUBMITTED", id="t")),
        rpc(statusUpdate=status("TASK_STATE_WORKING", "Looking")),
        *[
            rpc(artifactUpdate={"taskId": "t", "append": append, "artifact": {**artifact, "parts": [{"text": text}]}})
            for text, append in chunks
        ],
        rpc(artifactUpdate={"taskId": "t", "artifact": picture}),
        rpc(artifactUpdate={"taskId": "t", "artifact": {**artifact, "parts": [{"text": "Seven."}]}}),
        rpc(statusUpdate=status("TASK_STATE_COMPLETED", "Seven.")),
    )
    told = await work(agent)
    written = [Writing("Sev", anew=True), Writing("Seven.", anew=True)]
    assert told == [Progress("Looking"), *written, File("a.png", b"ab"), Answer("Seven.")], "nothing is said twice"
    assert (agent.name, agent.skills[0]["repeatable"]) == ("Scout", False)
    method, message = server.heard[-1][2]["method"], server.heard[-1][2]["params"]["message"]
    assert (method, message["role"], server.heard[-1][3]["A2A-Version"]) == ("SendStreamingMessage", "ROLE_USER", "1.0")


async def test_an_old_a2a_agent_that_answers_before_it_has_done_anything_is_asked_again(server, monkeypatch):
    monkeypatch.setattr(a2a, "POLL", 0.0)
    agent = await a2a_agent(server, OLD, "/.well-known/agent.json")
    answers = iter(
        [
            rpc(kind="task", **status("submitted", id="t")),
            rpc(kind="task", **status("working", id="t")),
            rpc(
                kind="task",
                artifacts=[{"artifactId": "x", "parts": [{"kind": "text", "text": "Seven."}]}],
                **status("completed", id="t"),
            ),
        ]
    )
    server.routes["/rpc"] = lambda _: web.json_response(next(answers))
    assert await work(agent) == [Writing("Seven.", anew=True), Answer("Seven.")]
    assert [heard[2]["method"] for heard in server.heard if heard[2]] == ["message/send", "tasks/get", "tasks/get"]


async def test_an_old_a2a_agent_whose_events_are_bare(server):
    agent = await a2a_agent(server, {**OLD, "capabilities": {"streaming": True}})
    server.routes["/rpc"] = lambda _: stream(
        rpc(kind="status-update", **status("working", "Looking")),
        rpc(
            kind="artifact-update",
            taskId="t",
            artifact={"artifactId": "x", "parts": [{"kind": "text", "text": "Seven."}]},
        ),
        rpc(kind="status-update", final=True, **status("completed")),
    )
    assert await work(agent) == [Progress("Looking"), Writing("Seven.", anew=True), Answer("Seven.")]


async def test_an_a2a_agent_that_answers_with_a_message(server):
    agent = await a2a_agent(server, {**MODERN, "capabilities": {}})
    server.routes["/rpc"] = json_response(rpc(message={"parts": [{"text": "Seven."}]}))
    assert await work(agent) == [Answer("Seven.")]


async def test_no_file_and_no_data_of_an_a2a_agent_is_lost_unsaid(server):
    agent = await a2a_agent(server, {**MODERN, "capabilities": {}})
    server.routes |= {"/ships.csv": lambda _: web.Response(body=b"7"), "/gone.csv": lambda _: web.Response(status=404)}
    parts = [
        {"data": {"ships": 7}},
        {"raw": base64.encodebytes(b"ab" * 60).decode(), "filename": "a.png"},
        {"raw": "%", "filename": "b.png"},
        *({"url": f"{server.url}/{name}", "filename": name} for name in ("ships.csv", "gone.csv")),
        {"url": "http://127.0.0.1:1/other", "filename": "other.csv"},
        {"url": "http://[", "filename": "odd.csv"},
    ]
    server.routes["/rpc"] = json_response(rpc(message={"parts": parts}))
    *files, answer = await work(agent)
    assert files == [File("a.png", b"ab" * 60), File("ships.csv", b"7")]
    assert answer.text.split("\n\n") == [
        '```json\n{\n  "ships": 7\n}\n```',
        "The file “b.png” is missing: what the agent sent of it can't be read.",
        "The file “gone.csv” is missing: The agent answered 404: ",
        "The file “other.csv” is at http://127.0.0.1:1/other",
        "The file “odd.csv” is at http://[",
    ]


@pytest.mark.parametrize(("card", "method"), [(MODERN, "CancelTask"), (OLD, "tasks/cancel")])
async def test_an_a2a_agent_is_told_that_nobody_waits_any_more(server, card, method, monkeypatch):
    monkeypatch.setattr(a2a, "POLL", 60.0)
    agent = await a2a_agent(server, {**card, "capabilities": {}})
    server.routes["/rpc"] = json_response(rpc(**status("working", id="t")))
    working = asyncio.create_task(work(agent))
    while not [heard for heard in server.heard if heard[1] == "/rpc"]:  # noqa: ASYNC110  the server runs beside
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)
    assert (server.heard[-1][2]["method"], server.heard[-1][2]["params"]) == (method, {"id": "t"})


async def test_a_redirect_of_an_agent_says_where_it_leads(server):
    server.routes["/run"] = lambda _: web.Response(status=308, headers={"Location": "https://h/run?key=sesame"})
    with pytest.raises(Failed, match=r"answered 308: it leads on to https://h/run$"):
        await work(http.wrapped(f"{server.url}/run", REACH))


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (rpc(task=status("TASK_STATE_FAILED", "Out of ink.", id="t")), Failed),
        (rpc(task=status("TASK_STATE_INPUT_REQUIRED", "Which harbour?", id="t")), NeedsAnswer),
        (rpc(task=status("TASK_STATE_COMPLETED", id="t")), Failed),
        ({"jsonrpc": "2.0", "id": "1", "error": {"code": 1, "message": "no"}}, Failed),
        ([], Failed),
    ],
)
async def test_other_ends_of_an_a2a_agent(server, said, error):
    agent = await a2a_agent(server, {**MODERN, "capabilities": {}})
    server.routes["/rpc"] = json_response(said)
    with pytest.raises(error):
        await work(agent)


@pytest.mark.parametrize("forgotten", [False, True])
async def test_an_answer_goes_to_the_a2a_task_that_asked_unless_the_agent_has_forgotten_it(server, forgotten):
    agent = await a2a_agent(server, {**MODERN, "capabilities": {}})
    asked = rpc(task=status("TASK_STATE_INPUT_REQUIRED", "Which harbour?", id="t", contextId="c"))
    lost = {"jsonrpc": "2.0", "id": "1", "error": {"code": -32001, "message": "Task not found"}}
    told = iter([asked, *([lost] if forgotten else []), rpc(task=status("TASK_STATE_COMPLETED", "Seven.", id="t"))])
    server.routes["/rpc"] = lambda _: web.json_response(next(told))
    with pytest.raises(NeedsAnswer):
        await work(agent)
    assert (await work(agent, replace(TASK, answer="Kiel")))[-1] == Answer("Seven.")
    _, answer, *anew = [body["params"]["message"] for _, path, body, _ in server.heard if path == "/rpc"]
    assert (answer["taskId"], answer["contextId"], answer["parts"]) == ("t", "c", [{"text": "Kiel"}])
    assert ["taskId" in message or "Kiel" not in message["parts"][0]["text"] for message in anew] == [False] * forgotten


async def test_an_address_without_a_card_is_no_a2a_agent(server):
    server.routes |= {
        path: json_response({}) for path in ("/", "/.well-known/agent-card.json", "/.well-known/agent.json")
    }
    with pytest.raises(Unusable, match="no A2A agent card"):
        await a2a.wrapped(server.url, REACH)


AT_HUB = ["--hub", "https://h", "--token", "t"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--http", "http://x"], "Name the hub"),
        (["--hub", "https://h", "--token", "t", "--python", "nonsense"], "module:function"),
        (["--hub", "https://h", "--token", "t", "--http", "http://x", "--header", "nonsense"], "Name: value"),
        (["--hub", "ftp://h", "--token", "t", "--http", "http://x"], "no address of a hub"),
        ([*AT_HUB, "--http", "notaurl"], "'notaurl' is no address"),
        ([*AT_HUB, "--openai", "http://x:port"], "'http://x:port' is no address"),
        ([*AT_HUB, "--a2a", "http://"], "'http://' is no address"),
        ([*AT_HUB, "--http", "http://x", "--timeout", "-1"], "--timeout"),
        ([*AT_HUB, "--http", "http://x", "--timeout", "nan"], "--timeout"),
        ([*AT_HUB, "--http", "http://x", "--limit", "-3"], "--limit"),
        ([*AT_HUB, "--http", "http://x", "--spool", "/etc/passwd"], "Nothing can be kept in /etc/passwd"),
        ([*AT_HUB, "--http", "http://x", "--spool", "/etc/passwd/x"], "Nothing can be kept in /etc/passwd/x"),
        ([*AT_HUB, "--python", "operator:add"], "operator:add can't be called with one thing"),
    ],
)
def test_the_command_says_what_is_wrong(arguments, words, capsys, monkeypatch, tmp_path):
    monkeypatch.delenv("IOA_HUB", raising=False)
    monkeypatch.delenv("IOA_AGENT_TOKEN", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert command.main(arguments) == 1
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1


def test_the_command_describes_the_agent():
    options = command._parser().parse_args(["--http", "http://x", "--name", "Scout", "--skill", "counting ships"])
    agent = command._described(wrapped.agent_from(options), options)
    assert (agent.name, agent.skills[0]["id"], agent.limit) == ("Scout", "counting-ships", 0)


@pytest.mark.parametrize(("docstring", "told"), [("Counts the ships.\n\n    From the shore.", True), (None, False)])
def test_the_docstring_of_a_function_is_what_its_agent_says_of_itself(docstring, told, tmp_path, monkeypatch):
    written = f'"""{docstring}"""' if docstring else "pass"
    (tmp_path / "harbour.py").write_text(f"def count(text):\n    {written}\n    return text\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "harbour", raising=False)
    agent = wrapped.agent_from(command._parser().parse_args(["--python", "harbour:count"]))
    assert agent.card() == ({"description": "Counts the ships.\n\nFrom the shore."} if told else {})
