"""What people are asked, as pages and programs see it: approvals, and questions as they were put to people."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet

from apps.accounts.domain.access import Role
from apps.accounts.domain.approval_policy import USUAL, ApprovalPolicy, policy_from_data
from apps.accounts.queries.names import shown_name
from apps.core.read_models import fill_from_row
from apps.core.sentences import sentence
from apps.teams.domain.questions import QuestionState
from apps.teams.domain.risks import Risk, is_low
from apps.teams.domain.states import (
    APPROVE,
    DENY,
    HOLDS,
    START_PLAN,
    SUGGEST,
    ApprovalKind,
    ApprovalState,
    PermitScope,
)
from apps.teams.models import Approval, QuestionHop
from apps.teams.queries.members import face_of
from apps.teams.queries.permit_times import permit_time
from apps.teams.queries.risks import Risks, risks_of


@dataclass(frozen=True)
class PartFacts:
    """A part of what would be sent to an agent. `more`: the characters that are left out here."""

    title: str
    text: str
    more: int


@dataclass(frozen=True)
class ErrandFacts:
    """What would be sent to the agent `to`, and by which chain of authority, in words; of a check what `to` gave."""

    chain: str
    to: str
    parts: tuple[PartFacts, ...]


TASK_PART = sentence("Task")
"""The title of the part of a permit that is the task itself."""

LONGEST_HEADING = 200
"""Characters of a question that stands as the heading of its card; a longer one is read as text below it."""

KIND_WORDS = {
    ApprovalKind.QUESTION: "Question",
    ApprovalKind.APPROVAL: "Approval",
    ApprovalKind.OUTCOME: "Outcome unknown",
    ApprovalKind.PERMIT: "Permission",
    ApprovalKind.LIMIT: "Decision",
    ApprovalKind.CHECK: "Check",
    ApprovalKind.PLAN: "Plan",
    ApprovalKind.RESTORED: "Decision",
}


@dataclass(frozen=True)
class ApprovalFacts:
    """A decision that waits, or waited, for a person. `reaches`: whether it can be permitted for more than once.

    `policy`: of its workspace.

    `risks`: what may come of approving it, while it waits; empty: it can't be approved, or nothing follows of itself.
    """

    id: UUID
    team_id: UUID
    kind: ApprovalKind
    question: str
    options: tuple[str, ...]
    state: ApprovalState
    answer: str
    asked_at: datetime
    decided_at: datetime | None
    decided_by: str
    task_number: int | None
    errand: ErrandFacts | None
    scope: PermitScope
    reason: str
    reaches: bool
    risks: tuple[Risk, ...]
    policy: ApprovalPolicy

    @property
    def deciders(self) -> Role:
        """The least role that may decide it."""
        return self.policy.deciders if self.is_permit else Role.OPERATOR

    @property
    def approving(self) -> str:
        """The answer that approves; empty: it has other answers than yes or no."""
        return next((word for word in (APPROVE, HOLDS, START_PLAN) if word in self.choices), "")

    @property
    def denying(self) -> str:
        """The answer that denies; empty: what denies it is words that say what is wrong, or it can't be denied."""
        return DENY if DENY in self.choices else ""

    @property
    def is_low_risk(self) -> bool:
        """Whether it may be approved along with others."""
        return is_low(self.risks)

    @property
    def kind_word(self) -> str:
        """What is asked for, in a word: a limit is one of several things about which the hub asks how to go on."""
        return KIND_WORDS[self.kind]

    @property
    def has_long_question(self) -> bool:
        """Whether the question is too long for a heading, or has several lines."""
        return len(self.question) > LONGEST_HEADING or "\n" in self.question

    @property
    def is_in_no_message(self) -> bool:
        """Whether no message of the room asks it: the hub does, not a member."""
        return self.kind not in {ApprovalKind.QUESTION, ApprovalKind.APPROVAL}

    @property
    def holds_its_team(self) -> bool:
        """Whether the team is paused for as long as nobody has decided."""
        return self.kind in {ApprovalKind.LIMIT, ApprovalKind.RESTORED}

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers that are offered as buttons."""
        return self.options or (("Approve", "Deny") if self.kind is ApprovalKind.APPROVAL else ())

    @property
    def takes_words(self) -> bool:
        """Whether an answer in words is welcome; some questions have a closed set of answers."""
        return self.kind in {ApprovalKind.QUESTION, ApprovalKind.APPROVAL, ApprovalKind.CHECK, ApprovalKind.PLAN}

    @property
    def is_check(self) -> bool:
        """Whether a result is to be looked at."""
        return self.kind is ApprovalKind.CHECK

    @property
    def is_permit(self) -> bool:
        """Whether an agent needs leave for what it wants."""
        return self.kind is ApprovalKind.PERMIT

    @property
    def expires_at(self) -> datetime | None:
        """When it is not permitted, if nobody decides; None: it waits for as long as its goal."""
        within = permit_time(self.policy) if self.is_permit and self.reaches else None
        return self.asked_at + within if within else None

    @property
    def brief(self) -> str:
        """What the task of a permit says, where all of it is shown and it can be changed; else empty."""
        parts = self.errand.parts if self.is_permit and self.reaches and self.errand else ()
        return parts[0].text if parts and parts[0].title == TASK_PART and not parts[0].more else ""

    @property
    def is_plan(self) -> bool:
        """Whether tasks wait to be started."""
        return self.kind is ApprovalKind.PLAN

    @property
    def words_wanted(self) -> str:
        """What an answer in words would say."""
        if self.is_check:
            return "Or say what is wrong"
        if self.is_plan:
            return "Or say what another plan should have"
        if self.approving:
            return "Or say what to do instead"
        return "Or answer in words" if self.choices else "Your answer"

    @property
    def words_sent(self) -> str:
        """What the button beside the words does with them."""
        if self.is_check or self.is_plan:
            return "Send back" if self.is_check else "Propose again"
        return SUGGEST if self.approving else "Answer"

    @property
    def is_pending(self) -> bool:
        """Whether it still waits."""
        return self.state is ApprovalState.PENDING


@dataclass(frozen=True)
class WaitingApproval(ApprovalFacts):
    """An approval with the goal it belongs to."""

    goal_id: UUID
    goal_title: str


def question_of(asked_id: UUID) -> str:
    """What was asked with this id, as an approval or a question that was put to people; empty: nothing was."""
    approval = Approval.objects.filter(pk=asked_id).values_list("question", flat=True).first()
    return approval or QuestionHop.objects.filter(pk=asked_id).values_list("question__text", flat=True).first() or ""


def asked_in(
    approvals: Iterable[Approval], hops: Iterable[QuestionHop], numbers: dict[UUID, int], risks: Risks
) -> Iterable[ApprovalFacts]:
    """All that people of a room were asked, the oldest first."""
    asked = [
        *(approval_facts(approval, numbers, risks) for approval in approvals),
        *(hop_facts(hop, risks) for hop in hops),
    ]
    return sorted(asked, key=lambda one: one.asked_at)


def hop_facts(hop: QuestionHop, risks: Risks) -> ApprovalFacts:
    """A question as it was put to people once; its task, and who answered, are loaded."""
    return ApprovalFacts(**_put(hop, risks))


def with_risks(approvals: Iterable[Approval], hops: Iterable[QuestionHop]) -> list[WaitingApproval]:
    """Approvals, then questions as they were put to people, each with its goal, and what may come of approving it."""
    asked, put = list(approvals), list(hops)
    risks = risks_of(asked, put)
    return [*(_waiting_approval(row, risks) for row in asked), *(_waiting_question(hop, risks) for hop in put)]


def _waiting_question(hop: QuestionHop, risks: Risks) -> WaitingApproval:
    """A question with the goal of its room, which is loaded."""
    return WaitingApproval(**_put(hop, risks), goal_id=hop.room.goal_id, goal_title=hop.room.goal.title)


def _put(hop: QuestionHop, risks: Risks) -> dict[str, Any]:
    question = hop.question
    state = _HOP_STATES[QuestionState(question.state)] if question.hop_id == hop.pk else ApprovalState.LAPSED
    answered = state is ApprovalState.ANSWERED
    return {
        "id": hop.pk,
        "team_id": hop.room_id,
        "kind": ApprovalKind.QUESTION,
        "question": hop.wording or question.text,
        "options": tuple(map(str, question.options)),
        "state": state,
        "answer": question.answer if answered else "",
        "asked_at": hop.at,
        "decided_at": question.settled_at,
        "decided_by": face_of(question.answered_by).name if answered and question.answered_by else "",
        "task_number": hop.task.number if hop.task else None,
        "errand": None,
        "scope": PermitScope.ONCE,
        "reason": "",
        "reaches": False,
        "risks": risks.get(hop.pk, ()),
        "policy": USUAL,
    }


_HOP_STATES = {
    QuestionState.OPEN: ApprovalState.PENDING,
    QuestionState.ANSWERED: ApprovalState.ANSWERED,
    QuestionState.LAPSED: ApprovalState.LAPSED,
}


DECIDER = shown_name("decided_by", "team__goal__workspace")
"""What whoever decided is called, for the rows of approvals."""
POLICY = F("team__goal__workspace__approval_policy")
"""The policy of an approval's workspace, as it is stored."""


