"""One conversation, locked: its rows, its standing for the machine, and the way back into the rows."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from operator import attrgetter

from django.db.models import Model, QuerySet

from apps.accounts.domain.access import Actor
from apps.agents.domain.profile import Candidate
from apps.chat.actions.new_messages import UnfinishedMessage, insert_messages
from apps.chat.bells import ChatBell
from apps.chat.domain.machine.conversation_state import ConversationState
from apps.chat.domain.machine.step import Step
from apps.chat.domain.states import TurnState
from apps.chat.events import ChatEvent
from apps.chat.models import Conversation, Message
from apps.chat.queries.conversation_state import is_news, state_of
from apps.core.chains import ChainIds
from apps.core.known_streams import Left, copy_of_row
from apps.core.read_once import kept_rows, read_once
from apps.core.updates import insert_rows, save_columns
from apps.journal.actions import Log, StreamNames, recording
from apps.journal.queries.compiled import KeyedQuery
from apps.teams.actions import teams
from apps.teams.domain.formation import Staffing
from apps.teams.domain.questions import GivenAnswer
from apps.teams.domain.states import MemberKind
from apps.teams.queries.chains import chain_of_team
from apps.teams.queries.conversation_tasks import tasks_of
from apps.teams.queries.limits import teams_above
from apps.teams.queries.members import Seated, members_of, read_members_ahead
from apps.teams.queries.rows import Goal, GoalFile, Task, Team
from apps.teams.queries.team_rows import one_team, team_with_id
from apps.teams.queries.versions import goal_has_files


@dataclass
class Scene:
    """A locked conversation. What is changed and said is written when the scene closes, once.

    `staffing`, `guests` (the agents that may be brought in), `voice` and `because` (why another than the member itself)
    are set while an utterance is applied, `answering` while a person speaks, or the team above answers. `others`: the
    scenes of the same transaction, by team. `is_new`: the conversation begins.
    """

    log: Log
    conversation: Conversation
    team: Team
    members: tuple[Seated, ...]
    staffing: Staffing | None = None
    guests: Mapping[str, Candidate] = field(default_factory=dict)
    voice: str = ""
    because: str = ""
    answering: GivenAnswer | None = None
    is_new: bool = False
    said: list[Message] = field(default_factory=list)
    others: dict[uuid.UUID, "Scene"] = field(default_factory=dict)
    _changed: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.others[self.team.id] = self

    @property
    def goal(self) -> Goal:
        """The goal it is a part of."""
        return self.team.goal

    @property
    def chain(self) -> ChainIds:
        """Under which the room does what it does now."""
        return replace(chain_of_team(self.team), origin=self.conversation.origin_id)

    def member(self, handle: str | None) -> Seated | None:
        """The member of that handle."""
        return next((member for member in self.members if member.handle == handle), None)

    def member_with_id(self, member_id: uuid.UUID | None) -> Seated | None:
        """The member of that id."""
        return next((member for member in self.members if member.id == member_id), None)

    def seat(self, actor: Actor) -> Seated | None:
        """The seat of a person; taken now if they had none."""
        member = teams.join_person(self.log, self.team, actor)
        self.refresh_members()
        return self.member_with_id(member.id)

    def refresh_members(self) -> None:
        """Read the members again, after some joined."""
        self.members = members_of(self.team)

    @property
    def lead(self) -> Seated:
        """The member who leads."""
        return next(member for member in self.members if member.lead)

    @property
    def tasks(self) -> list[Task]:
        """The team's tasks in order, with their owners."""
        return tasks_of(self.team)

    def task(self, number: int) -> Task:
        """The task of that number."""
        return next(task for task in self.tasks if task.number == number)

    def task_with_id(self, task_id: uuid.UUID) -> Task:
        """The task of that id."""
        return next(task for task in self.tasks if task.id == task_id)

    def root(self) -> "Scene":
        """The conversation of the goal's root team, in the same transaction."""
        return self.beside(teams_above(self.team)[-1].id)

    def beside(self, team_id: uuid.UUID) -> "Scene":
        """The conversation of another team of the same goal, in the same transaction."""
        return self.others.get(team_id) or _scene(self.log, _of_team(team_id), self.others)

    def changed(self, *names: str) -> None:
        """These columns of the conversation are to be written."""
        self._changed.update(dict.fromkeys(names))

    def close(self) -> None:
        """Write what was changed and said."""
        if self.is_new:
            insert_rows([self.conversation])
        elif self._changed:
            save_columns(self.conversation, *self._changed)
        begun = self.goal.started_at is not None
        insert_messages([UnfinishedMessage(one, self.is_by_person(one), has_begun=begun) for one in self.said])

    def is_by_person(self, message: Message) -> bool:
        """Whether a member who is a person said it."""
        return any(one.id == message.member_id and one.kind is MemberKind.PERSON for one in self.members)


def _with_team(rows: "QuerySet[Conversation]") -> "QuerySet[Conversation]":
    rows = rows.select_related("team__goal").annotate(**goal_has_files("team__goal"))
    return rows.defer("team__goal__text", "team__goal__observation")


_BY_ID = KeyedQuery(lambda ids: _with_team(Conversation.objects.filter(id__any_of=ids)), attrgetter("id"))
_BY_TEAM = KeyedQuery(lambda teams: _with_team(Conversation.objects.filter(team__any_of=teams)), attrgetter("team_id"))


ROOMS = StreamNames(
    "SELECT room.id AS key, team.goal_id AS stream FROM chat_conversation AS room"
    " JOIN teams_team AS team ON team.id = room.team_id WHERE room.id = ANY(%s)"
)
"""Goals by the ids of their rooms."""


