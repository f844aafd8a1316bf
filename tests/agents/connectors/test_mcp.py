"""The tools of an MCP server: which one is called, with what, and what came of it."""

import contextlib
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.connectors import connector_for
from apps.agents.connectors.mcp.arguments import Missing, Words, arguments_for
from apps.agents.connectors.mcp.by_model import question_for
from apps.agents.connectors.mcp.choice import tool_for
from apps.agents.connectors.mcp.connector import files_of, progress_of, text_of
from apps.agents.domain.briefs import repeat_words
from apps.agents.domain.calls import (
    AgentError,
    ArtifactMade,
    ColleagueResult,
    File,
    InputRequired,
    Progress,
    Result,
    RunRequest,
    Sign,
    Usage,
)
from apps.agents.domain.choice_forms import FilledForm
from apps.agents.domain.failures import Failure
from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving

STRING, NUMBER, WHOLE = {"type": "string"}, {"type": "number"}, {"type": "integer"}


def tool(required=(), name="do", **properties):
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "title": "Do it", "inputSchema": schema}


ZONES = tool(
    ("source_timezone", "time", "target_timezone"), source_timezone=STRING, time=STRING, target_timezone=STRING
)
READ = {  # what is said -> what the tool is called with
    "nothing is wanted": (tool(), "Take a picture", {}),
    "the one text": (tool(["question"], question=STRING), "How many bees?", {"question": "How many bees?"}),
    "the one text that may be": (tool(phrase=STRING), "Say 'good morning'", {"phrase": "good morning"}),
    "a place": (tool(["city"], city=STRING), "Will it rain in New York today?", {"city": "New York"}),
    "what a colon hands over": (tool(["text"], text=STRING), "Count the words of this text: a b c", {"text": "a b c"}),
    "a text of many lines": (tool(["text"], text=STRING), "Sum up the following:\n\na: b\nc", {"text": "a: b\nc"}),
    "an apostrophe is no quotation mark": (
        tool(["text"], text=STRING),
        "Count the words of Anna's 'it is the dog’s bone'",
        {"text": "it is the dog’s bone"},
    ),
    "JSON that another object stands before": (
        tool(["a"], a={"type": "object"}),
        'Not {"x": 1} but {"a": {"b": "c. d; e"}}, please',
        {"a": {"b": "c. d; e"}},
    ),
    "the usual one of two that may be": (tool(lang=STRING, query=STRING), "Bees", {"query": "Bees"}),
    "an object of JSON": (tool(["a", "b"], a=NUMBER, b=NUMBER), 'Add {"a": 3, "b": 4}.', {"a": 3, "b": 4}),
    "names and values": (
        tool(["kind", "seeds"], kind=STRING, seeds=WHOLE),
        "Plant. kind: roses; seeds = 12",
        {"kind": "roses", "seeds": 12},
    ),
    "names with blanks": (tool(["max_rows"], max_rows=WHOLE), "max rows: 5", {"max_rows": 5}),
    "numbers in order": (tool(["a", "b"], a=NUMBER, b=NUMBER), "Add 3 and 4.5", {"a": 3.0, "b": 4.5}),
    "a number and a text": (
        tool(["n", "text"], n=WHOLE, text=STRING),
        "Repeat 'bees' 3 times",
        {"n": 3, "text": "bees"},
    ),
    "time zones in order": (
        ZONES,
        "Convert 16:30 from America/New_York to Asia/Tokyo",
        {"source_timezone": "America/New_York", "time": "16:30", "target_timezone": "Asia/Tokyo"},
    ),
    "an address": (
        tool(["url"], url=STRING),
        "Read https://bees.example/a?b=1 please",
        {"url": "https://bees.example/a?b=1"},
    ),
    "a date": (
        tool(["day"], day={"type": "string", "format": "date"}),
        "What was on 2024-02-29?",
        {"day": "2024-02-29"},
    ),
    "one of a list": (
        tool(["unit"], unit={"type": "string", "enum": ["celsius", "kelvin"]}),
        "In Celsius, please",
        {"unit": "celsius"},
    ),
    "a yes": (tool(["deep"], deep={"type": "boolean"}), "deep: yes", {"deep": True}),
    "a list": (tool(["names"], names={"type": "array"}), "names: ann, bob", {"names": ["ann", "bob"]}),
    "texts in quotation marks": (
        tool(["old", "new"], old=STRING, new=STRING),
        'Replace "bee" by "wasp"',
        {"old": "bee", "new": "wasp"},
    ),
    "a folder at the end of a sentence": (
        tool(["repo_path"], repo_path=STRING),
        "Show the status of the repository /srv/garden.",
        {"repo_path": "/srv/garden"},
    ),
    "an address at the end of a question": (
        tool(["url"], url=STRING),
        "What is at http://h/bees?",
        {"url": "http://h/bees"},
    ),
    "null or a number": (tool(["n"], n={"anyOf": [{"type": "null"}, {"type": "integer"}]}), "Take 7", {"n": 7}),
}


