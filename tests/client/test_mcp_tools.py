"""All tools of an MCP server as one agent: what it tells the hub of them, and what becomes of the call of one."""

import asyncio
import base64
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from ioa_connect.tasks import Failed, File, Task, ToolCall
from ioa_connect.wrapped import mcp
from ioa_connect.wrapped.reaching import Unusable

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def schema(*required, **properties):
    return {"type": "object", "properties": properties, "required": list(required)}


def offered(name, description, schema, **hints):
    annotations = SimpleNamespace(**hints)
    return SimpleNamespace(name=name, description=description, inputSchema=schema, annotations=annotations)


COUNT = offered("count_words", "Count the words of a text.", schema("text", text=TEXT), readOnlyHint=True)
WRITE = offered("write_file", "Write a file.", schema("path", "content", path=TEXT, content=TEXT), readOnlyHint=False)
ADD = offered("add", "Add two numbers.", schema("a", "b", a=WHOLE, b=WHOLE))
FIVE = (SimpleNamespace(type="text", text="5"),)
PNG = base64.b64encode(b"a picture").decode()


def task(name, **arguments):
    return Task("k", "Asked for", "Asked for", tool=ToolCall(name, arguments))


class Server:
    """An MCP server as its session shows it, in the place of a program; `answer` is raised where it is an error."""

    def __init__(self, *tools, answer=None, content=FIVE, takes=0.0, **more):
        self.tools, self.answer, self.content, self.takes, self.more = tools, answer, content, takes, more
        self.called = []

    async def list_tools(self):
        return SimpleNamespace(tools=self.tools)

    async def call_tool(self, name, arguments):
        self.called.append((name, arguments))
        await asyncio.sleep(self.takes)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return SimpleNamespace(content=self.content, isError=bool(self.answer), **self.more)

    def session(self, *_):
        @asynccontextmanager
        async def opened():
            yield self, "garden"

        return opened()


@pytest.fixture
def served(monkeypatch):
    async def made(*tools, tool="", seconds=60.0, **more):
        server = Server(*tools, **more)
        monkeypatch.setattr(mcp, "_session", server.session)
        return await mcp.wrapped("garden", tool, seconds), server

    return made


async def test_one_command_serves_all_tools_of_a_server_as_skills(served):
    agent, server = await served(COUNT, WRITE, ADD)
    assert agent.name == "garden"
    assert [skill["id"] for skill in agent.card()["skills"]] == ["count_words", "write_file", "add"]
    assert [skill.get("read_only_hint") for skill in agent.skills] == [True, False, None]
    assert await agent.run(task("count_words", text="a b c d e")) == "5"
    assert server.called == [("count_words", {"text": "a b c d e"})]


async def test_the_hub_is_told_of_each_tool_what_the_server_says_of_it(served):
    agent, _ = await served(COUNT, ADD)
    assert agent.tools[0] == {
        "name": "count_words",
        "description": "Count the words of a text.",
        "inputSchema": schema("text", text=TEXT),
        "annotations": {"readOnlyHint": True},
    }
    assert "annotations" not in agent.tools[1]


async def test_one_tool_may_be_named(served):
    agent, _ = await served(COUNT, ADD, tool="add")
    assert (agent.name, [tool["name"] for tool in agent.tools]) == ("add", ["add"])
    with pytest.raises(Unusable, match="no tool 'gone'"):
        await served(COUNT, ADD, tool="gone")


async def test_more_tools_than_one_frame_takes_are_refused_with_what_to_do(served):
    long = offered("long", "x" * mcp.MOST_TOOLS, schema())
    with pytest.raises(Unusable, match="name one with --tool"):
        await served(COUNT, long)


async def test_a_test_of_the_connection_lists_the_tools_and_calls_none(served):
    agent, server = await served(COUNT, WRITE)
    assert await agent.run(Task("probe:1", "Say what you can do.", "Say what you can do.")) == (
        "Tools: count_words, write_file."
    )
    assert server.called == []


async def test_pictures_become_files_and_a_structured_result_is_told(served):
    told = []

    async def tell(event):
        told.append(event)

    picture = SimpleNamespace(type="image", data=PNG, mimeType="image/png")
    agent, _ = await served(COUNT, content=[picture])
    drawn = Task("k", "Draw", "Draw", tool=ToolCall("count_words", {}), _tell=tell)
    assert await agent.run(drawn) == "Done; see the files."
    assert told == [File("image-1.png", b"a picture", "image/png")]
    agent, _ = await served(COUNT, content=[], structuredContent={"words": 5})
    assert await agent.run(task("count_words")) == '{\n  "words": 5\n}'
    agent, _ = await served(COUNT, content=[])
    assert await agent.run(task("count_words")) == "The tool count_words was called and gave nothing back."


async def test_a_server_that_fails_says_why_however_deep_that_is_hidden(served):
    hidden = ExceptionGroup("unhandled errors", [ExceptionGroup("more", [ValueError("The tool needs thought")])])
    agent, _ = await served(COUNT, answer=hidden)
    with pytest.raises(Failed, match="The tool count_words failed: The tool needs thought"):
        await agent.run(task("count_words", text="a b"))


async def test_a_tool_that_does_not_answer_is_left_after_the_seconds_that_one_answer_may_take(served):
    agent, _ = await served(COUNT, seconds=0.05, takes=60.0)
    with pytest.raises(Failed, match="The tool count_words did not answer within"):
        await agent.run(task("count_words", text="a b"))


async def test_work_that_changes_something_is_not_begun_again_by_itself(served):
    assert not (await served(COUNT, WRITE))[0].repeatable
    assert (await served(COUNT, ADD))[0].repeatable


async def test_a_hub_that_says_no_tool_is_too_old(served):
    agent, server = await served(COUNT, ADD)
    with pytest.raises(Failed, match="older than this ioa-connect"):
        await agent.run(Task("k", "Count the words of 'a b'", "Count the words of 'a b'"))
    assert server.called == []
