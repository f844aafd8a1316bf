"""What waits for people is answered: decisions of their own table, and questions. Or a question is passed on."""

import uuid

from django.db.models import Q

from apps.accounts.actions import act_for
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused, bounded_text
from apps.accounts.queries import may_decide
from apps.chat.actions import held_plans, messages, restoration
from apps.chat.actions.scene import Scene, open_scene
from apps.chat.actions.transitions import consume_settled, move
from apps.chat.domain.machine.inputs import ConcludeAsked, LimitChanged, PersonSpoke, RulesChosen, Stopped
from apps.chat.domain.machine.silence import BY_RULES
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.domain.receipts import Deed
from apps.chat.domain.states import SUGGESTION, MessageKind
from apps.chat.events import ChatDeed
from apps.chat.models import Conversation, Message
from apps.core.sentences import join_sentences, sentence
from apps.core.texts import drop_unstorable
from apps.journal.actions import audit
from apps.teams.actions import approvals, checking, permits, questions, suspension
from apps.teams.actions import limits as team_limits
from apps.teams.actions.permits import PermitTerms
from apps.teams.domain.limits import AGAIN, MORE, Limits, raise_limits
from apps.teams.domain.questions import PEOPLE, Addressees, AnswerableBy, GivenAnswer, QuestionState
from apps.teams.domain.states import APPROVE, DENIALS, SUGGEST, ApprovalKind, PermitScope
from apps.teams.queries.access import approval_operable_by, question_operable_by
from apps.teams.queries.limits import spent_of_team
from apps.teams.queries.rows import Approval, Question, Task, Team

MOST_TEXT = 20_000
MOST_REASON = 1_000
AS_ASKED = PermitTerms()
SCOPE_WORDS = {
    PermitScope.ONCE: "",
    PermitScope.TEAM: sentence("for this team"),
    PermitScope.GOAL: sentence("for this goal"),
}
CLOSED = frozenset({ApprovalKind.OUTCOME, ApprovalKind.LIMIT, ApprovalKind.RESTORED, ApprovalKind.PERMIT})
"""What is answered with one of the offered answers and nothing else."""
OFFERED = CLOSED | {ApprovalKind.CHECK, ApprovalKind.PLAN}
"""What the hub itself offers the answers of."""


def decide(actor: Actor, decision_id: uuid.UUID, answer: str, terms: PermitTerms = AS_ASKED) -> Team:
    """Answer what waits for a person, and give the team whose room it is in: a question too, as it was put to people.

    `terms`: of a permit, how far it reaches, what is changed in it, and why it is denied.
    Raises Refused (scope, brief, reason) for terms that do not fit.
    Raises Refused (answer), NotFound, Forbidden, Conflict (somebody was faster, or nobody waits any more).
    """
    try:
        approval = approval_operable_by(actor, decision_id)
    except NotFound:
        return answer_question(actor, decision_id, answer).room
    return _decide(actor, approval, answer, terms).team


def answer_question(actor: Actor, question_id: uuid.UUID, answer: str) -> Question:
    """Answer a question. Of two answers at one moment one wins.

    Raises Refused (answer), NotFound, Forbidden (it was put to others), Conflict (it was answered, or has lapsed).
    """
    question_operable_by(actor, question_id)
    answer = _words(answer)
    with open_scene(_room_of_question(question_id)) as scene:
        question = _open(actor, question_id)
        origin, task = act_for(scene.log, actor), _asking(scene, question)
        said = _say(scene, actor, answer, task, origin)
        given = GivenAnswer(answer, said.member_id, origin)
        scene.answering = given
        if task is None:
            questions.answer(scene.log, question, given)
        move(scene, PersonSpoke(answer, answers_task=task.number if task else None))
        if task is not None:
            messages.note_deed(scene, [said], Deed.PASSED_ON)
        audit(
            ChatDeed.QUESTION_DECIDED,
            actor,
            question,
            question.id,
            kind=ApprovalKind.QUESTION.value,
            answer=answer[:400],
        )
    return question


