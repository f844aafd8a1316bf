"""Tasks and members as rows: how each is shown, who is at it, and what to do where it failed."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext, gettext_noop, ngettext

from apps.chat.domain.display import Display, TaskStateLook
from apps.chat.queries.tasks import ShownTask, shown_task
from apps.chat.queries.tree import TeamNode
from apps.core.languages import say
from apps.teams.domain.states import RETRIABLE_TASK, TAKEABLE_TASK, AttemptState, MemberKind, TaskState
from apps.teams.queries.facts import TaskFacts, TeamFacts
from apps.teams.queries.members import Face
from apps.web.rendering.verification import Checking, Known, checking_of, known_of

REMEDIES = {
    TaskState.FAILED: gettext_noop("Say in the room what to change, or who else should try."),
    TaskState.SKIPPED: gettext_noop("It needs a task before it that gave no result; see there."),
    TaskState.HELD: gettext_noop("Decide in the room whether it may be done."),
    TaskState.UNKNOWN: gettext_noop("Decide in the room: retry, accept as done, or cancel."),
    TaskState.CANCELLED: gettext_noop("Nothing: it was taken back."),
}


@dataclass(frozen=True)
class TaskLine:
    """A task of a team (`facts`) with how it is shown. What it says is put into words where it is shown."""

    task: TaskFacts
    shown: ShownTask
    facts: TeamFacts

    @cached_property
    def note(self) -> str:
        """Who does it, after what, and how often it was tried."""
        return _note(self.task, self.shown.team, self.facts)

    @property
    def remedy(self) -> str:
        """What to do about its state."""
        return say(REMEDIES.get(self.task.state, ""))

    @property
    def known(self) -> Known | None:
        """How well its result is known."""
        return known_of(self.task)

    @property
    def takes_over(self) -> bool:
        """Whether a person may do it in its agent's place."""
        return self.task.state in TAKEABLE_TASK - RETRIABLE_TASK and self._is_alone and not self.task.is_with_person

    @property
    def with_person(self) -> bool:
        """Whether a person took it over from its agent."""
        return self.task.is_with_person and self.task.owner.kind == MemberKind.PERSON and self._is_alone

    @property
    def _is_alone(self) -> bool:
        return self.shown.team is None and self.facts.ended_at is None and self.task.checks_id is None

    @property
    def checking(self) -> Checking | None:
        """How its result is checked."""
        return checking_of(self.task, self.facts)

    @property
    def team(self) -> TeamNode | None:
        """The sub-team that carries it out."""
        return self.shown.team

    @property
    def state(self) -> Display:
        """Whose colour its state has."""
        return self.shown.look.state

    @property
    def glyph(self) -> str:
        """The glyph of its state."""
        return self.shown.look.glyph

    @property
    def word(self) -> str:
        """The word of its state."""
        return say(self.shown.look.word)

    @property
    def since(self) -> datetime | None:
        """When its state began, where it runs."""
        return self.shown.since

    @property
    def lasted(self) -> float | None:
        """Seconds it took, where it is over."""
        return self.shown.lasted


@dataclass(frozen=True)
class MemberRow:
    """A member, the task at which it is now, as its row shows it, and since when."""

    face: Face
    note: str
    doing: TaskStateLook | None = None
    since: datetime | None = None


def task_rows(node: TeamNode) -> list[TaskLine]:
    """The rows of a team's tasks."""
    return [task_row(task, node) for task in node.facts.tasks]


def task_row(task: TaskFacts, node: TeamNode) -> TaskLine:
    """One task's row; a task that a sub-team carries out shows the sub-team's state."""
    return TaskLine(task, shown_task(task, node), node.facts)


def _note(task: TaskFacts, team: TeamNode | None, facts: TeamFacts) -> str:
    who = gettext("Team of {names}").format(names=_names(team)) if team else task.owner.name
    tries = len(task.attempts)
    titles = {other.number: other.title for other in facts.tasks if other.is_open}
    after = [titles[number] for number in task.after if number in titles]
    parts = [who]
    if after and task.state is TaskState.PLANNED:
        parts.append(gettext("after {titles}").format(titles=", ".join(after)))
    if tries > 1 and not task.is_with_person and task.owner.kind != MemberKind.PERSON:
        parts.append(gettext("try {number}").format(number=tries))
    if task.is_answer:
        parts.append(gettext("gives the answer"))
    return ", ".join(parts)


def _names(team: TeamNode) -> str:
    names = [face.name for face in team.agents]
    if len(names) > 1:
        return gettext("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
    return "".join(names) or team.name


def member_rows(node: TeamNode) -> list[MemberRow]:
    """The members of a team with what each does now."""
    return [_member_row(face, node) for face in node.facts.members]


def _member_row(face: Face, node: TeamNode) -> MemberRow:
    for task in node.facts.tasks:
        running = [attempt for attempt in task.attempts if attempt.state is AttemptState.RUNNING]
        if running and task.owner == face:
            shown = shown_task(task, node)
            return MemberRow(face, task.title, shown.look, shown.since)
    if face.kind == MemberKind.AGENT:
        mine = [task for task in node.facts.tasks if task.owner == face and task.is_open and not task.is_claimed]
        waiting = ngettext("{count} task to come", "{count} tasks to come", len(mine)).format(count=len(mine))
        note = f"{say(face.availability.capitalize())}, {waiting if mine else gettext('idle')}"
        return MemberRow(face, gettext("Released") if node.is_over else note)
    if face.kind == MemberKind.PERSON:
        return _person_row(face, node)
    return MemberRow(face, gettext("Plans and concludes"))


def _person_row(face: Face, node: TeamNode) -> MemberRow:
    """A person, with the task that they took over, if any."""
    task = next((one for one in node.facts.tasks if one.is_with_person and one.owner == face), None)
    if task is None:
        return MemberRow(face, "")
    shown = shown_task(task, node)
    return MemberRow(face, task.title, shown.look, shown.since)