@pytest.mark.parametrize("what", READ)
def test_arguments_are_read_from_the_words_of_a_task(what):
    asked, brief, expected = READ[what]
    assert arguments_for(asked, Words(brief), {}) == expected


@pytest.mark.parametrize(
    ("asked", "brief", "words"),
    [
        (tool(["a", "b"], a=NUMBER, b=NUMBER), "Add 3, 4 and 5", ["`a` (number)", "`b` (number)", "a: …; b: …"]),
        (tool(["a", "b"], a=STRING, b=STRING), "Bees", ["`a` (string)", "`b` (string)"]),
        (tool(["n"], n=WHOLE), "Some", ["`n` (integer)"]),
        (tool(["text"], text=STRING), "Count the words", ["`text` (string)"]),
        (tool(["text"], text=STRING), "Important: count the words", ["`text` (string)"]),
        (tool(["content"], content=STRING), "Write a poem on 'bees' and on 'wasps'", ["`content` (string)"]),
        (tool(["city"], city=STRING), "Rain in bergen?", ["`city` (string)"]),
        (tool(["task"], task=STRING), "Buy milk", ["`task` (string)"]),
        (tool(["u"], u={"type": "string", "enum": ["x", "y"]}), "Both x and y", ['one of "x", "y"']),
    ],
)
def test_what_the_words_leave_open_is_asked_for_and_never_guessed(asked, brief, words):
    with pytest.raises(Missing) as missing:
        arguments_for(asked, Words(brief), {})
    assert all(word in str(missing.value) for word in words)


def test_an_answer_is_read_like_the_task():
    asked = tool(["kind", "seeds"], kind=STRING, seeds=WHOLE)
    said = Words("Plant", answer="kind: roses; seeds: 3")
    assert arguments_for(asked, said, {}) == {"kind": "roses", "seeds": 3}
    city = tool(["unit", "city"], unit={"type": "string", "enum": ["c", "k"]}, city=STRING)
    assert arguments_for(city, Words("Weather in Rome", answer="unit: k"), {}) == {"unit": "k", "city": "Rome"}


def test_what_is_set_by_hand_wins():
    asked = tool(["a", "b"], a=STRING, b=STRING)
    assert arguments_for(asked, Words("Bees"), {"a": "fixed"}, "b") == {"a": "fixed", "b": "Bees"}
    assert arguments_for(asked, Words('{"a": "x", "b": "y"}'), {"a": "fixed"}) == {"a": "fixed", "b": "y"}


json_values = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=9), st.lists, max_leaves=4)


@given(
    st.dictionaries(
        st.text(max_size=9), json_values | st.dictionaries(st.sampled_from(["type", "enum", "anyOf"]), json_values)
    ),
    st.text(max_size=80),
    st.text(max_size=20),
)
def test_no_schema_and_no_text_break_the_reading(properties, brief, answer):
    asked = {"name": "do", "inputSchema": {"properties": properties, "required": list(properties)}}
    with contextlib.suppress(Missing):
        assert isinstance(arguments_for(asked, Words(brief, goal=answer, answer=answer), {}), dict)


