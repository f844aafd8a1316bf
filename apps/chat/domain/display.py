"""What a person is shown of a goal, a team and a task: one table of states for all of them; `receipts` has messages.

Each state has a word, a glyph and a help text. The tables drive pill, row, outline, map, REST status and
help; one function each computes the state.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from apps.chat.domain.states import Phase, TurnState
from apps.teams.domain.states import OPEN_TASK, GoalOutcome, TaskState

QUIET_SECONDS = 90.0
"""A team without an event for this long, or for three times its usual gap, is shown as stalled."""


class Display(StrEnum):
    """What a team or a goal is shown as; also a goal's status in the REST API."""

    QUEUED = "queued"
    FORMING = "forming"
    DISCUSSING = "discussing"
    WORKING = "working"
    WAITING_TEAM = "waiting_team"
    NEEDS_YOU = "needs_you"
    PAUSED = "paused"
    STALLED = "stalled"
    DONE = "done"
    PARTIAL = "partial"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True)
class Look:
    """How a state is shown; its glyph is `s-<state>` in the sprite, its colour stands in the stylesheet."""

    word: str
    help: str

    def __str__(self) -> str:
        return self.word


LOOKS: dict[Display, Look] = {
    Display.QUEUED: Look("Queued", "The goals before it come first, and only so many run at one time."),
    Display.FORMING: Look("Forming", "Agents are being found for it."),
    Display.DISCUSSING: Look("Discussing", "Its members are deciding what to do next."),
    Display.WORKING: Look("Working", "Agents are at work on its tasks."),
    Display.WAITING_TEAM: Look("Waits for a team", "A sub-team is at work; this team waits for its result."),
    Display.NEEDS_YOU: Look("Needs you", "A question or a decision waits for a person."),
    Display.PAUSED: Look("Paused", "A person, or a limit above it, holds it; it goes on when it is resumed."),
    Display.STALLED: Look("Stalled", "Nothing has happened for longer than usual."),
    Display.DONE: Look("Done", "It ended with an answer."),
    Display.PARTIAL: Look("Done in part", "It ended with what there was; something that was asked is missing."),
    Display.FAILED: Look("Failed", "It ended without an answer."),
    Display.STOPPED: Look("Stopped", "A person, or the team above, ended it."),
}

ENDED = frozenset({Display.DONE, Display.PARTIAL, Display.FAILED, Display.STOPPED})
AT_WORK = frozenset({Display.FORMING, Display.DISCUSSING, Display.WORKING, Display.WAITING_TEAM})

_PHASE_ENDS = {Phase.CONCLUDED: Display.DONE, Phase.FAILED: Display.FAILED, Phase.STOPPED: Display.STOPPED}
_OUTCOME_ENDS = {
    GoalOutcome.DONE: Display.DONE,
    GoalOutcome.PARTIAL: Display.PARTIAL,
    GoalOutcome.FAILED: Display.FAILED,
    GoalOutcome.STOPPED: Display.STOPPED,
}


QUEUED_SECONDS = 3.0
"""A goal that nobody has begun for this long is shown as queued; most are begun at once."""


def is_stalled(quiet_for: float, usual_gap: float = 0.0) -> bool:
    """Whether nothing has happened for too long. Seconds."""
    return quiet_for > longest_quiet(usual_gap)


def longest_quiet(usual_gap: float) -> float:
    """Seconds for which nothing may happen before that is too long."""
    return max(3 * usual_gap, QUIET_SECONDS)


@dataclass(frozen=True)
class Seen:
    """What a state is made of.

    `held_by_question`: what holds a frozen team is a question to people, as that of a limit; `in_part`: a team ended
    with what there was; `open_tasks` are the states of tasks that agents carry out (those of sub-teams show as
    `subteam_working`); `pending_approvals` counts the team and all below it; `quiet_for` is seconds since the last
    event of the same; `with_person`: a person is at a task of it or of a team below, who may be silent for as long as
    they like; `outcome` is given for a goal, whose other facts are its root team's; `begun` says whether any
    turn was taken.
    """

    phase: Phase
    turn_state: TurnState
    frozen: bool = False
    held_by_question: bool = False
    in_part: bool = False
    formed: bool = True
    open_tasks: Collection[TaskState] = ()
    pending_approvals: int = 0
    subteam_working: bool = False
    quiet_for: float = 0.0
    usual_gap: float = 0.0
    with_person: bool = False
    outcome: GoalOutcome | None = None
    begun: bool = True


def display_state(seen: Seen) -> Display:
    """The state of a team, or of a goal."""
    ended = _end(seen)
    if ended is not None:
        return ended
    if seen.frozen and not seen.held_by_question:
        return Display.PAUSED
    if seen.pending_approvals:
        return Display.NEEDS_YOU
    if not seen.begun and seen.quiet_for >= QUEUED_SECONDS:
        return Display.QUEUED
    if not seen.with_person and is_stalled(seen.quiet_for, seen.usual_gap):
        return Display.STALLED
    return _at_work(seen)


