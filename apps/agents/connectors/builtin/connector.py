"""The connector of the built-in agents: runs a worker's plain synchronous code off the event loop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import cast

from asgiref.sync import sync_to_async
from pydantic import BaseModel, ConfigDict, field_validator

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.tables.sources import forget_cells
from apps.agents.domain.calls import AgentError, CallContext, ProbeResult, RunEvent, RunRequest
from apps.agents.domain.choice_forms import ChoiceForm, FilledForm, FormFiller
from apps.agents.domain.failures import Failure
from apps.core.sentences import sentence

log = logging.getLogger(__name__)

Work = Generator[RunEvent | ChoiceForm, FilledForm | None]
"""What a worker does that computes: it gives events, and forms that it wants filled before it goes on."""

Worker = Callable[[RunRequest], Work | AsyncIterator[RunEvent]]

# Imported when first asked: the plotting library alone takes half a second, which no web process should pay.
WORKERS = ("document_search", "table_analyst", "chart_maker", "report_writer", "calculator", "web_page_reader")

UNEXPECTED = sentence("The work failed on something in the material that this agent did not expect.")

# The work is bound by the CPU, so more threads than this only wait for each other.
_pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="builtin-agent")


class BuiltinConfig(BaseModel):
    """Which of the built-in agents it is."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    worker: str

    @field_validator("worker")
    @classmethod
    def _known(cls, name: str) -> str:
        if name not in WORKERS:
            raise ValueError(f"choose one of {', '.join(WORKERS)}")
        return name


class BuiltinConnector:
    """Runs the worker named by `config["worker"]`, one of WORKERS.

    `inline` keeps the work in the calling thread, so that a test's database transaction is the worker's too.
    """

    def __init__(self, context: CallContext) -> None:
        self._inline = context.inline

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncIterator[RunEvent]:
        """Yield the worker's events as they come; whatever goes wrong inside it becomes an AgentError."""
        name = config.get("worker")
        if name not in WORKERS:
            words = sentence("There is no built-in agent called “{name}”.", name=str(name))
            yield AgentError(words, permanent=True, failure=Failure.UNSENT)
            return
        try:
            worker = await asyncio.to_thread(_worker, str(name))  # its import may take half a second
            told = replace(request, brief=request.brief_now)
            async for event in self._events(worker(told), request.model):
                yield event
        except UnableError as error:
            yield AgentError(str(error), permanent=True, excused=True, failure=Failure.SAID, usage=error.usage)
        except Exception as error:  # noqa: BLE001  a worker reads hostile files: no error of it may take the job down
            _log_failure(str(name), error)
            yield AgentError(UNEXPECTED, permanent=True, failure=Failure.SAID)
        finally:
            forget_cells()

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """Tell whether there is such a worker: it runs in this process, so there is nothing to call."""
        known = config.get("worker") in WORKERS
        return (
            ProbeResult()
            if known
            else ProbeResult(problem=sentence("There is no built-in agent of that name."), reachable=False)
        )

    async def _events(self, work: Work | AsyncIterator[RunEvent], model: FormFiller | None) -> AsyncIterator[RunEvent]:
        """Those of a worker that waits for others come as they are; those of one that computes, from a thread.

        A request's library reads the database, so every step of the second kind stays off the event loop; a model that
        it asks is waited for on it.
        """
        if isinstance(work, AsyncIterator):
            async for told in work:
                yield told
            return
        filled: FilledForm | None = None
        while (step := await self._in_thread(partial(_advance, work, filled))) is not None:
            filled = await model.fill(step) if isinstance(step, ChoiceForm) and model else None
            if not isinstance(step, ChoiceForm):
                yield step

    async def _in_thread(self, step: Callable[[], RunEvent | ChoiceForm | None]) -> RunEvent | ChoiceForm | None:
        if self._inline:
            return await sync_to_async(step, thread_sensitive=True)()
        return await sync_to_async(step, thread_sensitive=False, executor=_pool)()


def _advance(work: Work, filled: FilledForm | None) -> RunEvent | ChoiceForm | None:
    """Have a worker go on to its next event or form; None: it has ended."""
    try:
        return work.send(filled)
    except StopIteration:
        return None


def preload() -> None:
    """Import all workers now, so that the first goal does not wait for a plotting library."""
    for name in WORKERS:
        _worker(name)


def _worker(name: str) -> Worker:
    return cast(Worker, import_module(f"apps.agents.builtin.{name}").work)


def _log_failure(name: str, error: Exception) -> None:
    """Log where it failed but not the error's text, which may quote a person's file."""
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}")
        trace = trace.tb_next
    log.error(
        "built-in agent %s failed: %s at %s",
        name,
        type(error).__name__,
        " > ".join(places),
    )