TOOLS = [
    {"name": "count_words", "description": "Count the words of a text."},
    {"name": "get_current_time", "description": "Tell the time in a zone."},
    {"name": "x" * 100, "description": ""},
]


@pytest.mark.parametrize(
    ("skills", "brief", "named", "chosen"),
    [
        (["count_words"], "Anything", "", "count_words"),
        (["x" * 64], "Anything", "", "x" * 100),
        ([], "Counting the words here", "", "count_words"),
        (["count_words", "get_current_time"], "What is the current time?", "", "get_current_time"),
        ([], "Bees", "", None),
        ([], "Count words", "get_current_time", "get_current_time"),
        ([], "Count words", "gone", None),
    ],
)
def test_a_tool_is_chosen_by_skill_or_by_words_or_not_at_all(skills, brief, named, chosen):
    found = tool_for(TOOLS, skills, brief, named)
    assert (found and found["name"]) == chosen


PICTURE = {"type": "image", "data": "aGk=", "mimeType": "image/png"}


@pytest.mark.parametrize(
    ("result", "text", "files"),
    [
        ({"content": [{"type": "text", "text": "Ten."}, {"type": "text", "text": "Bees."}]}, "Ten.\n\nBees.", []),
        ({"content": [], "structuredContent": {"n": 1}}, '```json\n{\n  "n": 1\n}\n```', []),
        ({"content": [PICTURE]}, "", [File("image-1.png", "image/png", b"hi")]),
        ({"content": [PICTURE | {"data": "aG\nk=\n"}]}, "", [File("image-1.png", "image/png", b"hi")]),
        (
            {
                "content": [
                    {
                        "type": "resource",
                        "resource": {"uri": "file:///a/b%20c.csv", "mimeType": "text/csv", "blob": "aGk"},
                    }
                ]
            },
            "",
            [File("b c.csv", "text/csv", b"hi")],
        ),
        ({"content": [{"type": "resource", "resource": {"uri": "x://y", "text": "Ten."}}]}, "Ten.", []),
        (
            {
                "content": [
                    {
                        "type": "resource",
                        "resource": {"uri": "file:///moons-2031.csv", "mimeType": "text/csv", "text": "moon,day\n"},
                    }
                ]
            },
            "moon,day\n",
            [File("moons-2031.csv", "text/csv", b"moon,day\n")],
        ),
        ({"content": [{"type": "resource_link", "name": "Bees", "uri": "http://h/b"}]}, "Bees: http://h/b", []),
        (
            {"content": [{"type": "resource", "resource": {"uri": "http://[bees/a.csv", "blob": "aGk="}}]},
            "",
            [File("resource-1", "application/octet-stream", b"hi")],
        ),
        ({"content": "no list"}, "", []),
        ({"content": [{"type": "text", "text": "\u200b\u2060 "}]}, "", []),
        ({"content": [{"type": "text", "text": "\u200b"}, {"type": "text", "text": "Ten."}]}, "Ten.", []),
        ({"content": [{"type": "image", "data": "%%%", "mimeType": "image/png"}, 7]}, "", []),
    ],
)
def test_what_a_tool_gives_becomes_text_and_files(result, text, files):
    assert (text_of(result), files_of(result)) == (text, files)


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"method": "notifications/progress", "params": {"progress": 1, "total": 3}}, "1 of 3"),
        ({"method": "notifications/progress", "params": {"progress": 1, "message": "digging"}}, "digging"),
        ({"method": "notifications/message", "params": {"level": "info", "data": "digging"}}, "digging"),
        ({"method": "notifications/else", "params": 3}, ""),
    ],
)
def test_progress_is_told_in_the_tools_words(message, line):
    assert progress_of(message) == line