def _end(seen: Seen) -> Display | None:
    if seen.outcome is not None:
        return _OUTCOME_ENDS.get(seen.outcome)
    if seen.phase is Phase.CONCLUDED and seen.in_part:
        return Display.PARTIAL
    return _PHASE_ENDS.get(seen.phase)


def _at_work(seen: Seen) -> Display:
    open_tasks = OPEN_TASK.intersection(seen.open_tasks)
    if TaskState.WORKING in open_tasks:
        return Display.WORKING
    if seen.turn_state is not TurnState.NONE:
        return Display.DISCUSSING if seen.formed else Display.FORMING
    if seen.subteam_working:
        return Display.WAITING_TEAM
    return Display.WORKING if open_tasks else Display.DISCUSSING


class TaskDisplay(StrEnum):
    """What a task is shown as; also its status in the REST API. One that a sub-team carries out shows the team's."""

    PLANNED = "planned"
    READY = "ready"
    HELD = "held"
    WORKING = "working"
    ASKING = "asking"
    UNKNOWN = "unknown"
    BEING_CHECKED = "being_checked"
    FORMING = "forming"
    QUEUED = "queued"
    DISCUSSING = "discussing"
    WAITING_TEAM = "waiting_team"
    NEEDS_YOU = "needs_you"
    PAUSED = "paused"
    STALLED = "stalled"
    DONE = "done"
    PARTIAL = "partial"
    FAILED = "failed"
    STOPPED = "stopped"
    SKIPPED = "skipped"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class TaskStateLook:
    """How a task's state is shown. `state`: whose colour it has; the glyph is `s-<glyph>` in the sprite."""

    state: Display
    glyph: str
    word: str
    help: str


def _as_team(state: Display) -> TaskStateLook:
    return TaskStateLook(state, state.value, LOOKS[state].word, LOOKS[state].help)


TASK_LOOKS: dict[TaskDisplay, TaskStateLook] = {
    **{TaskDisplay(state): _as_team(state) for state in Display},
    TaskDisplay.PLANNED: TaskStateLook(
        Display.STOPPED, "todo", "Planned", "It waits for the tasks that it comes after."
    ),
    TaskDisplay.READY: TaskStateLook(
        Display.WAITING_TEAM, "waiting_team", "Ready", "It begins when its agent and a worker are free."
    ),
    TaskDisplay.HELD: TaskStateLook(
        Display.NEEDS_YOU, "needs_you", "Waits for leave", "A person has to say whether it may be done."
    ),
    TaskDisplay.ASKING: TaskStateLook(Display.DISCUSSING, "discussing", "Asking", "Its agent waits for an answer."),
    TaskDisplay.UNKNOWN: TaskStateLook(
        Display.STALLED, "stalled", "Outcome unknown", "It was begun, and nobody knows whether it was done."
    ),
    TaskDisplay.BEING_CHECKED: TaskStateLook(
        Display.DISCUSSING, "discussing", "Being checked", "Its result is there, and is looked at before it counts."
    ),
    TaskDisplay.SKIPPED: TaskStateLook(Display.STOPPED, "stopped", "Skipped", "A task that it comes after failed."),
    TaskDisplay.CANCELLED: TaskStateLook(Display.STOPPED, "stopped", "Cancelled", "It was taken back."),
}


@dataclass(frozen=True)
class SeenTask:
    """What the state of a task is made of.

    `room`: what its team is shown as; `frozen`: that team begins nothing; `subteam`: what the team that carries it out
    is. `claimed`: its result is there and looked at; `before_people`: by a person.
    """

    state: TaskState
    room: Display
    frozen: bool = False
    subteam: Display | None = None
    claimed: bool = False
    before_people: bool = False


def task_display(seen: SeenTask) -> TaskDisplay:
    """The state of a task."""
    if seen.claimed:
        return TaskDisplay.NEEDS_YOU if seen.before_people else TaskDisplay.BEING_CHECKED
    if seen.subteam is not None and _is_told_by(seen.subteam, seen.state):
        return TaskDisplay(seen.subteam)
    if seen.state is TaskState.WORKING and seen.room is Display.STALLED:
        return TaskDisplay.STALLED
    if seen.state is TaskState.READY and seen.frozen:
        return TaskDisplay.PAUSED
    return TaskDisplay(seen.state)


def _is_told_by(subteam: Display, state: TaskState) -> bool:
    """A task that settled keeps its own state, but what ended in part did not end well."""
    return state in OPEN_TASK or (state is TaskState.DONE and subteam is Display.PARTIAL)
