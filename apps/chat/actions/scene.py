"""One conversation, locked: its rows, its standing for the machine, and the way back into the rows."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from apps.chat.domain.machine.standing import Memory, Standing, TaskFact, Wait
from apps.chat.domain.machine.step import Step
from apps.chat.domain.states import Phase, TurnState
from apps.chat.events import ChatEvent
from apps.chat.models import Conversation
from apps.journal.actions import Log, recording
from apps.journal.bells import Bell, ring
from apps.teams.actions import teams
from apps.teams.domain.formation import Staffing
from apps.teams.domain.states import SETTLED_TASK, MemberKind, TaskState
from apps.teams.queries.members import Seated, members_of
from apps.teams.queries.rows import Goal, Task, Team
from apps.teams.queries.standing import tasks_of


@dataclass
class Scene:
    """A locked conversation. `staffing` and `voice` are set while an utterance is applied."""

    log: Log
    conversation: Conversation
    team: Team
    members: tuple[Seated, ...]
    staffing: Staffing | None = None
    voice: str = ""

    @property
    def goal(self) -> Goal:
        """The goal it is a part of."""
        return self.team.goal

    def member(self, handle: str | None) -> Seated | None:
        """The member of that handle."""
        return next((member for member in self.members if member.handle == handle), None)

    def member_with_id(self, member_id: uuid.UUID | None) -> Seated | None:
        """The member of that id."""
        return next((member for member in self.members if member.id == member_id), None)

    def refresh_members(self) -> None:
        """Read the members again, after some joined."""
        self.members = members_of(self.team)

    @property
    def lead(self) -> Seated:
        """The member who leads."""
        return next(member for member in self.members if member.lead)

    def root(self) -> "Scene":
        """The conversation of the goal's root team, in the same transaction."""
        if self.team.parent_id is None:
            return self
        root = Conversation.objects.select_related("team__goal")
        return _scene(self.log, root.get(team__goal=self.team.goal_id, team__parent=None))

    def beside(self, team_id: uuid.UUID) -> "Scene":
        """The conversation of another team of the same goal, in the same transaction."""
        return _scene(self.log, Conversation.objects.select_related("team__goal").get(team_id=team_id))


@contextmanager
def opened(conversation_id: uuid.UUID) -> Iterator[Scene]:
    """A conversation, locked behind its goal's stream, until the block ends."""
    goal_id = Conversation.objects.values_list("team__goal_id", flat=True).get(id=conversation_id)
    with recording(goal_id) as log:
        yield _scene(log, Conversation.objects.select_related("team__goal").get(id=conversation_id))


def _scene(log: Log, conversation: Conversation) -> Scene:
    return Scene(log, conversation, conversation.team, members_of(conversation.team))


def standing_of(scene: Scene) -> Standing:
    """The machine's view of a conversation."""
    row = scene.conversation
    speaker = scene.member_with_id(row.speaker_id)
    return Standing(
        phase=Phase(row.phase),
        round=row.round,
        turn=row.turn,
        turn_state=TurnState(row.turn_state),
        speaker=speaker.handle if speaker else None,
        wait=Wait.model_validate(row.wait) if row.wait else None,
        answer_task=row.answer_task,
        frozen=scene.team.frozen_at is not None,
        memory=Memory.model_validate(row.memory),
        tasks={task.number: _fact(task) for task in tasks_of(scene.team)},
        members=frozenset(member.handle for member in scene.members if member.kind is not MemberKind.PERSON),
        lead=scene.lead.handle,
        nested=scene.team.parent_id is not None,
    )


def unheeded(scene: Scene) -> list[Task]:
    """The tasks that settled and of which the conversation has not taken note, in the order in which they settled."""
    found = [task for task in tasks_of(scene.team) if _is_news(task)]
    return sorted(found, key=lambda task: (task.state_at, task.number))


def _is_news(task: Task) -> bool:
    return task.state in SETTLED_TASK and task.heeded_at is None


def _fact(task: Task) -> TaskFact:
    """A task as the conversation knows it: at work until it was told that it settled."""
    return TaskFact(
        number=task.number,
        state=TaskState.WORKING if _is_news(task) else TaskState(task.state),
        round=task.round,
        result=task.result,
        failure=task.failure,
        title=task.title,
    )


def store(scene: Scene, before: Standing, step: Step) -> None:
    """Write a step's standing back, freeze or thaw the team, and ring for a turn that is due now."""
    after, row = step.standing, scene.conversation
    if after.phase != before.phase or after.round != before.round:
        row.phase, row.phase_at = after.phase, scene.log.now
    row.round, row.turn, row.turn_state = after.round, after.turn, after.turn_state
    speaker = scene.member(after.speaker)
    row.speaker_id = speaker.id if speaker else None
    row.wait = after.wait.model_dump(mode="json") if after.wait else None
    row.answer_task = after.answer_task
    row.memory = after.memory.model_dump(mode="json", exclude_defaults=True)
    _set_due(scene, before, step)
    row.save()
    if after.frozen != before.frozen:
        (teams.freeze if after.frozen else teams.thaw)(scene.log, scene.team)
    _tell(scene, before, after)


def _set_due(scene: Scene, before: Standing, step: Step) -> None:
    row = scene.conversation
    if row.turn_state != TurnState.DUE:
        row.turn_due_at = None
        return
    newly = before.turn_state is not TurnState.DUE or (before.frozen and not step.standing.frozen)
    if newly or row.turn_due_at is None:
        row.turn_due_at = scene.log.now + timedelta(seconds=step.delay)
        ring(Bell.TURN_DUE, row.id, delay=step.delay)


def _tell(scene: Scene, before: Standing, after: Standing) -> None:
    names = ("phase", "round", "turn", "turn_state", "speaker")
    if all(getattr(before, name) == getattr(after, name) for name in names):
        return
    scene.log.add(
        ChatEvent.CONVERSATION_MOVED,
        team_id=scene.team.id,
        phase=after.phase.value,
        round=after.round,
        turn=after.turn,
        turn_state=after.turn_state.value,
        speaker=after.speaker or "",
    )