class Server:
    """An MCP server with one tool; `told` is what the call of it answers with, one event after the other."""

    def __init__(self, *told, stateless=False, second=None):
        self.told = told
        self.second = second or tool(["text"], name="count", text=STRING)
        self.stateless = stateless

    def __call__(self, request):
        method, number = request.body.get("method"), request.body.get("id")
        about = {"capabilities": {"tools": {}}, "serverInfo": {"name": "garden"}, "protocolVersion": "2025-06-18"}
        match method:
            case "initialize" if self.stateless:
                return as_json({"jsonrpc": "2.0", "id": number, "error": {"code": -32022, "message": "new only"}}, 400)
            case "initialize" | "server/discover":
                return *as_json({"jsonrpc": "2.0", "id": number, "result": about}), {"Mcp-Session-Id": "s1"}
            case "tools/list":
                second = {"tools": [self.second]}
                first = {"tools": [tool(name="other")], "nextCursor": "2"}
                told = second if request.body["params"].get("cursor") else first
                return as_json({"jsonrpc": "2.0", "id": number, "result": told})
            case "tools/call":
                events = [json.dumps({"jsonrpc": "2.0", "id": number} | each) for each in self.told]
                return 200, "text/event-stream", "".join(f"data: {event}\n\n" for event in events)
        return 202, "application/json", ""


REQUEST = RunRequest(key="k-1", goal="Garden", brief="Count the words of 'Ten busy bees'", skills=("count",))


async def played(*told, request=REQUEST, stateless=False, second=None, **config):
    served = Server(*told, stateless=stateless, second=second)
    with serving({("POST", "/mcp"): served, ("DELETE", "/mcp"): (200, "", "")}) as server:
        config = {"url": f"{server.url}/mcp"} | config
        return [event async for event in connector_for("mcp").run(config, request)], server.asked


async def test_a_tool_is_called_in_a_session_that_is_ended_after_it():
    progress = {"id": None, "method": "notifications/progress", "params": {"progress": 1, "total": 2}}
    events, asked = await played(progress, {"result": {"content": [{"type": "text", "text": "3"}, PICTURE]}})
    assert events == [
        Progress('Calls count with {"text": "Ten busy bees"}', Sign.TOOL),
        Progress("1 of 2", Sign.LIFE),
        ArtifactMade(File("image-2.png", "image/png", b"hi")),
        Result("3"),
    ]
    said = [request.body["method"] if request.body else request.method for request in asked]
    assert [each for each in said if each] == [
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/list",
        "tools/call",
        "DELETE",
    ]
    assert {request.headers["Mcp-Session-Id"] for request in asked[1:]} == {"s1"}
    assert asked[-2].body["params"]["_meta"] == {"progressToken": "k-1"}
    assert [request.headers["Idempotency-Key"] for request in asked if request.headers["Idempotency-Key"]] == ["k-1"]


async def test_an_answer_makes_it_another_piece_of_work():
    _, asked = await played({"result": {}}, request=replace(REQUEST, answer="In the garden.", leg=1))
    assert [request.headers["Idempotency-Key"] for request in asked if request.headers["Idempotency-Key"]] == ["k-1:1"]


async def test_a_server_of_the_newer_revision_is_called_without_a_handshake():
    events, asked = await played({"result": {"content": [{"type": "text", "text": "3"}]}}, stateless=True)
    assert events[-1] == Result("3")
    call = asked[-2]
    assert (call.headers["Mcp-Method"], call.headers["Mcp-Name"]) == ("tools/call", "count")
    assert call.headers["MCP-Protocol-Version"] == "2026-07-28"
    assert call.body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"


