"""Everything the page of a room shows, in a fixed number of statements."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from apps.agents.queries.documents import DocumentView, files_in_view, library_of
from apps.chat.domain.display import Display
from apps.chat.domain.machine.talks import TALK
from apps.chat.domain.room_protocols import conduct
from apps.chat.domain.states import MessageKind, Phase, TurnOutcome, TurnState
from apps.chat.events import draft_of_attempt, draft_of_turn
from apps.chat.models import Conversation, Message, Turn
from apps.chat.queries import inbox, messages
from apps.chat.queries.findings import FoundView, newest_findings
from apps.chat.queries.inbox import InboxItem, deciders_of
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.messages import NEWEST, Context, Window
from apps.chat.queries.tree import TeamNode, Tree, tree
from apps.core.sentences import sentence
from apps.files.domain.quotas import FileQuota, QuotaScope, Used
from apps.files.queries.quotas import quotas_of, usage_of
from apps.journal.gateway import drafts
from apps.journal.queries import last_seq
from apps.teams.domain.states import AttemptState
from apps.teams.domain.versions import VersionState
from apps.teams.queries.facts import FileFacts
from apps.teams.queries.members import Face
from apps.teams.queries.stopping import OngoingCall, ongoing_calls
from apps.teams.queries.trees import files_of, first_bytes

PREVIEW_BYTES = 4096
MOST_OF_LIBRARY = 20  # documents of the library that a room lists, the newest; the page of the library has all

PHASES = {
    Phase.DISCUSSION: "Discussion",
    Phase.SYNC_TASK: "Synchronous task",
    Phase.ASYNC_TASK: "Asynchronous task",
    Phase.PAUSE_TRIGGER: "Pause and trigger",
    Phase.CONCLUSION: "Conclusion",
    Phase.CONCLUDED: "Concluded",
    Phase.FAILED: "Failed",
    Phase.STOPPED: "Stopped",
}


@dataclass(frozen=True)
class Doing:
    """Somebody at work now, and since when. `reported`: the text is what it told of itself, a line of its own.

    `draft`: the name of what it writes; `written`: that, so far.
    """

    face: Face
    text: str
    since: datetime
    draft: str = ""
    written: str = ""
    reported: bool = False


@dataclass(frozen=True)
class StandingView:
    """Where the conversation stands, in words. `floor` or `next` is set while it runs."""

    phase: str
    floor: Face | None
    next: Face | None
    waits_for: str
    turn: int
    turns: int | None
    round: int
    talk: "TalkView | None" = None


@dataclass(frozen=True)
class TalkView:
    """A talk that goes on under a protocol. `round` counts from 1; `since`: when it began."""

    title: str
    question: str
    round: int
    rounds: int
    since: datetime


@dataclass(frozen=True)
class RoomView:
    """A team's page. `is_window`: its messages may not be the newest.

    `documents`: what its agents may read, of the library at most MOST_OF_LIBRARY.
    `going_on`: what is still being done in it and below it though it is held.
    """

    context: Context
    standing: StandingView
    doing: tuple[Doing, ...]
    messages: tuple[MessageView, ...]
    files: tuple[FileFacts, ...]
    documents: tuple[DocumentView, ...]
    needs: tuple[InboxItem, ...]
    found: FoundView
    files_used: Used
    file_quota: FileQuota
    workspace_id: UUID
    is_window: bool = False
    going_on: tuple[OngoingCall, ...] = ()

    @cached_property
    def library_size(self) -> int:
        """How many documents the library has, where not all are listed; else 0."""
        listed = sum(not document.attached for document in self.documents)
        size = library_of(self.workspace_id).count() if listed == MOST_OF_LIBRARY else 0
        return size if size > listed else 0

    @cached_property
    def deciders(self) -> str:
        """Who may decide what waits here, in words; read where it is shown."""
        return deciders_of(self.workspace_id)

    @property
    def seq(self) -> int:
        """How far in the goal's stream this was read: all messages up to there, and none beyond."""
        return self.context.seq

    @property
    def tree(self) -> Tree:
        """The goal's teams."""
        return self.context.tree

    @property
    def node(self) -> TeamNode:
        """The team whose room this is."""
        return self.context.node

    @property
    def is_root(self) -> bool:
        """Whether this is the goal's own team."""
        return self.node.id == self.tree.root.id

    @property
    def parent(self) -> TeamNode:
        """The team above; the goal's own team for itself."""
        return self.tree.parents.get(self.node.id, self.tree.root)

    @property
    def path(self) -> tuple[TeamNode, ...]:
        """From the goal's team to this one."""
        return self.tree.path(self.node.id)

    @property
    def older(self) -> int | None:
        """The number before which there are more messages."""
        first = self.messages[0].number if self.messages else 1
        return first if first > 1 else None

    @property
    def newer(self) -> int | None:
        """The number after which there are more messages, where these are a window."""
        last = self.messages[-1].number if self.messages else self.node.talk.last_number
        return last if self.is_window and last < self.node.talk.last_number else None

    @property
    def names(self) -> dict[str, FileFacts]:
        """The goal's files by name, the newest of each; a conflict only where there is nothing else."""
        last = sorted(self.files, key=lambda file: (file.state is VersionState.ACCEPTED, file.number))
        return {file.name: file for file in last}

    @property
    def standing_files(self) -> tuple[FileFacts, ...]:
        """What is current of each file that the teams made, and the conflicts beside it."""
        return tuple(file for file in self.files if file.is_current or file.state is VersionState.CONFLICT)


