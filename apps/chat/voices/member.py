"""A member takes its turn: the agent itself over its own connector; where it can't, a model for it; else it passes."""

from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import InputRequired, Result, RunRequest, Usage
from apps.agents.gateway.run import run_agent
from apps.chat.domain.briefing import Briefing, Spoken, Voice, VoiceError
from apps.chat.domain.states import OWN_VOICE
from apps.chat.voices.agent import show_writing
from apps.chat.voices.talk_prompt import talk_prompt
from apps.core.sentences import sentence

RULES = "rules"
NOT_CONNECTED = sentence("Nobody has connected it for whom this is said.")
ONLY_TASKS = sentence("It does tasks and does not talk.")
OFFLINE = sentence("It is offline.")
A_PERSON = sentence("A person, for whom nobody else speaks; what they are asked lies in their list.")
BUSY = sentence("It has too much to do just now.")
SAID_NOTHING = sentence("It gave an empty answer.")


class AgentVoice:
    """The agent at `address` speaks itself."""

    def __init__(self, address: AgentAddress) -> None:
        self.connection_id = UUID(address.connection_id)
        self._address = address

    async def speak(self, briefing: Briefing) -> Spoken:
        """Call the agent, within its own time limit. Raises VoiceError."""
        request = RunRequest(
            key=f"{briefing.conversation}:{briefing.round}:{briefing.turn}",
            goal=briefing.goal,
            brief=talk_prompt(briefing),
            chain=briefing.chain,
        )
        end = (await run_agent(self._address, request, partial(show_writing, briefing.show))).end
        match end:
            case Result(text=text, usage=usage) if text.strip():
                return Spoken(text, OWN_VOICE, usage)
            case Result(usage=usage):
                raise VoiceError(SAID_NOTHING, usage=usage)
            case InputRequired(question=question):
                return Spoken({"do": "ask", "text": question}, OWN_VOICE)
        raise VoiceError(end.reason)


@dataclass(frozen=True)
class MemberVoice:
    """The turn of a member that does not lead. `why`: where it has no voice of its own, why."""

    own: AgentVoice | None
    stand_in: Voice | None
    why: str = ""

    def without_own(self, why: str) -> "MemberVoice":
        """The same where the agent may not be called, or not now."""
        return replace(self, own=None, why=why)

    async def speak(self, briefing: Briefing) -> Spoken:
        """Whoever can first: the agent, a model that speaks for it, nobody. Raises VoiceError where the model does."""
        if self.own is None:
            return await self._instead(briefing, self.why, Usage(money=0.0))
        try:
            return await self.own.speak(briefing)
        except VoiceError as error:
            return await self._instead(briefing, error.reason, error.usage)

    async def _instead(self, briefing: Briefing, why: str, spent: Usage) -> Spoken:
        if self.stand_in is None:
            return Spoken({"do": "pass", "text": why, "unable": True}, RULES, spent)
        try:
            spoken = await self.stand_in.speak(briefing)
        except VoiceError as error:
            error.usage = spent + error.usage
            raise
        return replace(spoken, usage=spent + spoken.usage, because=why)