@pytest.mark.parametrize("stateless", [False, True])
async def test_a_call_that_is_given_up_is_cancelled_at_the_server(stateless):
    half = {"id": None, "method": "notifications/progress", "params": {"message": "half"}}
    server = Server(half, stateless=stateless)
    with serving({("POST", "/mcp"): server, ("DELETE", "/mcp"): (200, "", "")}) as there:
        async with contextlib.aclosing(connector_for("mcp").run({"url": f"{there.url}/mcp"}, REQUEST)) as events:
            async for event in events:
                if event == Progress("half", Sign.LIFE):
                    break
    told = [request.body for request in there.asked if request.body]
    [call] = [said["id"] for said in told if said["method"] == "tools/call"]
    given_up = [said["params"]["requestId"] for said in told if said["method"] == "notifications/cancelled"]
    assert given_up == ([] if stateless else [call]), "the newer revision has no such word: closing is enough"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            {"result": {"isError": True, "content": [{"type": "text", "text": "not ripe"}]}},
            "The tool count failed: not ripe.",
        ),
        ({"error": {"code": -32602, "message": "bad text"}}, "says: bad text."),
        ({"result": {"resultType": "input_required"}}, "asks back in a way that the hub does not speak."),
    ],
)
async def test_a_tool_that_fails_says_so_for_good(told, words):
    [_, end], _ = await played(told)
    assert end.reason.endswith(words)
    assert end.permanent


async def test_a_picture_that_cannot_be_read_is_named_in_the_answer():
    parts = [{"type": "text", "text": "Ten."}, {"type": "image", "data": "%%%", "mimeType": "image/png"}]
    for content, told in ((parts, ["Ten."]), (parts[1:], [])):
        [_, end], _ = await played({"result": {"content": content}})
        number = len(content)
        missing = f"The file “image-{number}.png” is missing: what the agent sent of it can't be read."
        assert end == Result("\n\n".join([*told, missing]))


async def test_a_tool_whose_words_nobody_can_see_gave_nothing_back():
    [_, end], _ = await played({"result": {"content": [{"type": "text", "text": "\u200b\u2060"}]}})
    assert end == Result("The tool count was called and gave nothing back.")


@pytest.mark.parametrize("status", [200, 204])
async def test_an_address_that_answers_with_something_else_is_told_as_one(status):
    with serving({("POST", "/mcp"): (status, "text/html", "<p>Hello</p>" if status == 200 else "")}) as server:
        [end] = [event async for event in connector_for("mcp").run({"url": f"{server.url}/mcp"}, REQUEST)]
    assert end.reason.endswith("answered, but not like an MCP server; check the URL.")
    assert end.failure is Failure.UNSENT


async def test_a_server_that_breaks_off_may_be_tried_again():
    events, _ = await played()
    assert events[-1] == AgentError(events[-1].reason, permanent=False, failure=Failure.CUT)


async def test_what_a_server_asks_of_us_is_answered_with_no():
    asking = {"id": 77, "method": "sampling/createMessage", "params": {}}
    events, asked = await played(asking, {"result": {"content": [{"type": "text", "text": "3"}]}})
    assert events[-1] == Result("3")
    [answer] = [request.body for request in asked if request.body and "error" in request.body]
    assert (answer["id"], answer["error"]["code"]) == (77, -32601)


async def test_a_task_that_says_too_little_is_asked_back():
    request = RunRequest(key="k", goal="", brief="", skills=("count",))
    [asks], asked = await played(request=request)
    assert isinstance(asks, InputRequired)
    assert "tools/call" not in [each.body.get("method") for each in asked if each.body]


FILE = tool(["path", "content"], name="write_file", path=STRING, content=STRING)


def by_rules(goal: str, skill: str) -> RunRequest:
    """The request for a goal whose brief was written by rules."""
    return RunRequest("k", goal, f"{repeat_words('Asked for', [goal])}\nGive: text.", skills=(skill,))


