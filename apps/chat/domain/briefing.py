"""What a voice is told before it speaks. Data only: everything in it was read by queries before."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from apps.agents.domain.calls import ColleagueResult, Usage
from apps.agents.domain.profile import Availability, Candidate
from apps.core.chains import NO_CHAIN, ChainIds
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import OPEN_TASK, MemberKind, TaskState


@dataclass(frozen=True)
class MemberBrief:
    """A member of the team. `handle` is unique in the team; `agent_id` only where it is an agent."""

    handle: str
    name: str
    kind: MemberKind
    lead: bool
    agent_id: str | None = None


@dataclass(frozen=True)
class TaskBrief:
    """A task as the floor sees it. `after` are task numbers of the same team."""

    number: int
    title: str
    owner: str
    state: TaskState
    needs: tuple[str, ...]
    after: tuple[int, ...]
    result: str  # its result, or why it failed, or what it asks
    files: tuple[str, ...]
    answer: bool
    brief: str = ""  # what its owner was told
    check: str = ""  # what is known of its result, besides that its owner claims it
    round: int = 1


CHOICE = "choice"
"""What a person's message is about where it chose one of the answers that the hub offered: no words of theirs."""


@dataclass(frozen=True)
class MessageBrief:
    """A message. `unread`: came since the last turn."""

    number: int
    sender: str  # handle, or "hub"
    kind: str
    text: str
    unread: bool
    from_person: bool
    task: int | None = None  # number of the task it is about
    round: int = 1
    about: str = ""  # a notice's subject, or CHOICE


@dataclass(frozen=True)
class FileBrief:
    """A file that was attached to the goal, or one of the workspace's library that fits it."""

    name: str
    media_type: str
    size: int
    attached: bool
    outline: str = ""  # what it holds, in a line: columns and rows, keys, headings


Show = Callable[[str], None]
"""Shows what a speaker has written so far, all of it each time; blocks, and keeps nothing."""


def show_nowhere(text: str) -> None:
    """Nobody looks."""


@dataclass(frozen=True)
class Briefing:
    """Everything the speaker needs for one turn and nothing else."""

    conversation: str
    goal: str  # the person's words
    purpose: str  # the root team's is the goal; a sub-team's is its task's brief
    needs: tuple[str, ...]  # a sub-team's: the needs of the task it executes; the root team's: none
    depth: int
    round: int
    turn: int
    speaker: MemberBrief
    members: tuple[MemberBrief, ...]
    shortlist: tuple[Candidate, ...]  # the best matches for the purpose, or the team that a person named
    named_team: bool  # the shortlist was named by a person: nobody else may be asked
    tasks: tuple[TaskBrief, ...]
    messages: tuple[MessageBrief, ...]  # the newest, oldest first; all unread ones and all of persons among them
    files: tuple[FileBrief, ...]
    plan: tuple[str, ...]  # what all members read; stays empty where `shares_plan` is False
    left: Limits
    draft: int | None = None  # number of the task whose result is the draft of the answer, to be reviewed now
    may_send_back: bool = True  # whether a result may still be sent back
    repair: str = ""  # why the last utterance was not accepted; empty: it was
    shares_plan: bool = True  # whether an utterance may carry the team's plan
    chain: ChainIds = NO_CHAIN  # under which the turn is taken; no voice is told of it but an agent's own
    wanted: str = ""  # protocol of the talk that a person wants before work or an end
    instruction: str = ""  # what this turn is for, where the talk has an order
    said_above: tuple[tuple[str, str], ...] = ()  # who and what: persons' words in the rooms above a sub-team's
    summary: str = ""  # of what members said up to the message `summary_up_to`
    summary_up_to: int = 0
    by_rules: bool = False  # the built-in rules speak, though there is a model
    given_to: str = ""  # handle of the agent that gets the whole of each round; empty: it is planned
    given: tuple[ColleagueResult, ...] = ()  # a sub-team's: the results that its task builds on
    asked_check: str = ""  # a sub-team's: how its result is going to be looked at
    observation: str = ""  # what the workspace's observation hook saw just now; from outside, so data only
    show: Show = field(default=show_nowhere, compare=False, repr=False)

    @property
    def open_tasks(self) -> tuple[TaskBrief, ...]:
        """The tasks that have not settled."""
        return tuple(task for task in self.tasks if task.state in OPEN_TASK)

    @property
    def guests(self) -> tuple[Candidate, ...]:
        """The agents that the lead may give the floor to, and so bring into the team."""
        return tuple(one for one in self.shortlist if one.availability is not Availability.OFFLINE)


@dataclass(frozen=True)
class Summary:
    """What a model made of the old part of a room, up to the message of this number; kept with the room."""

    text: str
    up_to: int


@dataclass(frozen=True)
class Spoken:
    """A voice's answer, unread: a JSON object or text, to be parsed by `protocol.parse`."""

    raw: str | dict[str, object]
    voice: str  # what spoke, for the record: "rules", a model's name
    usage: Usage = field(default_factory=Usage)
    summary: Summary | None = None  # one that was made on the way
    because: str = ""  # why a member that could speak itself did not


class VoiceError(Exception):
    """A voice gave no answer. The message is one plain sentence for people, without secrets.

    `permanent`: asking again is pointless (a wrong key, an unknown model). `usage`: what it cost nevertheless.
    `retry_after`: seconds that it asked to be left alone, where it said so.
    """

    def __init__(
        self, reason: str, *, permanent: bool = False, usage: Usage | None = None, retry_after: float | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.permanent = permanent
        self.usage = usage or Usage()
        self.retry_after = retry_after


class Voice(Protocol):
    """How a member takes its turn."""

    async def speak(self, briefing: Briefing) -> Spoken:
        """Say something. Raises VoiceError."""
