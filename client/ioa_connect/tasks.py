"""What a function that is an agent is given, and what it may give."""

import mimetypes
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ioa_connect.colleagues import Colleagues, Delegated, FoundAgent

MOST_FILE = 20 * 1024 * 1024
"""Bytes of one file."""

MOST_TEXT = 200_000
"""Bytes of an answer; what is longer belongs into a file."""


class Failed(Exception):
    """The task can't be done. The message is one plain sentence; `permanent`: trying the same again is pointless."""

    def __init__(self, reason: str, *, permanent: bool = False) -> None:
        super().__init__(reason)
        self.permanent = permanent


class NeedsAnswer(Exception):
    """Ends the call with a question. The task comes again, with the answer in `task.answer`.

    Where the function should wait in the middle of its work, `await task.ask(question)` is simpler.
    """


@dataclass(frozen=True)
class Progress:
    """A sign of life: one line, shown to whoever watches."""

    text: str


@dataclass(frozen=True)
class Writing:
    """A piece of the answer as it is written: shown to whoever watches, and kept nowhere.

    `anew`: it does not go on with what came before, but begins another text in its place.
    """

    text: str
    anew: bool = False


@dataclass(frozen=True)
class File:
    """A file that goes along with a task, or one that the agent made; at most 20 MB."""

    name: str
    content: bytes = field(repr=False)
    media_type: str = ""

    @classmethod
    def at(cls, path: str | Path) -> "File":
        """Read a file from the disk."""
        path = Path(path)
        return cls(path.name, path.read_bytes())

    @property
    def kind(self) -> str:
        """Its media type: as given, else guessed from the name."""
        return self.media_type or mimetypes.guess_type(self.name)[0] or "application/octet-stream"

    @property
    def text(self) -> str:
        """Its content as text."""
        return self.content.decode("utf-8", "replace")


@dataclass(frozen=True)
class Usage:
    """What an answer cost. `money` is US dollars."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: float | None = None


@dataclass(frozen=True)
class Answer:
    """A result with what it cost, where a plain text does not say enough."""

    text: str
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class ColleagueResult:
    """What a colleague's finished task gave: something that this task depends on."""

    task: str
    agent: str
    text: str
    files: tuple[File, ...] = ()


@dataclass(frozen=True)
class Change:
    """What a person said since the goal was given. It goes before goal and brief, the newest before all."""

    by: str
    text: str


@dataclass(frozen=True)
class ToolCall:
    """A tool of the server that an agent brings along, and the arguments with which the hub wants it called."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Task:
    """Something to do. `key` is the same whenever the same task comes again, so that a deed can be done once.

    `again`: it was begun here before, and broken off when this program ended.
    """

    key: str
    goal: str  # what the person asked for, verbatim
    brief: str  # what this agent shall do
    skills: tuple[str, ...] = ()  # ids of the skills that the brief was given for
    answer: str | None = None  # the answer to a question that ended an earlier call
    results: tuple[ColleagueResult, ...] = ()
    files: tuple[File, ...] = ()  # attachments of the goal
    changes: tuple[Change, ...] = ()  # what people said since the goal was given, oldest first; the newest wins
    text: str = ""  # all of it in words, but for results and files; "": the hub is older than that
    material: str | None = None  # results and files in words, what nobody needs whole folded; None: an older hub
    words: str = ""  # the brief in the person's own words, where it repeats them
    tool: ToolCall | None = None  # what is to be called, for agents that bring tools along
    again: bool = False
    _tell: Callable[[Progress | Writing | File], Awaitable[None]] | None = field(
        default=None, repr=False, compare=False
    )
    _colleagues: Colleagues | None = field(default=None, repr=False, compare=False)

    async def progress(self, text: str) -> None:
        """Give a sign of life: one line."""
        if self._tell is not None:
            await self._tell(Progress(text))

    async def write(self, text: str, *, anew: bool = False) -> None:
        """Show the next piece of the answer while it is written; the answer itself is what the function gives.

        `anew`: in the place of all that was shown before.
        """
        if self._tell is not None:
            await self._tell(Writing(text, anew))

    async def file(self, name: str, content: bytes | str, media_type: str = "") -> None:
        """Give a file that was made."""
        if self._tell is not None:
            data = content.encode() if isinstance(content, str) else content
            await self._tell(File(name, data, media_type))

    async def ask(
        self, question: str, *, seconds: float = 600, options: Sequence[str] = (), people_only: bool = False
    ) -> str:
        """Ask the team, and wait for the answer. Raises ColleagueError.

        `options`: answers that are offered, ten at most. `people_only`: only the person in whose name the task is done
        may answer, as where leave is asked for.
        """
        return await self._team().ask(question, seconds, options, people_only=people_only)

    async def hear_changes(self) -> tuple[Change, ...]:
        """Hear what people said up to now, also since this work began; the newest wins. Raises ColleagueError.

        Work with it: the hub takes what was heard for known, and does not ask for the answer again because of it.
        """
        return tuple(Change(by, text) for by, text in await self._team().hear_changes())

    @property
    def team_tools(self) -> tuple[str, str] | None:
        """An MCP server over HTTP by which the agent's own model can turn to the team: its address and its token."""
        return self._team().tools

    async def find_agents(self, need: str, *, limit: int = 5) -> list[FoundAgent]:
        """Find agents of the workspace by what they can do. Raises ColleagueError."""
        return await self._team().find_agents(need, limit)

    async def delegate(
        self, brief: str, *, to: str = "", need: str = "", title: str = "", seconds: float = 3600
    ) -> Delegated:
        """Have another agent do a part, and wait for its result: `to` a handle, or whoever fits `need` in words.

        Raises ColleagueError.
        """
        return await self._team().delegate(brief, to=to, need=need, title=title, seconds=seconds)

    def _team(self) -> Colleagues:
        return self._colleagues or Colleagues.nobody()


