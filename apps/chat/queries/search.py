"""Searching a workspace: goals, messages, files and agents, by words and by meaning, in one order.

Meaning finds messages, what stands in documents, and agents; a goal is found by its meaning through its first message.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.postgres.search import SearchRank, SearchVector
from django.db.models import Q, QuerySet

from apps.accounts.queries.names import shown_name
from apps.agents.domain.words import stems
from apps.agents.queries import embed, understands
from apps.agents.queries.directory import DirectoryEntry, Wanted, directory
from apps.agents.queries.documents import documents_sought, library_named, workspace_documents
from apps.agents.queries.neighbours import NARROW, nearest_agents
from apps.agents.queries.rows import Document
from apps.chat.domain.display import Display
from apps.chat.domain.search import (
    HitKind,
    Sought,
    is_exact,
    kept_text,
    leaves_out,
    merge_ranks,
    prefix_in,
    wanted_stems,
)
from apps.chat.domain.snippets import SnippetPart, snippet
from apps.chat.domain.states import MessageKind
from apps.chat.models import Message, MessageMeaning
from apps.chat.queries.goals import GoalCard, goal_cards
from apps.chat.queries.looks import SearchLook
from apps.teams.queries.members import HUB, Face, face_of, face_under_name
from apps.teams.queries.rows import FileVersion, Goal
from apps.teams.queries.search import FIELD, MOST_FOUND, by, files_sought, goals_sought

NEAR = 0.42
"""The cosine from which a message is found by its meaning alone; texts on another subject seldom reach it."""
PER_PAGE = 20
MOST_AGENTS = 24

WORDS_OF_MESSAGE = SearchVector("text", config="english")  # as the index message_by_words has it
Key = tuple[HitKind, UUID]


@dataclass(frozen=True)
class Hit:
    """What was found. `id`: of the goal, the message, the file's version or document, or the agent.

    `title`: the goal's, the team's whose room it is, the file's name, the agent's name. `by`: who said or made it.
    `goal`: with its state. `number`, `seq`: a message's place in its room and in its goal's stream.
    `document`: it is one that agents read, not a version of a file.
    """

    kind: HitKind
    id: UUID
    title: str
    pieces: tuple[SnippetPart, ...]
    at: datetime
    by: Face | None = None
    goal: GoalCard | None = None
    team_id: UUID | None = None
    number: int = 0
    seq: int = 0
    handle: str = ""
    document: bool = False

    @property
    def goal_id(self) -> UUID | None:
        """Where it is found; None outside of goals."""
        return self.goal.goal.id if self.goal else None

    @property
    def state(self) -> Display | None:
        """The goal's."""
        return self.goal.state if self.goal else None


@dataclass(frozen=True)
class Hits:
    """A stretch of what was found, and how much there is; at most MOST_FOUND of each way of looking count."""

    hits: tuple[Hit, ...]
    total: int


@dataclass(frozen=True)
class _Rows:
    """What was read while it was looked for, by id, best first."""

    files: Mapping[UUID, FileVersion]
    passages: Mapping[UUID, tuple[Document, str]]
    named: Mapping[UUID, Document]
    agents: Mapping[UUID, DirectoryEntry]

    @property
    def documents(self) -> Mapping[UUID, tuple[Document, str]]:
        """Those found by what stands in them, with it, and those found by their names."""
        return {**{key: (row, "") for key, row in self.named.items()}, **self.passages}

    @classmethod
    def of(cls, look: SearchLook) -> "_Rows":
        wanted, left_out = kept_text(look.sought.text), leaves_out(look.sought.text)
        files = files_sought(look.goals, wanted, look.sought.who, look.since) if look.is_for(HitKind.FILE) else []
        found = _documents(look) if look.is_for(HitKind.FILE) else []
        named = _named_documents(look) if look.is_for(HitKind.FILE) else []
        agents = _agents(look) if look.is_for(HitKind.AGENT) else []
        return cls(
            {row.document_id or row.id: row for row in files if not left_out & stems(row.file.name.casefold())},
            {row.pk: (row, passage) for row, passage in found if not left_out & stems(row.name.casefold())},
            {row.pk: row for row in named if not left_out & stems(row.name.casefold())},
            {one.id: one for one in agents if not left_out & stems(_told(one).casefold())},
        )

    def ranked(self) -> list[list[Key]]:
        """One list for each way in which they were found."""
        files = [[(HitKind.FILE, key) for key in found] for found in (self.files, self.passages, self.named)]
        return [*files, [(HitKind.AGENT, key) for key in self.agents]]


