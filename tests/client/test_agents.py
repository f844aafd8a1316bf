"""A function becomes an agent, whatever shape it has."""

import asyncio
from dataclasses import replace

import pytest

from ioa_connect import Answer, File, Progress, Task, Usage, Writing, agent
from ioa_connect.agents import Agent
from ioa_connect.tasks import ColleagueResult, told
from ioa_connect.wrapped import python
from ioa_connect.wrapped.reaching import Unusable

TASK = Task(key="k", goal="Count.", brief="Count the ships.")


def plain(task):
    return task.brief


async def waiting(task):
    return task.brief


async def with_usage(task):
    return Answer(task.brief, Usage(1, 2))


def steps(task):
    yield Progress("half")
    yield task.brief


async def stream(task):
    yield Progress("half")
    yield "Count "
    yield File("a.txt", b"a")
    yield "the ships."


async def answering(task):
    yield "this is not "
    yield Answer(task.brief)


class Callable:
    async def __call__(self, task):
        return task.brief


def work(run):
    async def collected():
        return [told async for told in Agent(run).work(TASK)]

    return asyncio.run(collected())


@pytest.mark.parametrize(
    ("run", "before"),
    [
        (plain, []),
        (waiting, []),
        (with_usage, []),
        (steps, [Progress("half")]),
        (stream, [Progress("half"), File("a.txt", b"a")]),
        (answering, []),
        (Callable(), []),
    ],
)
def test_every_shape_of_function_gives_one_answer(run, before):
    *others, answer = work(run)
    assert [told for told in others if not isinstance(told, Writing)] == before
    assert answer.text == "Count the ships."


def test_what_a_generator_yields_is_seen_as_it_comes():
    assert [told.text for told in work(stream) if isinstance(told, Writing)] == ["Count ", "the ships."]


def numbers(task):
    yield 7


@pytest.mark.parametrize("run", [lambda task: 7, lambda task: None, numbers])
def test_what_is_no_text_is_an_error_that_says_so(run):
    with pytest.raises(TypeError, match=r"not (int|NoneType)"):
        work(run)


def test_skills_may_be_words():
    made = agent(name="Scout", skills=["Counting ships!", {"id": "x", "name": "Y" * 200}], repeatable=False)(plain)
    first, second = made.card()["skills"]
    assert first == {
        "id": "counting-ships",
        "name": "Counting ships!",
        "description": "Counting ships!",
        "repeatable": False,
    }
    assert second == {"id": "x", "name": "Y" * 120, "repeatable": False}
    assert "description" not in made.card(), "what is empty stays as it is registered"


def test_a_task_can_be_told_as_one_text():
    result = ColleagueResult("Look", "Harbor", "Many.", (File("b.bin", b"\xff"),))
    task = Task("k", "The goal.", "The brief.", answer="North", results=(result,), files=(File("a.txt", b"```ink"),))
    material = (
        "# Result of Harbor: Look\n\n```\nMany.\n```\n\n# File a.txt (text/plain)\n\n````\n```ink\n````\n\n"
        "# File b.bin (application/octet-stream)\n\n[1 bytes that are not text]"
    )
    assert told(task) == f"The brief.\n\n# Goal\n\nThe goal.\n\n# The answer to your question\n\nNorth\n\n{material}"
    assert told(replace(task, text="In the hub's words.")) == f"In the hub's words.\n\n{material}"
    in_words = replace(task, text="In the hub's words.", material="# Result of Harbor\n\nMany.")
    assert told(in_words) == "In the hub's words.\n\n# Result of Harbor\n\nMany."
    assert told(replace(in_words, material="")) == "In the hub's words.", "there is nothing that goes along"


@pytest.mark.parametrize(("name", "answer"), [("plain_text", "COUNT"), ("of_a_task", "Count."), ("made", "Count.")])
def test_a_function_is_wrapped_by_its_name(tmp_path, monkeypatch, name, answer):
    (tmp_path / "shouting.py").write_text(
        "from ioa_connect import agent\n"
        "def plain_text(text): return text.split()[0].upper()\n"
        "def of_a_task(task): return task.goal\n"
        "made = agent(name='Made')(of_a_task)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    wrapped = python.wrapped(f"shouting:{name}")
    assert work(wrapped.run)[-1].text == answer


@pytest.mark.parametrize("name", ["nonsense", "no_such_module:x", "os:no_such_function", "os:sep"])
def test_what_is_no_function_is_refused(name):
    with pytest.raises(Unusable):
        python.wrapped(name)
