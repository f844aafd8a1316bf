"""All tools of an MCP server as one agent: which is called, with what, and what is asked instead of guessed."""

from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from ioa_connect.tasks import Change, Failed, NeedsAnswer, Task
from ioa_connect.wrapped import mcp
from ioa_connect.wrapped.reaching import Reach, Unusable
from ioa_connect.wrapped.tools import Tool, arguments_for, tool_for

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def schema(*required, **properties):
    return {"type": "object", "properties": properties, "required": list(required)}


COUNT = Tool("count_words", "Count the words of a text.", schema("text", text=TEXT))
WRITE = Tool("write_file", "Write a file.", schema("path", "content", path=TEXT, content=TEXT), reads=False)
ADD = Tool("add", "Add two numbers.", schema("a", "b", a=WHOLE, b=WHOLE))
FIND = Tool("search", "Search the notes.", schema("query", query=TEXT, limit=WHOLE))


def task(words, *, goal="", skills=(), answer=None, changes=()):
    said = tuple(Change("Ann", change) for change in changes)
    brief = f"Asked for:\n- {words}\nGive: text."
    return Task("k", goal or words, brief, skills, answer, words=words, changes=said)


@pytest.mark.parametrize(
    ("words", "skills", "chosen"),
    [
        ("Count the words of 'search the notes'", (), COUNT),
        ("Anything", ("add",), ADD),
        ("Search what was said of bees", (), FIND),
        ("Sing", (), None),
    ],
)
def test_a_tool_is_chosen_by_its_skill_or_its_words_and_never_by_chance(words, skills, chosen):
    assert tool_for([COUNT, WRITE, ADD, FIND], task(words, skills=skills)) is chosen


@pytest.mark.parametrize(
    ("tool", "given", "arguments"),
    [
        (COUNT, task("count the words of 'the quick brown fox jumps'"), {"text": "the quick brown fox jumps"}),
        (ADD, task('Add {"a": 1, "b": 2}.'), {"a": 1, "b": 2}),
        (ADD, task("Add them", goal='Add {"a": 1, "b": 2}, please'), {"a": 1, "b": 2}),
        (ADD, task("Add, a: 1; b: 2", changes=("a: 7",)), {"a": 7, "b": 2}),
        (FIND, task("What was said of bees?"), {"query": "What was said of bees?"}),
        (FIND, task("What was said? limit: 3"), {"query": "What was said? limit: 3", "limit": 3}),
        (WRITE, task("Write it, path: a.txt", answer="All my bees."), {"path": "a.txt", "content": "All my bees."}),
        (WRITE, task("Write it, path: a.txt", answer="content: Bees"), {"path": "a.txt", "content": "Bees"}),
    ],
)
def test_arguments_come_from_what_was_said(tool, given, arguments):
    assert arguments_for(tool, given) == arguments


@pytest.mark.parametrize(
    ("tool", "words", "missing"),
    [
        (WRITE, "Write a poem about bees to poem.txt", "`content` (string)"),
        (COUNT, "Count the words", "`text` (string)"),
        (ADD, "Add some numbers", "Answer like: a: …; b: …"),
        (Tool("drop", "", schema("query", query=TEXT), reads=False), "Drop the old rows", "`query` (string)"),
    ],
)
def test_what_is_missing_is_asked_and_never_filled_with_the_sentence(tool, words, missing):
    with pytest.raises(NeedsAnswer) as asked:
        arguments_for(tool, task(words))
    assert missing in str(asked.value)


def as_server_says(tool: Tool):
    hints = SimpleNamespace(readOnlyHint=tool.reads)
    return SimpleNamespace(name=tool.name, description=tool.description, inputSchema=tool.schema, annotations=hints)


class Server:
    """An MCP server as its session shows it, in the place of a program; `answer` is raised where it is an error."""

    def __init__(self, *tools, answer=None):
        self.tools = [as_server_says(tool) for tool in tools]
        self.answer = answer
        self.called = []

    async def list_tools(self):
        return SimpleNamespace(tools=self.tools)

    async def call_tool(self, name, arguments):
        self.called.append((name, arguments))
        if isinstance(self.answer, BaseException):
            raise self.answer
        return SimpleNamespace(content=[SimpleNamespace(text="5")], isError=bool(self.answer))

    def session(self, *_):
        @asynccontextmanager
        async def opened():
            yield self, "garden"

        return opened()


@pytest.fixture
def served(monkeypatch):
    async def made(*tools, tool="", **more):
        server = Server(*tools, **more)
        monkeypatch.setattr(mcp, "_session", server.session)
        return await mcp.wrapped("garden", tool, Reach({}, 5.0)), server

    return made


async def test_one_command_serves_all_tools_of_a_server_as_skills(served):
    agent, server = await served(COUNT, WRITE, ADD, FIND)
    assert agent.name == "garden"
    assert [skill["id"] for skill in agent.card()["skills"]] == ["count_words", "write_file", "add", "search"]
    assert [skill.get("read_only_hint") for skill in agent.skills] == [None, False, None, None]
    assert await agent.run(task("Count the words of 'a b c d e'")) == "5"
    assert server.called == [("count_words", {"text": "a b c d e"})]


async def test_one_tool_may_be_named(served):
    agent, _ = await served(COUNT, ADD, tool="add")
    assert (agent.name, len(agent.skills)) == ("add", 1)
    with pytest.raises(Unusable, match="no tool 'gone'"):
        await served(COUNT, ADD, tool="gone")


async def test_a_test_of_the_connection_lists_the_tools_and_calls_none(served):
    agent, server = await served(COUNT, WRITE)
    assert await agent.run(Task("probe:1", "Say what you can do.", "Say what you can do.")) == (
        "Tools: count_words, write_file."
    )
    assert server.called == []


async def test_a_server_that_fails_says_why_however_deep_that_is_hidden(served):
    hidden = ExceptionGroup("unhandled errors", [ExceptionGroup("more", [ValueError("The tool needs thought")])])
    agent, _ = await served(COUNT, answer=hidden)
    with pytest.raises(Failed, match="The tool count_words failed: The tool needs thought"):
        await agent.run(task("Count the words of 'a b'"))


async def test_work_that_changes_something_is_not_begun_again_by_itself(served):
    assert not (await served(COUNT, WRITE))[0].repeatable
    assert (await served(COUNT, ADD))[0].repeatable


async def test_a_task_that_no_tool_fits_names_the_tools(served):
    agent, _ = await served(COUNT, ADD)
    with pytest.raises(Failed, match="Its tools: count_words, add"):
        await agent.run(task("Sing"))