def forward_question(actor: Actor, question_id: uuid.UUID, person: uuid.UUID | None) -> Question:
    """Pass an open question on: to people alone, or to this one alone. Never to more than may answer it now.

    Raises Refused (person, answerable_by), NotFound, Forbidden (it was put to others), Conflict (it is open no more).
    """
    question_operable_by(actor, question_id)
    if person is not None and not may_decide(person, actor.workspace_id):
        raise Refused(person="Choose somebody of the workspace who may answer: an operator or an owner.")
    with open_scene(_room_of_question(question_id)) as scene:
        act_for(scene.log, actor)
        question = _open(actor, question_id)
        member, task = scene.seat(actor), _asking(scene, question)
        put_to = Addressees(AnswerableBy.PERSON, person) if person is not None else PEOPLE
        by = member.id if member else None
        hop = questions.put_to_people(
            scene.log, question, task, by=by, wording=question.words, options=question.options, put_to=put_to
        )
        messages.name_place_to_answer(scene, task.number if task else None, hop.id)
        audit(ChatDeed.QUESTION_FORWARDED, actor, question, question.id, to=put_to.by.value)
    return question


def _open(actor: Actor, question_id: uuid.UUID) -> Question:
    """The question, read again under the lock: open, and put to this person among others."""
    question = question_operable_by(actor, question_id)
    if question.state != QuestionState.OPEN:
        raise Conflict(questions.why_settled(question))
    if not question.addressees.admit(actor.user_id) and may_decide(question.person_id, actor.workspace_id):
        raise Forbidden(
            sentence(
                "This question was put to {person} alone: only they may answer it or pass it on.",
                person=question.person,
            )
        )
    return question


def _asking(scene: Scene, question: Question) -> Task | None:
    """The task of the room that can't go on without the answer; None: the coordinator asks."""
    return next((task for task in scene.tasks if task.asks_id == question.id), None)


def _say(scene: Scene, actor: Actor, answer: str, task: Task | None, origin: uuid.UUID) -> Message:
    """Put the answer into the room, and give it. What the coordinator is told new work may follow from."""
    member = scene.seat(actor)
    said = messages.NewMessage(
        MessageKind.ANSWER,
        answer,
        member=member,
        data={"tasks": [task.number]} if task else {},
        task_number=task.number if task else None,
        origin=origin,
        begins_chain=task is None,
    )
    return messages.save(scene, said)


def _decide(actor: Actor, approval: Approval, answer: str, terms: PermitTerms) -> Approval:
    answer, terms = _choice(approval, answer), _terms(approval, answer, terms)
    if approval.kind == ApprovalKind.PERMIT and actor.token_id is not None and answer == APPROVE:
        raise Forbidden("A person who is signed in decides this: a program may not permit what agents ask for.")
    with open_scene(_room(approval.team)) as scene:
        origin = act_for(scene.log, actor)
        approvals.decide(scene.log, approval, answer, actor)
        if approval.kind == ApprovalKind.PERMIT and approval.task is not None:
            task, heard = scene.task(approval.task.number), scene.conversation.last_number
            permits.take_terms(scene.log, approval, task, terms, heard=heard)
        messages.save(scene, _line(scene, actor, approval, answer, terms, origin))
        _act_on(scene, approval, answer, actor)
        audit(ChatDeed.QUESTION_DECIDED, actor, approval, approval.id, kind=approval.kind, answer=answer[:400])
    return approval


def _line(
    scene: Scene, actor: Actor, approval: Approval, answer: str, terms: PermitTerms, origin: uuid.UUID
) -> messages.NewMessage:
    """The answer as it stands in the room; of a suggestion the words alone, which whoever speaks next may act on."""
    suggested = _is_suggestion(approval, answer)
    return messages.NewMessage(
        MessageKind.SAY if suggested and _is_for_floor(approval) else MessageKind.ANSWER,
        terms.reason if suggested else _said(_as_offered(approval, answer), terms),
        member=scene.seat(actor),
        data={"approval": str(approval.id)}
        | ({"about": SUGGESTION} if suggested else {"settles": approval.kind in OFFERED}),
        task_number=_task_number(approval),
        origin=origin,
        begins_chain=_is_for_floor(approval) if suggested else _begins(approval),
    )


def _is_suggestion(approval: Approval, answer: str) -> bool:
    return approval.kind == ApprovalKind.PERMIT and answer == SUGGEST


def _is_for_floor(approval: Approval) -> bool:
    """Whether whoever leads the room asked, by giving the task; else an agent did in the middle of its own."""
    return approval.task is not None and approval.task.delegated_by_id is None


