"""Turns: claimed under a lease by one worker, kept alive, recorded once."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from django.db.models import F, QuerySet

from apps.accounts import queries as accounts
from apps.accounts.domain.workspace_settings import WhenSilent
from apps.agents.domain.calls import Usage
from apps.agents.domain.profile import Candidate
from apps.chat.actions import findings, messages
from apps.chat.actions.deeds import TurnDeeds
from apps.chat.actions.messages import confine_answer
from apps.chat.actions.scene import Scene, open_scene, read_rooms_ahead
from apps.chat.actions.transitions import move
from apps.chat.actions.turn_leases import call_name
from apps.chat.actions.usual_tokens import usual_tokens
from apps.chat.domain.briefing import Spoken, VoiceError
from apps.chat.domain.machine.inputs import LimitReached, TurnFailed, Uttered
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import TurnOutcome, TurnState
from apps.chat.domain.utterances import Utterance
from apps.chat.events import ChatEvent
from apps.chat.models import Turn
from apps.chat.queries.staffing import unstaffed_tasks
from apps.core.sentences import sentence
from apps.core.updates import insert_rows, save_columns
from apps.journal.queries.compiled import CompiledQuery, KeyedQuery
from apps.teams.actions import goals, limits, teams
from apps.teams.actions.claims import ClaimedSlots, take_ready
from apps.teams.domain.formation import Staffing
from apps.teams.domain.retries import LEASE
from apps.teams.domain.states import GoalOutcome
from apps.teams.queries.conversation_tasks import read_work_ahead
from apps.teams.queries.members import Seated

_LOST = sentence("The worker that asked was lost.")
_LOST_AGAIN = sentence("The worker that asked was lost again and again.")
_HANDED_BACK = sentence("The worker that asked had to end.")


def _last_tries(rooms: list[uuid.UUID]) -> "QuerySet[Turn]":
    return Turn.objects.filter(conversation__any_of=rooms, fence=F("conversation__fence"))


_OPEN = CompiledQuery(lambda room: Turn.objects.filter(conversation=room, outcome=TurnOutcome.OPEN))
_LAST_TRY = KeyedQuery(_last_tries, attrgetter("conversation_id"))
_TRY = CompiledQuery(lambda room, fence: Turn.objects.filter(conversation=room, fence=fence), uuid.UUID, int)


@dataclass(frozen=True)
class Claim:
    """A turn that this worker may take. `fence` tells it from later tries."""

    conversation_id: uuid.UUID
    turn: int
    fence: int
    workspace_id: uuid.UUID
    goal_id: uuid.UUID
    members: tuple[Seated, ...]

    @property
    def call(self) -> str:
        """What its call is called among the calls of a process."""
        return call_name(self.conversation_id, self.fence)


def read_answered_ahead(rooms: Mapping[uuid.UUID, uuid.UUID]) -> None:
    """Read what `record` begins with, for the steps of many rooms: room -> stream."""
    teams = read_rooms_ahead(rooms)
    read_work_ahead(teams)
    messages.read_unread_ahead(rooms)
    _LAST_TRY.read_ahead(rooms)


def claim(conversation_id: uuid.UUID, worker: str) -> Claim | None:
    """Take the turn that is due, with what it may cost reserved; None when there is none to take now."""
    with open_scene(conversation_id) as scene:
        row = scene.conversation
        if not _may_take(scene):
            return None
        if row.fence:
            _close_abandoned(scene)
        row.fence += 1
        row.turn_state, row.turn_due_at = TurnState.IN_FLIGHT, None
        scene.changed("fence", "turn_state", "turn_due_at")
        _open_turn(scene, worker)
        if scene.goal.started_at is None:
            goals.begin(scene.log, scene.goal, scene.root().team)
        return _claim_of(scene, row.turn, row.fence)


def _may_take(scene: Scene) -> bool:
    row = scene.conversation
    if row.turn_state != TurnState.DUE or scene.team.frozen_at is not None:
        return False
    if row.turn_due_at is not None and row.turn_due_at > scene.log.now:
        return False
    if scene.goal.outcome != GoalOutcome.RUNNING:
        return False
    limit = limits.exhausted_goal(scene.log, scene.team)
    if limit is None:
        return scene.goal.started_at is not None or goals.has_room_to_begin(scene.goal)
    move(scene.root(), LimitReached(limit))
    return False


def _close_abandoned(scene: Scene) -> None:
    """The round that a turn belonged to was ended under it, and another began: its answer will be late."""
    for turn in _OPEN.of(scene.conversation.id):
        abandoned = _claim_of(scene, turn.number, turn.fence)
        _close(scene, abandoned, TurnOutcome.LOST, failure=sentence("The round ended without it."))


def _claim_of(scene: Scene, turn: int, fence: int) -> Claim:
    return Claim(scene.conversation.id, turn, fence, scene.goal.workspace_id, scene.goal.id, scene.members)


def _open_turn(scene: Scene, worker: str) -> None:
    row = scene.conversation
    speaker = scene.member_with_id(row.speaker_id)
    turn = Turn(
        conversation=row,
        number=row.turn,
        fence=row.fence,
        reading=row.last_number,
        worker=worker,
        lease_until=scene.log.now + LEASE,
        started_at=scene.log.now,
        reserved_tokens=usual_tokens.of(scene.goal.workspace_id),
    )
    insert_rows([turn])
    limits.reserve(scene.team, turns=1, tokens=turn.reserved_tokens)
    scene.log.add(
        ChatEvent.TURN_STARTED,
        replace(scene.chain, member=row.speaker_id),
        turn=row.turn,
        speaker=speaker.handle if speaker else "",
    )


def record(
    claimed: Claim,
    spoken: Spoken,
    utterance: Utterance | Misspoken,
    staffing: Staffing | None,
    slots: ClaimedSlots | None = None,
    guests: Iterable[Candidate] = (),
    team_bar: str | None = None,
) -> None:
    """Apply what the voice said, once, and take the work that it gave. Late answers only cost what they cost.

    `guests`: the agents that may be brought in. `team_bar`: see `inputs.Uttered`.
    """
    with open_scene(claimed.conversation_id) as scene:
        turn = _close(scene, claimed, TurnOutcome.SPOKEN, usage=spoken.usage, voice=spoken.voice)
        if turn is None:
            return
        usual_tokens.note(scene.goal.workspace_id, spoken.usage)
        deeds = TurnDeeds(scene, messages.mark_read(scene, turn.reading, turn.number))
        _keep_summary(scene, spoken)
        scene.staffing, scene.voice, scene.because = staffing, spoken.voice, spoken.because
        scene.guests = {one.handle: one for one in guests}
        said = findings.end_idle_talk(scene, confine_answer(scene, utterance))
        unstaffed = unstaffed_tasks(said, staffing) if staffing else {}
        move(scene, Uttered(turn.number, said, unstaffed, frozenset(scene.guests), team_bar))
        if staffing is not None and staffing.record.elsewhere:
            teams.add_formation(scene.team, staffing.record)
        deeds.note()
        take_ready(scene.log, slots)


def _keep_summary(scene: Scene, spoken: Spoken) -> None:
    if spoken.summary is not None:
        scene.conversation.summary, scene.conversation.summary_up_to = spoken.summary.text, spoken.summary.up_to
        scene.changed("summary", "summary_up_to")


def fail(claimed: Claim, error: VoiceError) -> None:
    """The voice gave no answer."""
    with open_scene(claimed.conversation_id) as scene:
        turn = _close(scene, claimed, TurnOutcome.FAILED, usage=error.usage, failure=error.reason)
        if turn is not None:
            move(scene, _failed(scene, turn.number, error))


def _failed(scene: Scene, turn: int, error: VoiceError) -> TurnFailed:
    """What follows a model's silence its settings say; where none was asked, there is nobody to wait for."""
    model = accounts.model_settings(scene.goal.workspace_id)
    silent = model.when_silent if model.configured else WhenSilent.END
    return TurnFailed(turn, error.reason, permanent=error.permanent, retry_after=error.retry_after, when_silent=silent)


