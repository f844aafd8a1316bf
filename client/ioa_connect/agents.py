"""A function becomes an agent."""

import asyncio
import inspect
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ioa_connect.tasks import Answer, File, Progress, Task, Writing

MOST_SKILLS = 50
Told = Progress | Writing | File | Answer
Run = Callable[[Task], Any]
"""Takes a Task. Returns a text or an Answer (or awaits one), or is a generator; see `agent`."""


@dataclass(frozen=True)
class Agent:
    """An agent: what it says of itself, and the function that does its work."""

    run: Run
    name: str = ""
    description: str = ""
    skills: tuple[dict[str, Any], ...] = ()
    repeatable: bool = True
    limit: int = 0  # tasks at one time; 0: as many as the hub gives
    tools: tuple[
        dict[str, Any], ...
    ] = ()  # of a server that is brought along: the hub says which one to call with what

    def card(self) -> dict[str, Any]:
        """What the hub is told; what is empty stays as it is registered there."""
        skills = [_cut(skill) for skill in self.skills[:MOST_SKILLS]]
        said = {"name": self.name[:120], "description": self.description[:4000], "skills": skills}
        return {name: value for name, value in said.items() if value}

    def described(self, name: str = "", description: str = "", skills: Sequence[str] = ()) -> "Agent":
        """The same agent under another name, description or skills; what is empty stays."""
        shaped = tuple(_skill(one, repeatable=self.repeatable) for one in skills)
        return replace(
            self,
            name=name or self.name,
            description=description or self.description,
            skills=shaped or self.skills,
        )

    def limited(self, limit: int) -> "Agent":
        """The same agent with so many tasks at one time."""
        return replace(self, limit=limit)

    async def work(self, task: Task) -> AsyncIterator[Told]:
        """Do a task: signs of life, files and what is being written as they come, at the end one Answer."""
        given = self.run(task) if _waits(self.run) else await asyncio.to_thread(self.run, task)
        if inspect.isawaitable(given):
            given = await given
        if hasattr(given, "__aiter__"):
            async for told in _collected(given):
                yield told
        elif isinstance(given, Iterator):
            async for told in _collected(_stepped(given)):
                yield told
        else:
            yield _answer(given)


def agent(
    *,
    name: str = "",
    description: str = "",
    skills: Sequence[str | dict[str, Any]] = (),
    repeatable: bool = True,
    limit: int = 0,
) -> Callable[[Run], Agent]:
    """Make an agent of a function that takes a Task.

    The function may return a text or an Answer, plain or async; or be a generator that yields texts (joined, they are
    the answer, and are seen as they come), Progress and File. It raises Failed where it can't do the task, NeedsAnswer
    where it must ask first.

    `skills`: names, or A2A AgentSkill objects. Not `repeatable`: a task that was broken off when this program ended
    fails, instead of being begun again. `limit`: tasks done at one time.
    """

    def made(run: Run) -> Agent:
        shaped = tuple(_skill(one, repeatable=repeatable) for one in skills)
        return Agent(run, name, description, shaped, repeatable, limit)

    return made


def _cut(skill: dict[str, Any]) -> dict[str, Any]:
    """A skill no longer than the hub takes it: cards of other systems may be."""
    most = {"id": 64, "name": 120, "description": 2000}
    return {key: str(value)[: most[key]] if key in most else value for key, value in skill.items()}


def _skill(skill: str | dict[str, Any], *, repeatable: bool) -> dict[str, Any]:
    if isinstance(skill, dict):
        return {"repeatable": repeatable, **skill}
    identifier = re.sub(r"[^a-z0-9]+", "-", skill.lower()).strip("-")[:64] or "skill"
    return {"id": identifier, "name": skill, "description": skill, "repeatable": repeatable}


def _waits(run: Run) -> bool:
    """Whether calling it takes no time: coroutine functions and generators do their work later."""
    target = run if inspect.isroutine(run) else getattr(run, "__call__", run)  # noqa: B004 - it is called below
    return (
        inspect.iscoroutinefunction(target) or inspect.isasyncgenfunction(target) or inspect.isgeneratorfunction(target)
    )


async def _stepped(given: Iterator[Any]) -> AsyncIterator[Any]:
    """Each step of a plain generator in a thread, since it may take its time.

    One that is given up is closed: no thread can be stopped, so that happens once the step under way is over.
    """
    nothing = object()
    stepping = threading.Lock()

    def step() -> Any:
        with stepping:
            return next(given, nothing)

    def close() -> None:
        with stepping:
            getattr(given, "close", lambda: None)()

    try:
        while (told := await asyncio.to_thread(step)) is not nothing:
            yield told
    finally:
        threading.Thread(target=close, daemon=True).start()


async def _collected(given: AsyncIterator[Any]) -> AsyncIterator[Told]:
    words: list[str] = []
    answer: Answer | None = None
    async for told in given:
        match told:
            case Progress() | Writing() | File():
                yield told
            case Answer():
                answer = told
            case str():
                words.append(told)
                yield Writing(told)
            case _:
                raise TypeError(f"an agent yields texts, Progress, Writing, File and Answer, not {type(told).__name__}")
    yield answer or _answer("".join(words))


def _answer(given: object) -> Answer:
    if isinstance(given, Answer):
        return given
    if isinstance(given, str):
        return Answer(given)
    raise TypeError(f"an agent gives a text or an Answer, not {type(given).__name__}")


@dataclass
class Slots:
    """So many tasks at one time."""

    limit: int
    _free: asyncio.Semaphore | None = field(default=None, init=False)

    async def __aenter__(self) -> None:
        if self.limit and self._free is None:
            self._free = asyncio.Semaphore(self.limit)
        if self._free is not None:
            await self._free.acquire()

    async def __aexit__(self, *_: object) -> None:
        if self._free is not None:
            self._free.release()
