"""The states of tasks, attempts and approvals, and which may follow which.

The database refuses what these tables refuse: check constraints are made from the same enums.
"""

from datetime import timedelta
from enum import StrEnum


class TaskState(StrEnum):
    """Where a task stands."""

    PLANNED = "planned"  # waits for the tasks it depends on
    READY = "ready"  # may start; waits for a worker or for a free slot of its agent
    HELD = "held"  # a person has to permit it first
    WORKING = "working"  # an agent, or a sub-team, is at it
    ASKING = "asking"  # its agent waits for an answer
    UNKNOWN = "unknown"  # lost after dispatch and not repeatable: a person decides
    DONE = "done"  # has a result
    FAILED = "failed"  # ended without one
    SKIPPED = "skipped"  # a task it depends on failed
    CANCELLED = "cancelled"  # a person or a later plan took it back


OPEN_TASK = frozenset(
    {
        TaskState.PLANNED,
        TaskState.READY,
        TaskState.HELD,
        TaskState.WORKING,
        TaskState.ASKING,
        TaskState.UNKNOWN,
    }
)
SETTLED_TASK = frozenset(TaskState) - OPEN_TASK
RETRIABLE_TASK = frozenset({TaskState.FAILED, TaskState.UNKNOWN})
MOVABLE_TASK = OPEN_TASK | {TaskState.FAILED}
"""A person may give it to another agent."""
TAKEABLE_TASK = MOVABLE_TASK - {TaskState.PLANNED}
"""A person may do it in its agent's place."""

TASK_TRANSITIONS: dict[TaskState, frozenset[TaskState]] = {
    TaskState.PLANNED: frozenset({TaskState.READY, TaskState.SKIPPED, TaskState.CANCELLED}),
    TaskState.READY: frozenset({TaskState.HELD, TaskState.WORKING, TaskState.FAILED, TaskState.CANCELLED}),
    TaskState.HELD: frozenset({TaskState.READY, TaskState.FAILED, TaskState.CANCELLED}),
    TaskState.WORKING: frozenset(
        {
            TaskState.READY,
            TaskState.ASKING,
            TaskState.UNKNOWN,
            TaskState.DONE,
            TaskState.FAILED,
            TaskState.CANCELLED,
        }
    ),
    TaskState.ASKING: frozenset(
        {
            TaskState.READY,
            TaskState.HELD,
            TaskState.WORKING,
            TaskState.DONE,
            TaskState.FAILED,
            TaskState.CANCELLED,
        }
    ),
    TaskState.UNKNOWN: frozenset({TaskState.READY, TaskState.DONE, TaskState.CANCELLED}),
    TaskState.DONE: frozenset(),
    TaskState.FAILED: frozenset({TaskState.READY}),  # only where a person has it tried again
    TaskState.SKIPPED: frozenset(),
    TaskState.CANCELLED: frozenset(),
}


class AttemptState(StrEnum):
    """Where one try at a task stands."""

    READY = "ready"  # waits for a worker
    RUNNING = "running"  # a worker holds its lease
    DONE = "done"  # its result was the task's
    FAILED = "failed"  # the agent, or the way to it, failed
    ASKED = "asked"  # the agent asked a question; another attempt carries the answer
    LOST = "lost"  # its lease ran out
    LATE = "late"  # its result came after the task had gone on without it; kept, never applied
    CANCELLED = "cancelled"


class ApprovalState(StrEnum):
    """Whether a decision still waits for a person."""

    PENDING = "pending"
    ANSWERED = "answered"  # approved, denied or answered in words: see `answer`
    LAPSED = "lapsed"  # the goal ended or went on without it


class PermitScope(StrEnum):
    """How far the leave reaches that a person gives."""

    ONCE = "once"  # for just this, as it was shown
    TEAM = "team"  # for the same wish of the same agents, while the same team works on
    GOAL = "goal"  # the same, anywhere in the goal


class ApprovalKind(StrEnum):
    """What a person is asked."""

    QUESTION = "question"  # an answer in words: no approval, a question that people were asked; see domain.questions
    APPROVAL = "approval"  # yes or no
    OUTCOME = "outcome"  # retry, accept as done, or cancel a task whose outcome is unknown
    PERMIT = "permit"  # whether an agent may be set to work by others' words
    LIMIT = "limit"  # more of a limit, or conclude with what there is
    CHECK = "check"  # whether a task's result is right, where the plan has a person look at it
    PLAN = "plan"  # whether the tasks of a goal that shows its plan begin, or another plan is wanted
    RESTORED = "restored"  # go on with a goal that was in flight when the backup was made, or stop it


APPROVE, DENY, SUGGEST = "Approve", "Deny", "Suggest instead"
"""What a person answers to a PERMIT. With a suggestion nothing is permitted, and whoever asked is told the words."""

DENIALS = frozenset({DENY, SUGGEST})
"""The answers to a PERMIT by which it is not permitted."""

HOLDS, SKIP = "It is right", "Leave it unchecked"
"""What a person answers to a CHECK; other words say what is wrong."""

START_PLAN = "Start"
"""What a person answers to a PLAN; other words ask for another plan."""


class MemberKind(StrEnum):
    """Who has a seat in a team."""

    COORDINATOR = "coordinator"  # the seat that plans and concludes where no agent leads
    AGENT = "agent"
    PERSON = "person"


class Priority(StrEnum):
    """How urgent a goal is."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


URGENCY = timedelta(minutes=5)
"""The wait that a step of priority is worth, within a workspace."""


class GoalOutcome(StrEnum):
    """How a goal ended, if it did."""

    RUNNING = "running"  # not ended
    DONE = "done"  # concluded
    PARTIAL = "partial"  # concluded with what there was
    FAILED = "failed"
    STOPPED = "stopped"  # by a person