def called_with(asked) -> list[dict]:
    bodies = [each.body for each in asked if each.body]
    return [body["params"]["arguments"] for body in bodies if body.get("method") == "tools/call"]


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        ("count the words of 'the quick brown fox jumps'", "the quick brown fox jumps"),
        ('How many words has "to be, or not: to be"?', "to be, or not: to be"),
        ("Count the words of this sentence: bees are busy", "bees are busy"),
    ],
)
async def test_a_tool_gets_what_the_person_quoted_and_not_the_hubs_own_words(goal, text):
    _, asked = await played({"result": {}}, request=by_rules(goal, "count"))
    assert called_with(asked) == [{"text": text}]


async def test_a_file_is_never_written_with_the_words_that_ask_for_it():
    goal = "Write a poem about bees to poem.txt"
    [asks], asked = await played({"result": {}}, request=by_rules(goal, "write_file"), second=FILE)
    assert isinstance(asks, InputRequired)
    assert "`content`" in asks.question
    assert "`path`" not in asks.question, "that was said"
    assert called_with(asked) == []


async def test_a_file_is_written_with_what_was_quoted():
    request = by_rules("Write 'poem.txt by Ann' to notes.txt", "write_file")
    _, asked = await played({"result": {}}, request=request, second=FILE)
    assert called_with(asked) == [{"path": "notes.txt", "content": "poem.txt by Ann"}]


async def test_of_two_files_none_is_chosen_for_a_tool_that_may_write():
    one = tool(["path"], name="delete_file", path=STRING)
    [asks], _ = await played({"result": {}}, request=by_rules("Keep a.txt and delete b.txt", "delete_file"), second=one)
    assert isinstance(asks, InputRequired)


async def test_what_was_asked_for_and_answered_is_written():
    request = replace(
        by_rules("Write a poem about bees to poem.txt", "write_file"), answer="Bees!\nBuzz: all day.", leg=1
    )
    _, asked = await played({"result": {}}, request=request, second=FILE)
    assert called_with(asked) == [{"path": "poem.txt", "content": "Bees!\nBuzz: all day."}]


async def test_json_that_a_brief_has_in_part_is_taken_whole_from_the_goal():
    goal = 'Write this: {"path": "a.txt", "content": "One. Two; three: four"}'
    request = RunRequest("k", goal, 'Write this: {"path": "a', skills=("write_file",))
    _, asked = await played({"result": {}}, request=request, second=FILE)
    assert called_with(asked) == [{"path": "a.txt", "content": "One. Two; three: four"}]


@pytest.mark.parametrize("hints", [{"readOnlyHint": False}, {"destructiveHint": True}])
def test_a_tool_that_changes_something_is_not_filled_by_the_sentence(hints):
    with pytest.raises(Missing):
        arguments_for(tool(["query"], query=STRING) | {"annotations": hints}, Words("Delete old rows"), {})


@pytest.mark.parametrize("name", ["message", "task", "input", "request"])
def test_a_tool_that_only_reads_may_be_spoken_to(name):
    reads = tool([name], **{name: STRING}) | {"annotations": {"readOnlyHint": True}}
    assert arguments_for(reads, Words("How are you?"), {}) == {name: "How are you?"}


def test_what_a_person_changed_goes_before_what_the_task_says():
    day = tool(["day"], day={"type": "string", "format": "date"})
    said = Words("What was on 2024-02-29?", changes=("Take 2024-03-01.",))
    assert arguments_for(day, said, {}) == {"day": "2024-03-01"}


async def test_values_that_an_earlier_result_names_fill_parameters_and_what_the_person_says_goes_before():
    found = ColleagueResult("Look", "Scout", 'I found {"path": "bees.txt", "content": "Ten."} for you.')
    request = replace(by_rules("Write it down", "write_file"), results=(found,))
    _, asked = await played({"result": {}}, request=request, second=FILE)
    assert called_with(asked) == [{"path": "bees.txt", "content": "Ten."}]
    said = replace(by_rules("Write it down; path: wasps.txt", "write_file"), results=(found,))
    _, asked = await played({"result": {}}, request=said, second=FILE)
    assert called_with(asked) == [{"path": "wasps.txt", "content": "Ten."}]


