"""What must happen because of a step: a closed union that `apps.chat.actions.transitions` carries out, in order."""

from dataclasses import dataclass
from enum import StrEnum

from apps.chat.domain.room_protocols.talk import Outcome
from apps.chat.domain.states import MessageKind
from apps.chat.domain.utterances import TaskDraft, Verdict
from apps.teams.domain.states import ApprovalKind


@dataclass(frozen=True)
class Post:
    """Save a message. It is said by who held the floor before the step (`by_speaker`), by the owner of `task`
    (`by_owner`), else by the hub. `next_speaker` is a member or empty.
    """

    kind: MessageKind
    text: str
    by_speaker: bool = False
    by_owner: bool = False
    about: str = ""  # a notice's subject, a conclusion's verdict, the stance of a thing said
    task: int | None = None
    tasks: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    next_speaker: str = ""
    outcome: Outcome | None = None  # of a talk
    why: str = ""  # a conclusion took no work of agents, in the words of who concludes


@dataclass(frozen=True)
class NumberedDraft:
    """A draft with its number in the team and the numbers of the tasks it comes after."""

    number: int
    draft: TaskDraft
    after: tuple[int, ...]
    is_answer: bool
    subteam: bool = False  # a team of its own was asked for, even if one agent could do it


@dataclass(frozen=True)
class CreateTasks:
    """Add tasks: ready when all they come after is done, skipped at once when one of those ended without a result."""

    drafts: tuple[NumberedDraft, ...]


@dataclass(frozen=True)
class ReviseTask:
    """Add task `number`: who did `task` does it anew, after it and with what it came after. `wrong`: in words."""

    task: int
    number: int
    wrong: str
    is_answer: bool


@dataclass(frozen=True)
class CancelTasks:
    """Take tasks back; their calls' results will be late."""

    numbers: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class PassAnswer:
    """Give a task's agent the answer it asked for."""

    task: int
    text: str


@dataclass(frozen=True)
class OpenApproval:
    """Ask a person."""

    kind: ApprovalKind
    question: str
    options: tuple[str, ...] = ()
    task: int | None = None
    people_only: bool = False  # the floor says that only a person can answer; else nobody else could


@dataclass(frozen=True)
class AskParent:
    """Put a sub-team's question to the team above, as the question of the task that it executes; one at a time.

    `task`: whose agent's question is passed on; None: it is the floor's own.
    """

    question: str
    task: int | None = None


@dataclass(frozen=True)
class UnaskParent:
    """The question above was answered down here: the team above need not answer it any more."""


class ApprovalScope(StrEnum):
    """Which of a team's open approvals."""

    ALL = "all"  # the round is over
    FLOOR = "floor"  # about no task: what the floor or the loop breaker asked
    LIMIT = "limit"  # whether to give more of the limit that froze it
    TASK = "task"  # about one task


@dataclass(frozen=True)
class LapseApprovals:
    """What was asked of people needs no answer any more. `task` is the number where the scope is TASK."""

    scope: ApprovalScope = ApprovalScope.ALL
    task: int | None = None


@dataclass(frozen=True)
class SetPlan:
    """Replace the shared plan."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class BringIn:
    """Give an agent a seat in the team, so that it can speak."""

    handle: str


@dataclass(frozen=True)
class FreeTurn:
    """The turn counts for nothing: it is given back to the limit."""


@dataclass(frozen=True)
class FreezeBelow:
    """Pause all sub-teams."""


@dataclass(frozen=True)
class ThawBelow:
    """Resume all sub-teams."""


@dataclass(frozen=True)
class EndTeam:
    """The round is over: settle the goal, or the task that the sub-team executes. Stops all sub-teams."""

    verdict: Verdict | None  # None: stopped
    answer: str
    failure: str = ""
    missing: tuple[str, ...] = ()
    task: int | None = None  # whose result the answer is, with its files
    reviewed: bool = False  # the lead saw it as a draft
    by_lead: bool = False  # and wrote it then


@dataclass(frozen=True)
class Reopen:
    """A new round of an ended conversation begins."""


RoomEffect = Post | SetPlan | BringIn | FreeTurn | OpenApproval | AskParent | UnaskParent | LapseApprovals
WorkEffect = CreateTasks | ReviseTask | CancelTasks | PassAnswer | FreezeBelow | ThawBelow | EndTeam | Reopen
Effect = RoomEffect | WorkEffect
