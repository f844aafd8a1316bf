"""One call of a model that has tools: what was said back and forth, and what the tools that it called gave."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from apps.agents.connectors.openai.transcript import Transcript
from apps.agents.domain.calls import Progress, RunRequest, Sign, Usage
from apps.agents.domain.colleague_tools import AskTeam, ColleagueDesk, FindAgents, HandOn, ToolCall, tools, wish_of

Message = dict[str, object]
MOST_ROUNDS = 8  # in which the model may call tools; then it has to answer
LOOK_SECONDS = 1.0  # between two looks at what was handed on
NOBODY = "There is nobody to turn to: go on with what you have, and say what is missing."


class ToolTalk:
    """What is sent, and how it grows. `usage`: of all answers so far."""

    def __init__(self, request: RunRequest, messages: list[Message]) -> None:
        self.messages = messages
        self.usage = Usage(money=0.0)
        self._request = request
        self._round = 0

    @property
    def key(self) -> str:
        """The idempotency key of what is sent now: each round has another body."""
        return f"{self._request.work_key}:tools{self._round}" if self._round else self._request.work_key

    @property
    def offered(self) -> dict[str, object]:
        """What the request says of tools: none for work of no team, and at the end none may be called."""
        if self._request.place is None:
            return {}
        forbidden = {"tool_choice": "none"} if self._round >= MOST_ROUNDS else {}
        return {"tools": tools(colleagues=self._request.desk is not None), **forbidden}

    def heeded(self, said: Transcript) -> Sequence[ToolCall]:
        """The calls that are answered: only what was offered may be called, not for ever, and not by half an answer."""
        may = self._request.place is not None and self._round < MOST_ROUNDS
        return said.calls if may and not said.error and not said.is_cut else ()

    def question(self, said: Transcript) -> str:
        """What the model asks its team before it goes on; "": nothing."""
        wishes = (wish_of(call) for call in self.heeded(said))
        return next((wish.question for wish in wishes if isinstance(wish, AskTeam)), "")

    async def answer(self, said: Transcript) -> AsyncGenerator[Progress]:
        """Do what the calls want, one after the other, and add it to what is sent next."""
        calls = self.heeded(said)
        called = [_called(call) for call in calls]
        self.messages.append({"role": "assistant", "content": said.text, "tool_calls": called})
        for call in calls:
            wish = wish_of(call)
            if isinstance(wish, HandOn):
                yield Progress(f"Hands on: {wish.brief}"[:200], Sign.TOOL)
            elif isinstance(wish, FindAgents):
                yield Progress(f"Looks for who can help: {wish.need}"[:200], Sign.TOOL)
            given = wish if isinstance(wish, str) else await self._done(wish)
            self.messages.append({"role": "tool", "tool_call_id": call.id, "content": given})
        self._round += 1

    async def _done(self, wish: AskTeam | FindAgents | HandOn) -> str:
        desk = self._request.desk
        match wish:
            case FindAgents(need=need) if desk is not None:
                return await self._request.off_loop(lambda: desk.find_agents(need))
            case HandOn() if desk is not None:
                return await self._handed_on(desk, wish)
        return NOBODY

    async def _handed_on(self, desk: ColleagueDesk, wish: HandOn) -> str:
        given = await self._request.off_loop(lambda: desk.hand_on(wish.brief, wish.agent, wish.need))
        if given.task is None:
            return given.words
        task = given.task
        while (told := await self._request.off_loop(lambda: desk.what_came_of(task))) is None:  # noqa: ASYNC110
            await asyncio.sleep(LOOK_SECONDS)  # it settles in another process
        return told


def _called(call: ToolCall) -> dict[str, object]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