class Model:
    """A model that fills in forms with what it was told to."""

    def __init__(self, arguments, missing=()):
        self.values = {"arguments": json.dumps(arguments), "missing": list(missing)}
        self.forms = []

    async def fill(self, form):
        self.forms.append(json.loads(form.data))
        return FilledForm(self.values, Usage(30, 10))


POEM = {"path": "poem.txt", "content": "Bees, ```buzz```."}
WRITE_POEM = by_rules("Write a poem about bees to poem.txt", "write_file")


async def test_before_a_tool_that_may_write_the_room_is_shown_what_a_model_chose():
    model = Model(POEM)
    [asks], asked = await played(request=replace(WRITE_POEM, model=model), second=FILE)
    assert asks == InputRequired(question_for("write_file", POEM), Usage(30, 10))
    assert called_with(asked) == []
    assert model.forms[0]["task"] == "Write a poem about bees to poem.txt"

    agreed = replace(WRITE_POEM, model=model, question=asks.question, answer="Yes, please.", leg=1)
    _, asked = await played({"result": {}}, request=agreed, second=FILE)
    assert called_with(asked) == [POEM]
    assert len(model.forms) == 1, "what was agreed to is called, not chosen anew"


async def test_what_was_shown_and_not_agreed_to_is_chosen_anew():
    model = Model(POEM)
    answered = replace(
        WRITE_POEM, model=model, question=question_for("write_file", POEM), answer="No, in German.", leg=1
    )
    [asks], asked = await played(request=answered, second=FILE)
    assert called_with(asked) == []
    assert isinstance(asks, InputRequired)
    assert model.forms[0]["answered"] == "No, in German."


@pytest.mark.parametrize("question", ["Shall I?", question_for("other", POEM)])
async def test_a_yes_to_another_question_is_no_leave(question):
    answered = replace(WRITE_POEM, model=Model(POEM), question=question, answer="Yes", leg=1)
    _, asked = await played(request=answered, second=FILE)
    assert called_with(asked) == []


async def test_a_tool_that_only_reads_is_called_with_what_a_model_chose_and_its_cost_is_told():
    reads = tool(["topic"], name="look", topic=STRING) | {"annotations": {"readOnlyHint": True}}
    request = replace(by_rules("What do bees eat?", "look"), model=Model({"topic": "bees"}))
    events, asked = await played(
        {"result": {"content": [{"type": "text", "text": "Nectar."}]}}, request=request, second=reads
    )
    assert called_with(asked) == [{"topic": "bees"}]
    assert events[-1] == Result("Nectar.", Usage(30, 10))


@pytest.mark.parametrize(
    ("arguments", "missing"), [({"topic": 3}, ()), ({}, ()), ("bees", ()), ({"topic": "bees"}, ("topic",))]
)
async def test_what_a_model_chose_and_does_not_fit_is_asked_for(arguments, missing):
    reads = tool(["topic"], name="look", topic=STRING) | {"annotations": {"readOnlyHint": True}}
    request = replace(by_rules("What do bees eat?", "look"), model=Model(arguments, missing))
    [asks], asked = await played(request=request, second=reads)
    assert (asks.usage, called_with(asked)) == (Usage(30, 10), [])
    assert "`topic` (string)" in asks.question


async def test_no_model_is_asked_where_the_words_say_all():
    model = Model(POEM)
    request = replace(by_rules("Write 'Bees' to a.txt", "write_file"), model=model)
    _, asked = await played({"result": {}}, request=request, second=FILE)
    assert called_with(asked) == [{"path": "a.txt", "content": "Bees"}]
    assert model.forms == []


async def test_a_probe_lists_the_tools_and_calls_none():
    with serving({("POST", "/mcp"): Server(), ("DELETE", "/mcp"): (200, "", "")}) as server:
        card = await connector_for("mcp").probe({"url": f"{server.url}/mcp"})
    assert (card.reply, card.problem) == ("Tools: other, count.", "")