def expire(conversation_id: uuid.UUID) -> None:
    """Give up on a worker that has not renewed the lease of its turn, or gave it back; the same turn is due again."""
    with open_scene(conversation_id) as scene:
        row = scene.conversation
        turn = row.turns.filter(outcome=TurnOutcome.OPEN, lease_until__lt=scene.log.now).first()
        if turn is None:
            return
        claimed = _claim_of(scene, turn.number, turn.fence)
        handed_back = not turn.worker
        _close(scene, claimed, TurnOutcome.LOST, failure=_HANDED_BACK if handed_back else _LOST)
        move(scene, TurnFailed(turn.number, _LOST_AGAIN, lost=True, handed_back=handed_back))


def _turn_of(claimed: Claim) -> Turn:
    for last in _LAST_TRY.of(claimed.conversation_id):
        if last.fence == claimed.fence:
            return last
    return _TRY.one(claimed.conversation_id, claimed.fence)


def _close(
    scene: Scene,
    claimed: Claim,
    outcome: TurnOutcome,
    *,
    usage: Usage | None = None,
    failure: str = "",
    voice: str = "",
) -> Turn | None:
    """End a try at a turn and book its cost; gives it if it was still in flight under its fence."""
    turn = _turn_of(claimed)
    if _is_booked(turn):
        return None  # told twice: the commit went through, and its answer was lost
    in_flight = turn.outcome == TurnOutcome.OPEN
    used = usage or Usage()
    limits.settle(scene.log, scene.team, used, reserved_tokens=turn.reserved_tokens)
    turn.prompt_tokens, turn.completion_tokens, turn.money = used.prompt_tokens, used.completion_tokens, used.money
    turn.reserved_tokens, turn.voice = 0, voice or turn.voice
    if in_flight:
        turn.outcome, turn.ended_at, turn.lease_until = outcome, scene.log.now, None
        turn.failure = failure[:400]
        ended, failed = outcome.value, turn.failure
        scene.log.add(ChatEvent.TURN_ENDED, scene.chain, turn=turn.number, outcome=ended, failure=failed)
    save_columns(turn, *_CLOSED)
    return turn if in_flight else None


def _is_booked(turn: Turn) -> bool:
    """Whether its end was told: of a try that was given up, what it cost, which comes late."""
    if turn.outcome == TurnOutcome.LOST:
        return any((turn.prompt_tokens, turn.completion_tokens, turn.money))
    return turn.outcome != TurnOutcome.OPEN


_CLOSED = (
    "prompt_tokens",
    "completion_tokens",
    "money",
    "reserved_tokens",
    "voice",
    "outcome",
    "ended_at",
    "lease_until",
    "failure",
)