def search(workspace_id: UUID, sought: Sought, now: datetime, *, offset: int = 0, limit: int = PER_PAGE) -> Hits:
    """What fits best of a workspace, whose right to be seen the caller has proved."""
    look = SearchLook.of(workspace_id, sought)
    rows = _Rows.of(look)
    lists = [*_goals(look), *_messages(look), *rows.ranked()]
    keys = [key for key in merge_ranks(lists) if sought.kind in (None, key[0])]
    return Hits(tuple(_hits(keys[offset : offset + limit], rows, sought, now)), len(keys))


def _goals(look: SearchLook) -> list[list[Key]]:
    if not look.is_for(HitKind.GOAL):
        return []
    scope = look.goals.filter(created_at__gte=look.since) if look.since else look.goals
    if look.sought.who:
        name = look.sought.who.removeprefix("@")
        named = scope.annotate(giver=shown_name("created_by", "workspace"))
        scope = named.filter(Q(giver__iexact=name) | Q(created_by__username__iexact=name))
    newest = scope.order_by("-created_at").values_list("pk", flat=True)[:MOST_FOUND]
    found = goals_sought(scope, look.words) if look.words is not None else newest if look.sought.is_narrow else []
    return [[(HitKind.GOAL, key) for key in found]]


def _messages(look: SearchLook) -> list[list[Key]]:
    """Those that have the words, and those whose meaning is near; a goal's first message stands for the goal."""
    if not look.is_for(HitKind.GOAL, HitKind.MESSAGE):
        return []
    scope = _messages_in_scope(look)
    if look.words is None:
        return [list(_keys(scope.order_by("-pk")[:MOST_FOUND]).values())] if look.sought.is_narrow else []
    newest = scope.annotate(words=WORDS_OF_MESSAGE).filter(words=look.words).order_by("-pk").values("pk")[:FIELD]
    rank = SearchRank(WORDS_OF_MESSAGE, look.words)
    ranked = Message.objects.filter(pk__in=newest).order_by(rank.desc(), "-pk")
    near = [] if is_exact(look.sought.text) else _by_meaning(scope, look.sought.text)
    return [list(_keys(ranked[:MOST_FOUND]).values()), near]


def _messages_in_scope(look: SearchLook) -> "QuerySet[Message]":
    within = Q(conversation__team__goal__workspace_id=look.workspace_id)
    if look.sought.goal_id or look.sought.state:
        within = Q(conversation__team__goal__in=look.goals.values("pk"))
    rows = Message.objects.filter(within).exclude(kind=MessageKind.NOTICE)
    rows = rows.filter(created_at__gte=look.since) if look.since else rows
    return rows.filter(by(look.sought.who, "member")) if look.sought.who else rows


def _by_meaning(scope: "QuerySet[Message]", text: str) -> list[Key]:
    (vector,) = embed([text]) if understands(text) else (None,)
    if vector is None:
        return []
    meanings, rows = MessageMeaning.objects.filter(message__in=scope), scope[: NARROW + 1].count()
    near = [key for key, cosine in nearest_agents(meanings, vector, MOST_FOUND, rows=rows).items() if cosine >= NEAR]
    keys = _keys(Message.objects.filter(pk__in=near))
    return [keys[key] for key in near if key in keys]


def _keys(rows: "QuerySet[Message]") -> dict[UUID, Key]:
    """The key of each message, in the rows' order."""
    columns = ("pk", "kind", "conversation__team__parent", "conversation__team__goal")
    return {row[0]: _key(*row) for row in rows.values_list(*columns)}


def _key(message_id: UUID, kind: str, parent: UUID | None, goal_id: UUID) -> Key:
    is_goal = kind == MessageKind.GOAL and parent is None
    return (HitKind.GOAL, goal_id) if is_goal else (HitKind.MESSAGE, message_id)


def _documents(look: SearchLook) -> list[tuple[Document, str]]:
    """What agents may read. People put it there, so nobody's handle narrows it."""
    if look.words is None or look.sought.who:
        return []
    text, begun = look.sought.text, prefix_in(look.sought.text)[1]
    exact = look.words if is_exact(text) else None
    return documents_sought(_documents_in_scope(look), kept_text(text), MOST_FOUND, begun, exact)


