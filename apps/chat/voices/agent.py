"""An agent speaks for itself: the colleague to whom a question of another agent came is asked, not spoken for."""

from functools import partial
from uuid import UUID

from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import Result, RunRequest, Writing
from apps.agents.gateway.run import ProgressEvent, run_agent
from apps.chat.domain.briefing import Briefing, Show, Spoken, TaskBrief
from apps.chat.domain.states import OWN_VOICE, MessageKind
from apps.core.sentences import sentence
from apps.teams.domain.states import MemberKind, TaskState

MOST_TEXT = 20_000  # characters of an answer in the room
NOT_NOW = sentence("I can't take another call just now.")
NOT_PERMITTED = sentence("An agent's question alone may not set me to work.")


def question_for(briefing: Briefing) -> TaskBrief | None:
    """Give the task whose agent's question has come to the speaker, who is an agent too; None: there is none."""
    if briefing.speaker.kind is not MemberKind.AGENT or briefing.speaker.lead:
        return None
    if not any(one.unread and one.kind == MessageKind.QUESTION for one in briefing.messages):
        return None
    asking = (task for task in briefing.tasks if task.state is TaskState.ASKING)
    others = [task for task in asking if task.owner != briefing.speaker.handle]
    return others[-1] if others else None


class OwnVoice:
    """The agent at `address` answers a colleague's question about `task`; where it can't, the next in line is asked."""

    def __init__(self, address: AgentAddress, task: TaskBrief) -> None:
        self.agent_id, self.connection_id = UUID(address.agent_id), UUID(address.connection_id)
        self.task_number = task.number
        self._address = address
        self._task = task

    async def speak(self, briefing: Briefing) -> Spoken:
        """Ask the agent. What it gives is a thing said, never an order: its words can assign or conclude nothing."""
        question = self._task.result
        request = RunRequest(
            key=f"{briefing.conversation}:{briefing.round}:{briefing.turn}",
            goal=briefing.goal,
            brief=f"A colleague asks you: {question}\n\nAnswer with what you know.",
            chain=briefing.chain,
        )
        end = (await run_agent(self._address, request, partial(show_writing, briefing.show))).end
        if isinstance(end, Result) and end.text.strip():
            said = {"do": "say", "text": end.text.strip()[:MOST_TEXT], "answers": self._task.number}
            return Spoken(said, OWN_VOICE, end.usage)
        return Spoken({"do": "say", "text": sentence("I can't answer that.")}, OWN_VOICE)


class PassingVoice:
    """Speaks for an agent that may not be called: the next in line is asked."""

    def __init__(self, words: str) -> None:
        self._words = words

    async def speak(self, briefing: Briefing) -> Spoken:
        """Say so, and nothing else."""
        return Spoken({"do": "say", "text": self._words}, OWN_VOICE)


def show_writing(show: Show, event: ProgressEvent) -> None:
    """What an agent writes is shown; signs of life of one that only talks are not, and its files are nobody's."""
    if isinstance(event, Writing):
        show(event.piece)
