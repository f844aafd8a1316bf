"""A server of tools that dials in: the hub says which tool is called with what, by the rules of those that it calls."""

import asyncio
import contextlib

import pytest
from channels.db import database_sync_to_async

from apps.agents.connectors.mcp.tool_call import ChosenCall, choose_call
from apps.agents.domain.calls import InputRequired, Progress, Result, RunRequest, Usage
from apps.agents.domain.choice_forms import FilledForm
from apps.agents.queries.connections import brings_tools
from tests.agents.socket.installation import Installation, asked, ending

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def tool(name, told="", reads=None, required=(), **properties):
    schema = {"type": "object", "properties": properties, "required": list(required or properties)}
    said = {"name": name, "description": told, "inputSchema": schema}
    return said if reads is None else said | {"annotations": {"readOnlyHint": reads}}


COUNT = tool("count_words", "Count the words of a text.", reads=True, text=TEXT)
WRITE = tool("write_file", "Write a file.", reads=False, path=TEXT, content=TEXT)
TIDES = tool("tide_times", "Times of low tide.", reads=True, city=TEXT)
PLANT = tool("plant_seeds", "Plant seeds.", count=WHOLE)
UNITS = tool("convert", "Convert a length.", reads=True, unit={"type": "string", "enum": ["metric", "imperial"]})
LOG = tool("read_log", "What was logged.", reads=True, start_date=TEXT, end_date=TEXT)
ALL = [COUNT, WRITE, TIDES, PLANT, UNITS, LOG]
CALLED = {
    "Count the words of 'the quick brown fox jumps'": ("count_words", {"text": "the quick brown fox jumps"}),
    "Count the words of this text: one two three": ("count_words", {"text": "one two three"}),
    "Times of low tide at Dover": ("tide_times", {"city": "Dover"}),
    "Plant 3 seeds": ("plant_seeds", {"count": 3}),
    'Plant seeds {"count": 4}': ("plant_seeds", {"count": 4}),
    "Convert the length into metric units": ("convert", {"unit": "metric"}),
    "What was logged from 2026-03-04 to 2026-03-09?": (
        "read_log",
        {"start_date": "2026-03-04", "end_date": "2026-03-09"},
    ),
    "Write a file, path: a.txt; content: Bees": ("write_file", {"path": "a.txt", "content": "Bees"}),
}
NOT_CALLED = {
    "Write a file about bees": "The tool “write_file” needs more",
    "Plant seeds": "- `count` (integer)",
    "Sing": "Its tools: count_words, write_file",
}


def request(words, **more):
    return RunRequest(key="task-1", goal=words, brief=words, **more)


@contextlib.asynccontextmanager
async def dialled(world, tools):
    there = Installation(world)
    await there.dial(tools=tools)
    try:
        yield there
    finally:
        with contextlib.suppress(asyncio.CancelledError):
            await there.hang_up()


@pytest.mark.parametrize("words", CALLED)
async def test_it_is_told_what_to_call_as_the_hub_would_call_it(world, words):
    name, arguments = CALLED[words]
    assert await choose_call(ALL, request(words)) == ChosenCall(name, arguments)
    async with dialled(world, ALL) as there, asked(world, request(words)) as work:
        call = await there.call()
        await there.tell(call, 1)
        heard = await asyncio.wait_for(work, 10)

    assert call["tool"] == {"name": name, "arguments": arguments}
    assert [type(event) for event in heard] == [Progress, Result]
    assert heard[0].text.startswith(f"Calls {name} with")


@pytest.mark.parametrize("words", NOT_CALLED)
async def test_what_is_missing_is_asked_and_nothing_is_called(world, words):
    async with dialled(world, ALL) as there, asked(world, request(words)) as work:
        end = await ending(work)
        assert await there.socket.receive_nothing()

    assert end == await choose_call(ALL, request(words))
    assert NOT_CALLED[words] in (end.question if isinstance(end, InputRequired) else end.reason)


async def test_of_what_was_permitted_no_other_tool_is_called(world):
    only = request("Write a file, path: a.txt; content: Bees", skills=("count_words",), confined=True)
    async with dialled(world, ALL) as there, asked(world, only):
        assert (await there.call())["tool"]["name"] == "count_words"


class Filler:
    """A model that fills in the one form that it gets."""

    async def fill(self, form):
        return FilledForm({"arguments": '{"path": "bees.txt", "content": "Bees"}', "missing": []}, Usage(10, 5, 0.25))


async def test_what_a_model_chose_is_shown_before_a_tool_that_may_write_and_its_cost_counts(world):
    asks = request("Write a file about bees", model=Filler())
    async with dialled(world, [WRITE]) as there:
        async with asked(world, asks) as work:
            question = await ending(work)
        agreed = request("Write a file about bees", question=question.question, answer="yes", leg=1)
        async with asked(world, agreed) as work:
            call = await there.call()
            await there.tell(call, 1)
            await ending(work)

    assert "I would call the tool write_file with" in question.question
    assert question.usage.money == 0.25
    assert call["tool"] == {"name": "write_file", "arguments": {"path": "bees.txt", "content": "Bees"}}


async def test_work_that_is_under_way_is_listened_to_and_not_chosen_anew(world):
    async with dialled(world, ALL) as there:
        async with asked(world, request("Plant 3 seeds")) as first:
            call = await there.call()
            again = asyncio.create_task(_heard(world, request("Plant seeds")))  # as if less were known now
            await there.tell(call, 1)
            assert isinstance(await ending(first), Result)
        assert isinstance((await asyncio.wait_for(again, 10))[-1], Result)


async def _heard(world, wanted):
    return [event async for event in world.connector.run({}, wanted)]


async def test_the_test_of_a_connection_calls_no_tool(world):
    async with dialled(world, ALL) as there:
        probing = asyncio.create_task(world.connector.probe({}))
        call = await there.call()
        await there.tell(call, 1, text="Tools: count_words.")
        assert (await asyncio.wait_for(probing, 10)).reply == "Tools: count_words."

    assert call["tool"] is None


async def test_a_server_of_tools_is_not_asked_to_talk(world):
    known = database_sync_to_async(brings_tools)
    assert not await known(world.agent.connection_id)
    async with dialled(world, ALL):
        assert await known(world.agent.connection_id)
