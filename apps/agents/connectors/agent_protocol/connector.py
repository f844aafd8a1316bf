"""The connector of agents that work in steps: make a task, take steps until one is the last, fetch what was made."""

import json
import secrets
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from urllib.parse import quote

from pydantic import Field

from apps.agents.connectors.answers import answer_in
from apps.agents.connectors.base import CalledConnector, amid_the_work
from apps.agents.connectors.files import Spool, say_unfetched
from apps.agents.connectors.material import files_beside
from apps.agents.connectors.replies import Failed, require_fine
from apps.agents.connectors.request_parts import read_off_loop, request_data, request_text
from apps.agents.connectors.settings import TokenConfig
from apps.agents.domain.calls import (
    Accepted,
    AgentError,
    ArtifactMade,
    File,
    Progress,
    Result,
    RunEvent,
    RunRequest,
)
from apps.agents.domain.failures import Failure
from apps.agents.domain.off_loop import OffLoop
from apps.agents.domain.untrusted_json import Said, load_json, map_in, maps_in, text_in
from apps.core.outbound import Bounds, OutboundError, for_agents
from apps.core.sentences import sentence


class AgentProtocolConfig(TokenConfig):
    """`url` is the base that ends before /agent/tasks, http://host:8000/ap/v1 say."""

    most_steps: int = Field(default=50, ge=1, le=1000, description="An agent that is not done by then has failed.")


JSON = {"Content-Type": "application/json", "Accept": "application/json"}
FILE_BOUNDS = Bounds(silence=60.0, total=600.0, body=20 * 1024 * 1024)
STEP_BOUNDS = Bounds(silence=3600.0)  # a step may take long; the agent's own timeout ends it
GO_ON = {"input": "y"}  # what AutoGPT takes for permission; others ignore it
MOST_FILES = 50
PAGE, MOST_PAGES = 50, 20


class Client:
    """One agent and how it is asked. All methods raise Failed and OutboundError."""

    def __init__(self, settings: AgentProtocolConfig) -> None:
        self._settings = settings
        self._base = f"{settings.url.rstrip('/')}/agent/tasks"

    async def create(self, request: RunRequest) -> str:
        """Make a task of a request, its files beside it, and give the task's id."""
        text = await read_off_loop(request, request_text)
        said = await self._json("POST", "", {"input": text, "additional_input": request_data(request)})
        task_id = text_in(said, "task_id")
        if not task_id:
            raise Failed(sentence("The agent took the task but gave it no id."))
        for file in (*request.files, *await read_off_loop(request, _files_of_results)):
            await self._upload(task_id, file, request.off_loop)
        return task_id

    async def steps(self, task_id: str) -> list[Said]:
        """Give the steps so far, oldest first."""
        said = await self._any("GET", f"/{_quote(task_id)}/steps")
        return _list_in(said, "steps")

    async def step(self, task_id: str) -> Said:
        """Take the next step and give what came of it."""
        return await self._json("POST", f"/{_quote(task_id)}/steps", GO_ON)

    async def made(self, task_id: str) -> list[Said]:
        """Give what the agent made, page by page, and not what it was given."""
        listed: list[Said] = []
        for page in range(1, MOST_PAGES + 1):
            query = f"page_size={PAGE}" + (f"&current_page={page}" if page > 1 else "")
            said = await self._any("GET", f"/{_quote(task_id)}/artifacts?{query}")
            listed += _list_in(said, "artifacts")
            pages = map_in(said, "pagination").get("total_pages") if isinstance(said, dict) else None
            if not isinstance(pages, int) or page >= pages:
                break
        return list(_made_artifacts(listed))

    async def file(self, task_id: str, artifact: Said) -> File:
        """Fetch a file that it made."""
        identifier = text_in(artifact, "artifact_id")
        url = f"{self._base}/{_quote(task_id)}/artifacts/{_quote(identifier)}"
        async with for_agents().opened("GET", url, headers=self._settings.sent(), bounds=FILE_BOUNDS) as reply:
            await require_fine(reply)
            media_type = reply.media_type or "application/octet-stream"
            return File(_name_of(artifact), media_type, await Spool.of(reply.chunks()))

    async def _upload(self, task_id: str, file: File, off_loop: OffLoop) -> None:
        """Send a file piece by piece, each read when the one before has gone."""
        border = secrets.token_hex(16)
        size = str(sum(map(len, _around(file, border))) + file.size)
        headers = {"Content-Type": f"multipart/form-data; boundary={border}", "Content-Length": size}
        headers |= self._settings.sent()
        url = f"{self._base}/{_quote(task_id)}/artifacts"
        async with for_agents().opened(
            "POST", url, headers=headers, body=_form(file, border, off_loop), bounds=FILE_BOUNDS
        ) as reply:
            await require_fine(reply)

    async def _json(self, method: str, path: str, said: Said) -> Said:
        answered = await self._any(method, path, said)
        if not isinstance(answered, dict):
            raise Failed(
                sentence("The agent answered with something other than the Agent Protocol; check the URL."),
                permanent=True,
            )
        return answered

    async def _any(self, method: str, path: str, said: Said | None = None) -> object:
        body = None if said is None else json.dumps(said).encode()
        headers = JSON | self._settings.sent()
        async with for_agents().opened(
            method, self._base + path, headers=headers, body=body, bounds=STEP_BOUNDS
        ) as reply:
            await require_fine(reply)
            return load_json(await reply.body())