def room(
    workspace_id: UUID,
    goal_id: UUID,
    team_id: UUID | None,
    now: datetime,
    *,
    window: Window = NEWEST,
    after: int | None = None,
    found_before: UUID | None = None,
) -> RoomView:
    """The page of a team (the goal's own for None), whose right to be seen the caller has proved.

    `window`: which messages, where not the newest; `after`: those after a place in the stream; `found_before`: findings
    older than that one.
    Raises KeyError where the goal has no such team.
    """
    seq = last_seq(goal_id)  # read first: what messages up to there refer to is in what is read after it
    found = tree(goal_id, now)
    node = found.nodes[team_id] if team_id else found.root
    files = files_of(goal_id)
    context = Context(seq, found, node, {str(file.id): file for file in files})
    newer = after is not None
    lines = messages.after_seq(context, after or 0, limit=200) if newer else messages.in_window(context, window)
    conversation = Conversation.objects.get(pk=node.talk.id)
    return RoomView(
        context=context,
        standing=standing_view(node, conversation.wait),
        doing=with_drafts(_doings(node)),
        messages=tuple(lines),
        files=tuple(files),
        documents=tuple(files_in_view(workspace_id, goal_id, MOST_OF_LIBRARY)),
        files_used=usage_of(QuotaScope.GOAL, goal_id),
        file_quota=quotas_of(workspace_id)[QuotaScope.GOAL],
        found=newest_findings(goal_id, found_before),
        workspace_id=workspace_id,
        is_window=window.is_open,
        going_on=ongoing_calls([team.id for team in node.walk()]) if node.facts.frozen_at else (),
        needs=tuple(inbox.inbox_item(found, approval) for team in node.walk() for approval in team.facts.pending),
    )


def standing_view(node: TeamNode, wait: dict[str, object] | None) -> StandingView:
    """Where a team's conversation stands, in words. `wait`: what it waits for, as its row has it."""
    talk = node.talk
    speaker = node.facts.member(talk.speaker_id) if talk.speaker_id else None
    due = talk.turn_state is TurnState.DUE
    return StandingView(
        phase=PHASES[talk.phase],
        floor=None if node.is_over or due else speaker,
        next=speaker if due and not node.is_over else None,
        waits_for=_waits_for(node, wait),
        turn=max(talk.turn - due, 1),
        turns=node.facts.grant.turns,
        round=talk.round,
        talk=_talk_view(node),
    )


def _talk_view(node: TeamNode) -> TalkView | None:
    talk = node.talk.protocol_talk
    if talk is None or node.is_over:
        return None
    begun = Message.objects.filter(conversation=node.talk.id, kind=MessageKind.NOTICE, data__about=TALK)
    since = begun.order_by("-number").values_list("created_at", flat=True).first()
    return TalkView(conduct.title(talk), talk.question, talk.round, talk.rounds, since or node.talk.phase_at)


def _waits_for(node: TeamNode, wait: dict[str, object] | None) -> str:
    if not wait or node.is_over:
        return ""
    numbers = wait.get("tasks")
    open_tasks = [task for task in node.facts.tasks if isinstance(numbers, list) and task.number in numbers]
    waiting = [task.title for task in open_tasks if task.is_open]
    if waiting:
        return (
            waiting[0]
            if len(waiting) == 1
            else sentence("{first} and {number} more", first=waiting[0], number=len(waiting) - 1)
        )
    return sentence("a person") if wait.get("person") else ""


def _doings(node: TeamNode) -> tuple[Doing, ...]:
    found = doings_at_tasks(node)
    if _is_still(node):
        return ()
    turn = Turn.objects.filter(conversation_id=node.talk.id, outcome=TurnOutcome.OPEN).first()
    if turn is not None:
        speaker, draft = node.facts.member(node.talk.speaker_id), draft_of_turn(node.talk.id, turn.fence)
        found = (Doing(speaker, sentence("taking the next turn"), turn.started_at, draft), *found)
    return found


def with_drafts(doings: tuple[Doing, ...]) -> tuple[Doing, ...]:
    """The same with what each has written so far."""
    found = drafts([doing.draft for doing in doings])
    return tuple(replace(doing, written=found.get(doing.draft, "")) for doing in doings)


def doings_at_tasks(node: TeamNode) -> tuple[Doing, ...]:
    """What the agents of a team that is neither over nor held are doing for its tasks."""
    if _is_still(node):
        return ()
    return tuple(
        Doing(
            task.owner,
            attempt.progress or sentence("at work on {task}", task=task.title),
            attempt.started_at,
            draft_of_attempt(attempt.id),
            reported=bool(attempt.progress),
        )
        for task in node.facts.tasks
        for attempt in task.attempts
        if attempt.state is AttemptState.RUNNING and attempt.started_at
    )


def _is_still(node: TeamNode) -> bool:
    return node.is_over or node.facts.frozen_at is not None or node.state is Display.STALLED


def previews(files: tuple[FileFacts, ...]) -> dict[UUID, bytes]:
    """The first bytes of those files that are shown as tables or text."""
    ids = {file.id for file in files if file.media_type.startswith("text/") or file.media_type == "application/json"}
    return first_bytes(ids, PREVIEW_BYTES) if ids else {}
