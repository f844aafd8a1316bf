"""The connector of people: a call lies in their list, in the mailbox of agents that dial in; no program holds it."""

import uuid
from collections.abc import AsyncGenerator

from pydantic import BaseModel, ConfigDict, Field

from apps.agents.connectors.person import desk
from apps.agents.connectors.socket import mailbox
from apps.agents.connectors.socket.connector import SocketConnector
from apps.agents.domain.calls import AgentError, CallContext, ProbeResult, Progress, RunEvent, RunRequest, Sign
from apps.agents.domain.failures import Failure
from apps.agents.domain.people import LONGEST_MINUTES, SHORTEST_MINUTES, USUAL_MINUTES, time_in_words
from apps.core.sentences import sentence

LEFT = sentence("This person is not in the workspace any more, or may not do tasks: choose somebody else.")


class PersonConfig(BaseModel):
    """Who it is, and within how many minutes a task is to be answered."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    person: uuid.UUID
    minutes: int = Field(default=USUAL_MINUTES, ge=SHORTEST_MINUTES, le=LONGEST_MINUTES)
    about: str = Field(default="", max_length=2000, description="What they say of themselves")


class PersonConnector(SocketConnector):
    """Puts a task into a person's list and waits for them; after half of the time they are reminded.

    The time counts from when the task was put there, in the database: a worker that dies changes nothing.
    """

    def __init__(self, context: CallContext) -> None:
        super().__init__(context)
        self._minutes = USUAL_MINUTES
        self._person = uuid.UUID(int=0)
        self._reminded = False

    async def run(self, config: dict[str, object], request: RunRequest) -> AsyncGenerator[RunEvent]:
        """See Connector."""
        settings = PersonConfig.model_validate(config)
        self._minutes, self._person = settings.minutes, settings.person
        line = uuid.UUID(self._connection_id)
        if not await self._do(desk.may_work, line, settings.person):
            yield AgentError(LEFT, permanent=True, failure=Failure.UNSENT)
            return
        asked = sentence("asked to answer within {minutes}", minutes=time_in_words(self._minutes))
        yield Progress(asked, Sign.LIFE)
        async for event in self._called(line, request, None):
            yield event

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """See Connector. Nobody is asked for a test."""
        return ProbeResult()

    async def reach(self, config: dict[str, object]) -> ProbeResult:
        """See Reachable."""
        return ProbeResult()

    async def _look_after(self, connection_id: uuid.UUID, call_id: uuid.UUID) -> Progress | AgentError | None:
        """A person is there until they may do tasks no more; what runs out is the time in which they are to answer."""
        if not await self._do(desk.may_work, connection_id, self._person):
            await self._do(mailbox.withdraw, call_id)
            return AgentError(LEFT, permanent=True, failure=Failure.SAID)
        passed = await self._do(desk.minutes_open, call_id)
        if passed >= self._minutes:
            await self._do(mailbox.withdraw, call_id)
            words = sentence("No answer came within {minutes}.", minutes=time_in_words(self._minutes))
            return AgentError(words, permanent=True, failure=Failure.SAID)
        if passed >= self._minutes / 2 and not self._reminded:
            self._reminded = True
            left = sentence("reminded to answer in {minutes}", minutes=time_in_words(self._minutes - int(passed)))
            return Progress(left, Sign.LIFE)
        return None