def told(task: Task) -> str:
    """Give a task as one text, for agents that take no more: what the hub says of it, then results and files."""
    if task.material is not None:
        return "\n\n".join(filter(None, (task.text or _opening(task), task.material)))
    parts = [task.text or _opening(task)]
    parts += [f"# Result of {one.agent}: {one.task}\n\n{_fenced(one.text.strip())}" for one in task.results]
    files = [*task.files, *(file for one in task.results for file in one.files)]
    parts += [f"# File {file.name} ({file.kind})\n\n{_words(file)}" for file in files]
    return "\n\n".join(parts)


def _opening(task: Task) -> str:
    """Brief, goal and answer, of a hub that says no more."""
    parts: list[str] = [task.brief.strip() or task.goal.strip()]
    if task.goal.strip() not in parts[0]:
        parts.append(f"# Goal\n\n{task.goal.strip()}")
    if task.answer is not None:
        parts.append(f"# The answer to your question\n\n{task.answer.strip()}")
    return "\n\n".join(parts)


def _fenced(text: str) -> str:
    """The text between fences longer than any inside, so that nothing in it can be taken for the hub's words."""
    fence = "`" * (max(map(len, re.findall("`{3,}", text)), default=2) + 1)
    return f"{fence}\n{text}\n{fence}"


def _words(file: File) -> str:
    try:
        return _fenced(file.content[:48_000].decode("utf-8"))
    except UnicodeDecodeError:
        return f"[{len(file.content)} bytes that are not text]"


def task_from(request: dict[str, Any], files: list[File], **more: Any) -> Task:
    """Make a task of what the hub sent; `files`: all that go along, in the hub's order."""
    of: dict[int | None, list[File]] = {}
    for listed, file in zip(request.get("files", ()), files, strict=True):
        of.setdefault(listed.get("result"), []).append(file)
    results = tuple(
        ColleagueResult(one["task"], one["agent"], one["text"], tuple(of.get(place, ())))
        for place, one in enumerate(request.get("results", ()))
    )
    return Task(
        key=str(request.get("key", "")),
        goal=str(request.get("goal", "")),
        brief=str(request.get("brief", "")),
        words=str(request.get("words") or request.get("brief", "")),
        tool=_tool_call(request.get("tool")),
        skills=tuple(request.get("skills", ())),
        answer=request.get("answer"),
        results=results,
        files=tuple(of.get(None, ())),
        changes=tuple(Change(one["by"], one["text"]) for one in request.get("changes", ())),
        text=str(request.get("text", "")),
        material=request.get("material"),
        **more,
    )


def _tool_call(said: object) -> ToolCall | None:
    match said:
        case {"name": str() as name, "arguments": dict() as arguments}:
            return ToolCall(name, arguments)
    return None
