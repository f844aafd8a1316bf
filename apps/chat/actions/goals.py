"""What a door asks for a goal with, what is to be made of it, and how the conversation of a team begins."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from pydantic import ValidationError

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.workspace_settings import Review, review_from
from apps.accounts.queries import GoalDefaults
from apps.agents import queries as agents
from apps.agents.domain.calls import File
from apps.chat.actions import messages
from apps.chat.actions.scene import Scene
from apps.chat.actions.talks import wanted_protocol
from apps.chat.bells import ChatBell
from apps.chat.domain.machine.conversation_state import Memory
from apps.chat.domain.states import MessageKind, TurnState
from apps.chat.models import Conversation
from apps.core.ids import uuid7
from apps.core.names import shows_nothing
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.core.validation import first_fault
from apps.files.domain.contents import Content
from apps.journal.actions import Log
from apps.teams.actions.goals import NewGoal
from apps.teams.domain.limits import Limits
from apps.teams.domain.states import MemberKind, Priority
from apps.teams.queries.members import members_of
from apps.teams.queries.rows import Team

MOST_TEXT = 20_000
"""Characters of a goal; what is longer belongs into a file."""


@dataclass(frozen=True)
class Upload:
    """A file as it came in: its name and what it holds, or from where that is read."""

    name: str
    body: bytes | Content

    @property
    def file(self) -> File:
        """The same, as agents are given files."""
        return File(self.name, "", self.body)


@dataclass(frozen=True)
class GoalRequest:
    """What a door was asked. `limits`: the fields of `Limits` that were named. `team`: handles; empty: by search.

    `shows_plan`: whether its tasks wait until a person starts them; None: as the workspace has it.
    `protocol`: of the talk between members that comes before all else; empty: none is wanted.
    `observation`: JSON that the workspace's observation hook is asked with before each turn. `claimed_chain`: what the
    caller says of where it comes from, kept as a claim. `forked`: the goal and the event of it from where it goes on
    otherwise. `given_to`: handle of the agent that gets the whole goal as its task; rules see to it and conclude with
    its answer. `id`: what the goal is called, where that was told before it came.
    """

    text: str
    limits: Mapping[str, object] = field(default_factory=dict)
    team: tuple[str, ...] = ()
    priority: str = Priority.NORMAL
    files: tuple[Upload, ...] = ()
    idempotency_key: str = ""
    shares_plan: bool = True
    shows_plan: bool | None = None
    review: str = ""
    protocol: str = ""
    observation: Mapping[str, object] = field(default_factory=dict)
    claimed_chain: Mapping[str, object] = field(default_factory=dict)
    forked: tuple[UUID, int] | None = None
    given_to: str = ""
    id: UUID | None = None


def check_request(actor: Actor, request: GoalRequest, usual: GoalDefaults) -> NewGoal:
    """What is to be made of a request; `usual`: where it names nothing. Raises Refused."""
    return NewGoal(
        id=request.id or uuid7(),
        text=_text(request.text),
        limits=limits_from(usual, request.limits),
        priority=_priority(request.priority),
        wanted_handles=team_from(actor, request.team),
        shares_plan=request.shares_plan,
        shows_plan=usual.shows_plan if request.shows_plan is None else request.shows_plan,
        review=_review(usual, request.review),
        observation=request.observation,
        claimed_chain=request.claimed_chain,
        forked_from=request.forked[0] if request.forked else None,
        forked_at=request.forked[1] if request.forked else None,
        idempotency_key=_key(request.idempotency_key),
        digest=_digest(request),
    )


def _text(text: str) -> str:
    text = drop_unstorable(text).strip()
    if shows_nothing(text):
        raise Refused(text="Say what you want a team to do.")
    if len(text) > MOST_TEXT:
        raise Refused(
            text=sentence(
                "A goal has at most {most_text:,} characters; this one has {number:,}. Attach the rest as a file.",
                most_text=MOST_TEXT,
                number=len(text),
            )
        )
    return text


def limits_from(usual: GoalDefaults, named: Mapping[str, object]) -> Limits:
    """The workspace's default limits with those named here. Raises Refused under `limits`."""
    try:
        return Limits.model_validate({**usual.limits, **named})
    except ValidationError as error:
        where, fault = first_fault(error)
        raise Refused(limits=sentence("{where}: {fault}.", where=".".join(where), fault=fault)) from None


def _priority(priority: str) -> Priority:
    try:
        return Priority(priority)
    except ValueError:
        raise Refused(priority=sentence("Choose one of {names}.", names=", ".join(Priority))) from None


def _review(usual: GoalDefaults, review: str) -> Review:
    """Rules can't judge an answer: unless a person wants it nevertheless, they are not asked to."""
    wanted = review_from(review) if review else usual.review
    if wanted is Review.AUTO and not usual.has_model:
        return Review.NEVER
    return wanted


def team_from(actor: Actor, handles: tuple[str, ...]) -> tuple[str, ...]:
    """The agents named by a person, spelled as they are registered. Raises Refused under `team`."""
    named = (drop_unstorable(handle).strip().lstrip("@") for handle in handles)
    wanted = tuple(dict.fromkeys(handle for handle in named if handle))
    known = agents.candidates_by_handle(actor.workspace_id, wanted)
    by_small = {handle.lower(): one.handle for handle, one in known.items()}
    unknown = [handle for handle in wanted if handle.lower() not in by_small]
    if unknown:
        raise Refused(
            team=sentence("There is no agent @{names} in this workspace that may be asked.", names=", @".join(unknown))
        )
    return tuple(dict.fromkeys(by_small[handle.lower()] for handle in wanted))


def _key(key: str) -> str:
    if len(key) > 200:
        raise Refused(idempotency_key="An idempotency key has at most 200 characters.")
    return drop_unstorable(key)


def _digest(request: GoalRequest) -> str:
    files = [(upload.name, _digest_of(upload.file)) for upload in request.files]
    body = [request.text, dict(request.limits), list(request.team), str(request.priority), files]
    if request.review not in ("", Review.AUTO):  # so were requests made before there was a choice: their keys still fit
        body.append(str(request.review))
    if request.protocol:
        body.append(request.protocol)
    if request.shows_plan is not None:
        body.append({"shows_plan": request.shows_plan})
    if request.forked:
        body.append({"forked": [str(request.forked[0]), request.forked[1]]})
    return hashlib.sha256(json.dumps(body, sort_keys=True, default=str).encode()).hexdigest()


def _digest_of(file: File) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    return digest.hexdigest()


def first_memory(request: GoalRequest) -> Memory:
    """What is to be minded in the first turn of its room."""
    given = request.given_to
    return Memory(wanted=wanted_protocol(request.protocol), given_to=given, by_rules=bool(given))


def open_room(log: Log, team: Team, about: str, first: Memory | None = None) -> None:
    """A team's conversation begins: with what it is about, said by whoever asked, and a turn for its lead.

    `first`: what is to be minded in its first turn.
    """
    members = members_of(team)
    lead = next(member for member in members if member.lead)
    row = Conversation(team=team, origin_id=team.origin_id, phase_at=log.now, speaker_id=lead.id)
    row.turn_state, row.turn_due_at = TurnState.DUE, log.now
    row.memory = (first or Memory()).model_dump(mode="json", exclude_defaults=True)
    asker = next((member for member in members if member.kind is MemberKind.PERSON), None)
    scene = Scene(log, row, team, members, is_new=True)
    messages.save(scene, messages.NewMessage(MessageKind.GOAL, about, member=asker))
    scene.close()
    log.ring(ChatBell.TURN_DUE, row.id, whom=team.goal.workspace_id)