def _terms(approval: Approval, answer: str, terms: PermitTerms) -> PermitTerms:
    """The terms as they count: those of a permit, with a reason where it is denied and the rest where it is not.

    Raises Refused (scope, brief, reason).
    """
    if approval.kind != ApprovalKind.PERMIT:
        return AS_ASKED
    if answer in DENIALS:
        reason = bounded_text("reason", terms.reason, MOST_REASON)
        if answer == SUGGEST and not reason:
            raise Refused(reason="Say what is to be done instead.")
        return PermitTerms(reason=reason)
    brief = bounded_text("brief", terms.brief.replace("\r\n", "\n"), MOST_TEXT)
    unchanged = approval.task is not None and brief == approval.task.brief.strip()
    kept = PermitTerms(terms.scope, "" if unchanged else brief)
    permits.refuse_permit_terms(approval, kept)
    return kept


def _said(answer: str, terms: PermitTerms) -> str:
    """The answer as it stands in the room."""
    if terms.reason:
        return sentence("{answer}: {reason}", answer=answer, reason=terms.reason)
    scope = SCOPE_WORDS[terms.scope]
    said = join_sentences(" ", [answer, scope]) if scope else answer
    return join_sentences("", [said, sentence(", with changes")]) if terms.brief else said


def _as_offered(approval: Approval, answer: str) -> str:
    """An answer that the hub itself offered is its own word, whoever chose it."""
    offered = approval.kind in OFFERED and answer in approval.options
    return sentence(answer) if offered else answer


def _begins(approval: Approval) -> bool:
    """Whether new work may follow from the answer, as from anything else that a person says."""
    return approval.task is None and approval.kind not in CLOSED


def _act_on(scene: Scene, approval: Approval, answer: str, actor: Actor) -> None:
    kind = ApprovalKind(approval.kind)
    if kind is ApprovalKind.OUTCOME and approval.task is not None:
        suspension.decide_outcome(scene.log, scene.task(approval.task.number), answer)
    elif kind is ApprovalKind.PERMIT and approval.task is not None:
        permits.decide_permit(scene.log, scene.task(approval.task.number), answer, actor, approval.reason)
        if answer == SUGGEST and _is_for_floor(approval):
            consume_settled(scene)
            move(scene, PersonSpoke(approval.reason, barred=tuple(task.number for task in scene.tasks)))
    elif kind is ApprovalKind.CHECK and approval.task is not None:
        checking.decide_by_person(scene.log, scene.task(approval.task.number), answer, actor)
    elif kind is ApprovalKind.LIMIT and answer == BY_RULES:
        move(scene, RulesChosen())
    elif kind is ApprovalKind.LIMIT and answer in (STOP, CONCLUDE, MORE, AGAIN):
        _act_on_limit(scene, answer, actor)
    elif kind is ApprovalKind.PLAN:
        held_plans.decide_plan(scene, answer, actor.name)
    elif kind is ApprovalKind.RESTORED:
        restoration.go_on(scene, answer, actor.name)
    else:
        move(scene, PersonSpoke(answer, answers_task=_task_number(approval)))


def _act_on_limit(scene: Scene, answer: str, actor: Actor) -> None:
    if answer == STOP:
        move(scene, Stopped(sentence("Stopped by {name}.", name=actor.name)))
    elif answer == CONCLUDE:
        move(scene, ConcludeAsked())
    elif answer == AGAIN:
        move(scene, LimitChanged())
    else:
        more = raise_limits(Limits.model_validate(scene.team.grant), spent_of_team(scene.team, scene.log.now))
        team_limits.change_limits(scene.log, scene.team, more, by=actor.name)
        move(scene, LimitChanged())


def _task_number(approval: Approval) -> int | None:
    return approval.task.number if approval.task else None


def _choice(approval: Approval, answer: str) -> str:
    answer = _words(answer)
    if approval.kind in CLOSED and answer not in approval.options:
        raise Refused(answer=sentence("Choose one of: {names}.", names="; ".join(approval.options)))
    return answer


def _words(answer: str) -> str:
    answer = drop_unstorable(answer).strip()
    if not answer:
        raise Refused(answer="Choose an answer, or write one.")
    if len(answer) > MOST_TEXT:
        raise Refused(answer=sentence("An answer has at most {most_text:,} characters.", most_text=MOST_TEXT))
    return answer


def _room_of_question(question_id: uuid.UUID) -> uuid.UUID:
    """The room that it is with now; by either of its ids."""
    asked = Q(team__questions=question_id) | Q(team__questions__hops=question_id)
    return Conversation.objects.filter(asked).values_list("id", flat=True)[0]


def _room(team: Team) -> uuid.UUID:
    return Conversation.objects.values_list("id", flat=True).get(team_id=team.id)