def _list_in(said: object, name: str) -> list[Said]:
    """A list with or without an envelope."""
    return maps_in(said if isinstance(said, dict) else {name: said}, name)


def _made_artifacts(artifacts: list[Said]) -> Iterator[Said]:
    """What the agent made, the newest of a name; what it was given says that it did not."""
    named = {text_in(each, "file_name"): each for each in artifacts if each.get("agent_created") is not False}
    return (each for each in named.values() if text_in(each, "artifact_id"))


def _name_of(artifact: Said) -> str:
    return text_in(artifact, "file_name") or "file"


def _quote(text: str) -> str:
    return quote(text, safe="")


def _files_of_results(request: RunRequest) -> list[File]:
    return [file for result in request.results for file in files_beside(result)]


async def _form(file: File, border: str, off_loop: OffLoop) -> AsyncGenerator[bytes]:
    """Give a file as the one field of a form."""
    head, foot = _around(file, border)
    yield head
    chunks = file.chunks()
    while chunk := await off_loop(lambda: next(chunks, b"")):
        yield chunk
    yield foot


def _around(file: File, border: str) -> tuple[bytes, bytes]:
    """What stands before and behind a file that is the one field of a form. Quotes and line ends would end a header."""
    name = "".join("_" if character in '"\\\r\n' else character for character in file.name)
    head = (
        f'--{border}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        f"Content-Type: {file.media_type}\r\n\r\n"
    )
    return head.encode(), f"\r\n--{border}--\r\n".encode()


SIGN_OF_LIFE = 120  # characters
UNCERTAIN = "The agent was asked for step {number} and does not list it, so nobody knows whether it was taken."


class AgentProtocolConnector(CalledConnector):
    """Works a task off step by step. The protocol has no word for giving up: no further step is taken.

    It has none for questions either: an agent that asks does so in its output.
    """

    async def _conversation(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        settings = AgentProtocolConfig.model_validate(config)
        client = Client(settings)
        known = _read_handle(request.handle)
        task_id, asked = known or (await client.create(request), 0)
        yield Accepted(_handle(task_id, asked))
        with amid_the_work(resumable=True):
            async with aclosing(_take_steps(client, task_id, settings.most_steps, asked, request)) as events:
                async for event in events:
                    yield event


async def _take_steps(
    client: Client, task_id: str, most: int, asked: int, request: RunRequest
) -> AsyncGenerator[RunEvent]:
    """Take the steps that are left of a task, of which an earlier try `asked` for so many."""
    steps = await client.steps(task_id) if request.handle else []
    if len(steps) < asked and not request.repeatable:
        yield AgentError(UNCERTAIN.format(number=asked), permanent=True, failure=Failure.CUT)
        return
    outputs = [output for step in steps if (output := text_in(step, "output"))]
    ended = bool(steps) and _is_over(steps[-1])
    for number in range(len(steps) + 1, len(steps) + most + 1):
        if ended:
            break
        yield Accepted(_handle(task_id, number))
        step = await client.step(task_id)
        ended = step.get("is_last") is True
        if output := text_in(step, "output"):
            outputs.append(output)
        yield Progress((text_in(step, "output", "name") or "took a step")[-SIGN_OF_LIFE:])
    if not ended:
        words = sentence("The agent was not done after {most} steps.", most=most)
        yield AgentError(words, permanent=True, failure=Failure.OVERDUE)
        return
    made = await client.made(task_id)
    missing = [_say_too_many(len(made))] if len(made) > MOST_FILES else []
    for artifact in made[:MOST_FILES]:
        try:
            file = await client.file(task_id, artifact)
        except (Failed, OutboundError) as error:
            if not error.permanent:
                raise
            missing.append(say_unfetched(_name_of(artifact), error))
        else:
            yield ArtifactMade(file)
    yield _end(outputs, bool(made), missing)


def _handle(task_id: str, steps: int) -> str:
    """What the work is called: the agent's name for it, and how many steps it was asked for."""
    return json.dumps({"task": task_id, "steps": steps})


def _read_handle(handle: str) -> tuple[str, int] | None:
    """What an earlier try knew; before steps were counted it was the task's name alone."""
    said = load_json(handle) if handle else None
    match said:
        case {"task": str(task_id), "steps": int(steps)}:
            return task_id, steps
    return (handle, 0) if handle else None


def _is_over(step: Said) -> bool:
    return step.get("is_last") is True and bool(text_in(step, "output"))


def _end(outputs: list[str], has_files: bool, missing: list[str]) -> RunEvent:
    """The last thing that it said, and which files are missing; an error where there is nothing at all."""
    said = answer_in("".join(outputs[-1:]), has_files=has_files)
    if not said:
        return AgentError(sentence("The agent answered with nothing."), failure=Failure.UNREADABLE)
    return Result("\n\n".join([said, *missing]))


def _say_too_many(count: int) -> str:
    return sentence("It made {count} files; the first {most} are here.", count=count, most=MOST_FILES)