def to_be_shown(approvals: "QuerySet[Approval]") -> "QuerySet[Any]":
    """The rows with what `approval_facts` reads of them."""
    rows: QuerySet[Any] = approvals.annotate(called=DECIDER, policy=POLICY)
    return rows


def decider_of(approval: Approval) -> str:
    """The name of whoever decided, as it is now; "": nobody did."""
    rows: QuerySet[Any] = Approval.objects.filter(pk=approval.pk).annotate(called=DECIDER)
    return rows.values_list("called", flat=True).get() or ""


def approval_facts(approval: Any, numbers: dict[UUID, int], risks: Risks) -> ApprovalFacts:
    """An approval that was read by `to_be_shown`; `numbers` are the team's tasks by id."""
    return fill_from_row(ApprovalFacts, approval, **_read(approval, numbers, risks))


def _waiting_approval(approval: Any, risks: Risks) -> WaitingApproval:
    """The same, with its task and goal."""
    read = _read(approval, {approval.task.pk: approval.task.number} if approval.task else {}, risks)
    goal = approval.team.goal
    return fill_from_row(WaitingApproval, approval, goal_id=goal.pk, goal_title=goal.title, **read)


def _read(approval: Any, numbers: dict[UUID, int], risks: Risks) -> dict[str, object]:
    """What is not as the row has it."""
    return {
        "decided_by": approval.called or "",
        "task_number": numbers.get(approval.task_id) if approval.task_id else None,
        "errand": _errand(approval.payload) if approval.payload else None,
        "scope": PermitScope(approval.scope),
        "reaches": bool(approval.wish),
        "risks": risks.get(approval.pk, ()),
        "policy": policy_from_data(approval.policy),
    }


def _errand(payload: Mapping[str, Any]) -> ErrandFacts:
    parts = tuple(PartFacts(part["title"], part["text"], part["more"]) for part in payload["parts"])
    return ErrandFacts(payload["chain"], payload["to"], parts)


def last_decisions(goal_ids: Collection[UUID]) -> dict[UUID, tuple[str, str]]:
    """By goal what people were asked and decided last: the question, and the answer."""
    rows = Approval.objects.filter(team__goal__in=goal_ids, state=ApprovalState.ANSWERED)
    rows = rows.order_by("team__goal_id", "-decided_at").distinct("team__goal_id").annotate(goal=F("team__goal_id"))
    return {row.goal: (row.question, row.answer) for row in rows}
