"""Where one conversation stands, as the machine sees it. Read under the row lock, written back in the same transaction.

"Handle" names a member within its team; tasks go by their number within the team.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict

from apps.accounts.domain.workspace_settings import Review
from apps.chat.domain.room_protocols.talk import RoomTalk
from apps.chat.domain.states import ENDED, Liveness, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import Verdict
from apps.core.sentences import Words
from apps.teams.domain.limits import Limit
from apps.teams.domain.states import SETTLED_TASK, TaskState

REMEMBERED_SPEAKERS = 24
REMEMBERED_TEXTS = 6


class Wait(BaseModel):
    """What ends a silence: named tasks (all of them, or any), or a person's word."""

    model_config = ConfigDict(frozen=True)

    mode: WaitMode = WaitMode.ALL
    tasks: tuple[int, ...] = ()
    person: bool = False


class Pending(BaseModel):
    """How the round ends once open tasks have settled. Without an `answer`: with what there is, else for `reason`."""

    model_config = ConfigDict(frozen=True)

    answer: Words
    verdict: Verdict
    missing: tuple[str, ...] = ()
    task: int | None = None
    reason: Words = ""
    by_lead: bool = False  # whoever reviewed the task's result wrote the answer
    why: Words = ""  # it took no work of agents, in the words of who concludes


class OpenQuestion(BaseModel):
    """What a task's agent asks. `line`: the members still to be asked; after them a person, or the team above.

    `people_only`: none of them may answer, and the team above neither. `options`: answers that are offered.
    """

    model_config = ConfigDict(frozen=True)

    task: int
    text: Words
    line: tuple[str, ...] = ()
    with_person: bool = False
    people_only: bool = False
    options: tuple[str, ...] = ()


class Memory(BaseModel):
    """What the machine remembers between turns, beside the columns that others query."""

    model_config = ConfigDict(frozen=True)

    repair: Words = ""  # why the last utterance was not accepted; told to the next turn
    repairs: int = 0  # repair turns in a row
    failures: int = 0  # tries of the current turn that gave nothing
    speakers: tuple[str, ...] = ()  # since a task settled, a file came or a person spoke
    texts: tuple[str, ...] = ()  # what was said lately, folded for comparison
    said_by: tuple[str, ...] = ()  # who said each of them; of what an older version remembered it is not known
    assigns: tuple[str, ...] = ()  # digests of this round's Assigns and talks
    talk: RoomTalk | None = None  # that goes on under a protocol
    wanted: str = ""  # protocol of the talk that a person wants before all else
    signatures: Words = ""  # of the newest debate of this round: who signed, and who did not
    signed: str = ""  # the text that this was about
    passes: int = 0  # turns in a row in which nothing was said
    loops: int = 0  # hits of the loop breaker this round
    limit: Limit | None = None  # the limit that froze it
    questions: tuple[OpenQuestion, ...] = ()  # of agents, not yet answered
    above: bool = False  # the team above was asked and has not answered
    floor: str = ""  # whose turn ends a silence: who gave the work, waits or asked; empty: the lead
    missing: tuple[str, ...] = ()  # needs that nobody covers, named this round
    wake: bool = False  # something that needs a turn came while one was in flight
    person: bool = False  # and a person's word was among it
    pending: Pending | None = None
    draft: int | None = None  # number of the answer task whose result was put before the lead
    by_rules: bool = False  # the built-in rules take the turns of this round that a model would
    given_to: str = ""  # handle of the agent that gets the whole of each round in its first turn; empty: it is planned
    sent_back: int = 0  # results sent back this round

    def for_next_round(self) -> "Memory":
        """What outlasts a round: whose goal this is, for which rules give it on."""
        return Memory(given_to=self.given_to, by_rules=bool(self.given_to))


@dataclass(frozen=True)
class TaskFact:
    """What the machine needs to know of a task. `result` is for an answer task's conclusion.

    `is_check`: another member looks in it at a task that is open until then: nobody waits for it, or goes by it.
    """

    number: int
    state: TaskState
    round: int = 1
    result: str = ""
    failure: str = ""
    title: str = ""
    is_check: bool = False
    awaits_review: bool = False  # the plan has the lead look at its result before the end

    @property
    def settled(self) -> bool:
        """Whether it ended, however."""
        return self.state in SETTLED_TASK


@dataclass(frozen=True)
class ConversationState:
    """A conversation's state. `speaker` holds the floor: it spoke last, or speaks next when a turn is due."""

    phase: Phase = Phase.DISCUSSION
    round: int = 1
    turn: int = 1
    turn_state: TurnState = TurnState.DUE
    speaker: str | None = None
    wait: Wait | None = None
    answer_task: int | None = None
    frozen: bool = False
    memory: Memory = field(default_factory=Memory)
    tasks: Mapping[int, TaskFact] = field(default_factory=dict)
    members: frozenset[str] = frozenset()
    lead: str = ""
    nested: bool = False
    review: Review = Review.NEVER

    @property
    def ended(self) -> bool:
        """Whether its round is over."""
        return self.phase in ENDED

    @property
    def floor(self) -> str:
        """The member whose turn it is when a silence ends."""
        return self.memory.floor if self.memory.floor in self.members else self.lead

    @property
    def awaits_person(self) -> bool:
        """Whether the floor asked a person and is silent until there is an answer."""
        return self.wait is not None and self.wait.person

    @property
    def liveness(self) -> Liveness:
        """The one thing it is; raises ValueError when it is none of them, which no reachable state is."""
        if self.ended:
            return Liveness.ENDED
        if self.frozen:
            return Liveness.FROZEN
        if self.turn_state is TurnState.IN_FLIGHT:
            return Liveness.TURN_IN_FLIGHT
        if self.turn_state is TurnState.DUE:
            return Liveness.TURN_DUE
        if self.wait is not None:
            return Liveness.WAITING
        raise ValueError("stuck: no turn is due or in flight and it waits for nothing")

    @property
    def open_tasks(self) -> tuple[int, ...]:
        """Numbers of the tasks that have not settled, in order, but of checks."""
        return tuple(number for number, task in self.work if not task.settled)

    @property
    def done_tasks(self) -> tuple[TaskFact, ...]:
        """The tasks of this round that have a result, in order."""
        return tuple(task for _, task in self.work if task.state is TaskState.DONE and task.round == self.round)

    @property
    def work(self) -> list[tuple[int, TaskFact]]:
        """The tasks that are no checks, by number, in order."""
        return [(number, task) for number, task in sorted(self.tasks.items()) if not task.is_check]

    @property
    def draft_task(self) -> TaskFact | None:
        """The answer task whose result lies before the lead, if there is one."""
        task = self.tasks.get(self.memory.draft or 0)
        return task if task is not None and task.number == self.answer_task else None

    def remembering(self, **changes: object) -> "ConversationState":
        """The same standing with changes to its memory."""
        return replace(self, memory=self.memory.model_copy(update=changes))

    def is_asking(self, number: int) -> bool:
        """Whether there is such a task and its agent waits for an answer."""
        return number in self.tasks and self.tasks[number].state is TaskState.ASKING

    def heard(self, wait: Wait) -> bool:
        """Whether the tasks that `wait` names have settled as it asks; never true of a wait for a person."""
        settled = [self.tasks[number].settled for number in wait.tasks]
        if not settled:
            return False
        return all(settled) if wait.mode is WaitMode.ALL else any(settled)