def _named_documents(look: SearchLook) -> list[Document]:
    """The library's; what came with a goal is among the goal's files."""
    if look.words is None or look.sought.who:
        return []
    return library_named(_documents_in_scope(look), kept_text(look.sought.text), MOST_FOUND)


def _documents_in_scope(look: SearchLook) -> "QuerySet[Document]":
    scope = workspace_documents(look.workspace_id)
    if look.sought.is_of_goals:
        scope = scope.filter(goal_id__in=look.goals.values("pk"))
    return scope.filter(created_at__gte=look.since) if look.since else scope


def _agents(look: SearchLook) -> list[DirectoryEntry]:
    """Only where nothing is said that an agent has not: a goal, a state, a day, somebody who did it."""
    text = kept_text(look.sought.text) or look.sought.who
    if not text.strip() or look.sought.is_of_goals or (look.sought.who and look.sought.text):
        return []
    return directory(look.workspace_id, offset=0, limit=MOST_AGENTS, wanted=Wanted(text=text))[0]


def _hits(keys: Sequence[Key], rows: _Rows, sought: Sought, now: datetime) -> list[Hit]:
    shown = partial(snippet, wanted=wanted_stems(sought.text), begun=prefix_in(sought.text)[1])
    messages = _message_rows([key for kind, key in keys if kind is HitKind.MESSAGE])
    goals = [key for kind, key in keys if kind is HitKind.GOAL]
    files = [rows.files[key].file.goal_id for kind, key in keys if kind is HitKind.FILE and key in rows.files]
    attached = [rows.documents[key][0].goal_id for kind, key in keys if key in rows.documents]
    rooms = [row.conversation.team.goal_id for row in messages.values()]
    cards = goal_cards({goal for goal in (*goals, *files, *attached, *rooms) if goal}, now)
    texts = dict(Goal.objects.filter(pk__in=goals).values_list("pk", "text"))
    makers: dict[HitKind, Any] = {
        HitKind.GOAL: lambda key: _goal_hit(cards[key], shown(texts[key])),
        HitKind.MESSAGE: lambda key: _message_hit(messages[key], cards, shown),
        HitKind.FILE: lambda key: _file_hit(key, rows, cards, shown),
        HitKind.AGENT: lambda key: _agent_hit(rows.agents[key], shown),
    }
    return [makers[kind](key) for kind, key in keys]


def _message_rows(keys: Sequence[UUID]) -> dict[UUID, Message]:
    if not keys:
        return {}
    rows = Message.objects.filter(pk__in=keys).defer("html")
    rows = rows.select_related("member__agent__connection", "member__user", "conversation__team")
    return {row.pk: row for row in rows}


def _goal_hit(card: GoalCard, pieces: tuple[SnippetPart, ...]) -> Hit:
    goal = card.goal
    return Hit(HitKind.GOAL, goal.id, goal.title, pieces, goal.created_at, goal=card, team_id=card.team_id)


def _message_hit(row: Message, cards: Mapping[UUID, GoalCard], shown: Any) -> Hit:
    team = row.conversation.team
    face = face_under_name(face_of(row.member), row.said_as) if row.member else HUB
    card = cards[team.goal_id]
    return Hit(
        HitKind.MESSAGE,
        row.pk,
        team.name,
        shown(row.text),
        row.created_at,
        face,
        card,
        team.pk,
        row.number,
        row.event_seq,
    )


def _file_hit(key: UUID, rows: _Rows, cards: Mapping[UUID, GoalCard], shown: Any) -> Hit:
    if key in rows.documents:
        document, passage = rows.documents[key]
        goal = cards[document.goal_id] if document.goal_id else None
        return Hit(HitKind.FILE, key, document.name, shown(passage), document.created_at, goal=goal, document=True)
    row = rows.files[key]
    made_by = face_of(row.member) if row.member else None
    card = cards[row.file.goal_id]
    return Hit(HitKind.FILE, row.pk, row.name, (), row.created_at, made_by, card)


def _told(one: DirectoryEntry) -> str:
    return " · ".join((one.description, *(skill.name for skill in one.skills)))


def _agent_hit(one: DirectoryEntry, shown: Any) -> Hit:
    return Hit(HitKind.AGENT, one.id, one.name, shown(_told(one)), one.created_at, handle=one.handle)
