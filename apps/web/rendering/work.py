"""Tasks and members as rows: a state with its word, who is at it, and what to do where it failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.chat.domain.display import LOOKS, Display
from apps.chat.queries.tree import TeamNode
from apps.teams.domain.states import AttemptState, MemberKind, TaskState
from apps.teams.queries.facts import TaskFacts, TeamFacts
from apps.teams.queries.members import Face
from apps.web.rendering.verification import Checking, Known, checking_of, known_of

TASK_WORDS = {
    TaskState.PLANNED: ("stopped", "todo", "Planned"),
    TaskState.READY: ("waiting_team", "waiting_team", "Ready"),
    TaskState.HELD: ("needs_you", "needs_you", "Waits for leave"),
    TaskState.WORKING: ("working", "working", "Working"),
    TaskState.ASKING: ("discussing", "discussing", "Asking"),
    TaskState.UNKNOWN: ("stalled", "stalled", "Outcome unknown"),
    TaskState.DONE: ("done", "done", "Done"),
    TaskState.FAILED: ("failed", "failed", "Failed"),
    TaskState.SKIPPED: ("stopped", "stopped", "Skipped"),
    TaskState.CANCELLED: ("stopped", "stopped", "Cancelled"),
}
"""Task state to the colour's state, the glyph, and the word."""
BEING_CHECKED = ("discussing", "discussing", "Being checked")
"""Of a task whose result is there, and is looked at before it counts as done."""
BEFORE_PEOPLE = ("needs_you", "needs_you", LOOKS[Display.NEEDS_YOU].word)
"""Of one that a person is to look at."""
SILENT = ("stalled", "stalled", LOOKS[Display.STALLED].word)
"""Of a task at work in a team that is shown as stalled: nothing was heard of it for as long."""

REMEDIES = {
    TaskState.FAILED: "Say in the room what to change, or who else should try.",
    TaskState.SKIPPED: "It needs the task that failed before it; see there.",
    TaskState.HELD: "Decide in the room whether it may be done.",
    TaskState.UNKNOWN: "Decide in the room: retry, accept as done, or cancel.",
    TaskState.CANCELLED: "Nothing: it was taken back.",
}


@dataclass(frozen=True)
class TaskLine:
    """A task with its state in words. `team`: the sub-team that carries it out."""

    task: TaskFacts
    state: str
    glyph: str
    word: str
    note: str
    team: TeamNode | None
    since: datetime | None
    lasted: float | None
    remedy: str
    known: Known | None
    checking: Checking | None


@dataclass(frozen=True)
class MemberRow:
    """A member, what it does now, as a task at which it is says it (see TASK_WORDS), and since when."""

    face: Face
    note: str
    doing: tuple[str, str, str] | None = None
    since: datetime | None = None


def task_rows(node: TeamNode) -> list[TaskLine]:
    """The rows of a team's tasks."""
    return [task_row(task, node) for task in node.facts.tasks]


def task_row(task: TaskFacts, node: TeamNode) -> TaskLine:
    """One task's row; a task that a sub-team carries out shows the sub-team's state."""
    team = next((child for child in node.children if child.facts.executes == task.number), None)
    colour, glyph, word = _words(task, team, node)
    started = [attempt.started_at for attempt in task.attempts if attempt.started_at]
    running = task.state in {TaskState.WORKING, TaskState.ASKING, TaskState.UNKNOWN}
    return TaskLine(
        task=task,
        state=colour,
        glyph=glyph,
        word=word,
        note=_note(task, team, node.facts),
        team=team,
        since=_since(task, team, node, started) if running else None,
        lasted=_duration(task, team, started[0] if started else None),
        remedy=REMEDIES.get(task.state, ""),
        known=known_of(task),
        checking=checking_of(task, node.facts),
    )


def _words(task: TaskFacts, team: TeamNode | None, node: TeamNode) -> tuple[str, str, str]:
    if task.is_claimed:
        asked = any(approval.is_check and approval.task_number == task.number for approval in node.facts.pending)
        return BEFORE_PEOPLE if asked else BEING_CHECKED
    if team is not None and task.is_open:
        return team.state.value, team.state.value, LOOKS[team.state].word
    if task.state is TaskState.WORKING and node.state is Display.STALLED:
        return SILENT
    return TASK_WORDS[task.state]


def _since(task: TaskFacts, team: TeamNode | None, node: TeamNode, started: Sequence[datetime]) -> datetime:
    if task.is_claimed and task.claimed_at:
        return task.claimed_at
    if team is not None:
        return team.since
    if task.state is TaskState.WORKING and node.state is Display.STALLED:
        return node.since
    return started[-1] if started else task.state_at


def _duration(task: TaskFacts, team: TeamNode | None, started: datetime | None) -> float | None:
    if task.is_open:
        return None
    if team is not None and team.lasted is not None:
        return team.lasted
    ends = [attempt.ended_at for attempt in task.attempts if attempt.ended_at]
    return (max(ends) - started).total_seconds() if ends and started else None


def _note(task: TaskFacts, team: TeamNode | None, facts: TeamFacts) -> str:
    who = f"Team of {_names(team)}" if team else task.owner.name
    tries = len(task.attempts)
    titles = {other.number: other.title for other in facts.tasks if other.is_open}
    after = [titles[number] for number in task.after if number in titles]
    parts = [who]
    if after and task.state is TaskState.PLANNED:
        parts.append(f"after {', '.join(after)}")
    if tries > 1:
        parts.append(f"try {tries}")
    if task.is_answer:
        parts.append("gives the answer")
    return ", ".join(parts)


def _names(team: TeamNode) -> str:
    names = [face.name for face in team.agents]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names) or team.name


def member_rows(node: TeamNode) -> list[MemberRow]:
    """The members of a team with what each does now."""
    return [_member_row(face, node) for face in node.facts.members]


def _member_row(face: Face, node: TeamNode) -> MemberRow:
    for task in node.facts.tasks:
        running = [attempt for attempt in task.attempts if attempt.state is AttemptState.RUNNING]
        if running and task.owner == face:
            since = _since(task, None, node, [attempt.started_at for attempt in running if attempt.started_at])
            return MemberRow(face, task.title, _words(task, None, node), since)
    if face.kind == MemberKind.AGENT:
        mine = [task for task in node.facts.tasks if task.owner == face and task.is_open and not task.is_claimed]
        waiting = f"{len(mine)} task{'s' * (len(mine) > 1)} to come" if mine else "idle"
        return MemberRow(face, f"{face.availability.capitalize()}, {waiting}" if not node.is_over else "Released")
    if face.kind == MemberKind.PERSON:
        return MemberRow(face, "")
    return MemberRow(face, "Plans and concludes")