@contextmanager
def open_scene(conversation_id: uuid.UUID) -> Iterator[Scene]:
    """A conversation, locked behind its goal's stream, until the block ends."""
    with recording(conversation_id, ROOMS) as log:
        scene = _scene(log, _with_id(conversation_id), {})
        yield scene
        close_all(scene)


def read_rooms_ahead(rooms: Mapping[uuid.UUID, uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """Read what the steps of many rooms begin with: room -> stream. Gives team -> stream."""
    known = {row.id: row for row in _known(rooms.values()) if row.id in rooms}
    read = _BY_ID.read_ahead({room: stream for room, stream in rooms.items() if room not in known})
    teams = {row.team_id: rooms[row.id] for row in (*known.values(), *read)}
    read_members_ahead(teams)
    return teams


def read_rooms_of_teams_ahead(teams: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """The same by the rooms' teams: team -> stream."""
    known = {row.team_id for row in _known(teams.values())}
    _BY_TEAM.read_ahead({team: stream for team, stream in teams.items() if team not in known})
    read_members_ahead(teams)


def scene_of_team(log: Log, team: Team) -> Scene:
    """The conversation of a team whose goal's stream is locked; whoever opens it closes it."""
    one_team(team)
    return _scene(log, _of_team(team.id), {})


def _known(streams: Iterable[uuid.UUID]) -> list[Conversation]:
    """The conversations that the open transaction knows of streams."""
    return [row for stream in set(streams) for row in kept_rows(Conversation, stream)]


def close_all(scene: Scene) -> None:
    """Write what was changed and said in all scenes of the transaction."""
    for one in scene.others.values():
        one.close()


def _with_id(conversation_id: uuid.UUID) -> Conversation:
    known = (row for row in kept_rows(Conversation) if row.id == conversation_id)
    return next(known, None) or _once(_BY_ID.one(conversation_id))


def _of_team(team_id: uuid.UUID) -> Conversation:
    known = (row for row in kept_rows(Conversation) if row.team_id == team_id)
    return next(known, None) or _once(_BY_TEAM.one(team_id))


def _once(read: Conversation) -> Conversation:
    one_team(read.team)
    return read_once((Conversation, read.id), _TABLES, lambda: read, _holds, _left)


def _left(conversation: Conversation) -> Left[Conversation]:
    left = copy_of_row(conversation, "has_files")
    return Left(left, (left,))


_TABLES = tuple(model._meta.db_table for model in (Conversation, Team, Goal, GoalFile))  # noqa: SLF001


def _holds(conversation: Conversation, row: Model) -> bool | None:
    """`has_files` is of its goal's files, too; its team may be read by whoever has the conversation."""
    if isinstance(row, Conversation) and row.pk == conversation.pk:
        return row is conversation
    if isinstance(row, Team) and row.pk == conversation.team_id:
        return not Conversation.team.is_cached(conversation) or row is conversation.team
    return False if isinstance(row, GoalFile) else None


def _scene(log: Log, conversation: Conversation, others: dict[uuid.UUID, Scene]) -> Scene:
    team = conversation.team = team_with_id(conversation.team_id) or one_team(conversation.team)
    return Scene(log, conversation, team, members_of(team), others=others)


def conversation_state(scene: Scene) -> ConversationState:
    """The machine's view of a conversation."""
    return state_of(scene.conversation, scene.members, scene.tasks)


def unconsumed_tasks(scene: Scene) -> list[Task]:
    """The tasks that settled and of which the conversation has not taken note, in the order in which they settled."""
    return sorted(filter(is_news, scene.tasks), key=lambda task: (task.state_at, task.number))


_STANDING = (
    "phase",
    "phase_at",
    "round",
    "turn",
    "turn_state",
    "turn_due_at",
    "speaker_id",
    "wait",
    "answer_task",
    "memory",
)


def store(scene: Scene, before: ConversationState, step: Step) -> None:
    """Write a step's standing back, freeze or thaw the team, and ring for a turn that is due now."""
    after, row = step.standing, scene.conversation
    if after.phase != before.phase or after.round != before.round:
        row.phase, row.phase_at = after.phase, scene.log.now
    row.round, row.turn, row.turn_state = after.round, after.turn, after.turn_state
    speaker = scene.member(after.speaker)
    row.speaker_id = speaker.id if speaker else None
    row.wait = after.wait.model_dump(mode="json") if after.wait else None
    row.answer_task = after.answer_task
    row.memory = after.memory.model_dump(exclude_defaults=True)
    _set_due(scene, before, step)
    scene.changed(*_STANDING)
    if after.frozen != before.frozen:
        (teams.freeze if after.frozen else teams.thaw)(scene.log, scene.team)
    _tell(scene, before, after)


def _set_due(scene: Scene, before: ConversationState, step: Step) -> None:
    row = scene.conversation
    if row.turn_state != TurnState.DUE:
        row.turn_due_at = None
        return
    newly = before.turn_state is not TurnState.DUE or (before.frozen and not step.standing.frozen)
    if newly or row.turn_due_at is None:
        row.turn_due_at = scene.log.now + timedelta(seconds=step.delay)
        scene.log.ring(ChatBell.TURN_DUE, row.id, delay=step.delay, whom=scene.goal.workspace_id)


def _tell(scene: Scene, before: ConversationState, after: ConversationState) -> None:
    names = ("phase", "round", "turn", "turn_state", "speaker")
    if all(getattr(before, name) == getattr(after, name) for name in names):
        return
    scene.log.add(
        ChatEvent.CONVERSATION_MOVED,
        scene.chain,
        phase=after.phase.value,
        round=after.round,
        turn=after.turn,
        turn_state=after.turn_state.value,
        speaker=after.speaker or "",
    )
