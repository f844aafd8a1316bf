"""Several things that wait for people are approved or denied at once, each by itself."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import require
from apps.chat.actions.decisions import MOST_REASON, decide
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable
from apps.teams.actions.permits import PermitTerms
from apps.teams.domain.risks import RISK_WORDS, Risk
from apps.teams.queries.access import asked_visible_to
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.lists import approval_row

MOST_TOGETHER = 50


class JointVerdict(StrEnum):
    """What a person says of several things at once."""

    APPROVE = "approve"
    DENY = "deny"


@dataclass(frozen=True)
class JointOutcome:
    """What became of one of them. `refused`: why it was not decided, as a sentence; empty: it was."""

    id: uuid.UUID
    question: str
    refused: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether it counts."""
        return not self.refused


def decide_together(
    actor: Actor, asked: Iterable[uuid.UUID], verdict: JointVerdict, reason: str = ""
) -> list[JointOutcome]:
    """Approve or deny each of these in a transaction of its own, in this order; one that is refused stops no other.

    What may change something, leaves the hub, or has an effect that nobody knows is approved by itself alone.
    `reason`: of a denial; a result and a plan are not sent back without one.
    Raises Forbidden (role), Refused (approvals: none, or too many; reason: too long).
    """
    require(actor, Role.OPERATOR)
    each = list(dict.fromkeys(asked))
    if not 0 < len(each) <= MOST_TOGETHER:
        raise Refused(approvals=sentence("Choose 1 to {most} of those that wait.", most=MOST_TOGETHER))
    reason = drop_unstorable(reason).strip()
    if len(reason) > MOST_REASON:
        raise Refused(reason=sentence("A reason has at most {most:,} characters.", most=MOST_REASON))
    return [_decide(actor, one, verdict, reason) for one in each]


def _decide(actor: Actor, asked_id: uuid.UUID, verdict: JointVerdict, reason: str) -> JointOutcome:
    question = ""
    try:
        asked_visible_to(actor, asked_id)
        asked = approval_row(asked_id)
        question = asked.question
        answer = _approval(asked) if verdict is JointVerdict.APPROVE else _denial(asked, reason)
        decide(actor, asked_id, answer, PermitTerms(reason=reason if verdict is JointVerdict.DENY else ""))
    except Refused as error:
        return JointOutcome(asked_id, question, next(iter(error.fields.values())))
    except (Conflict, Forbidden, NotFound) as error:
        return JointOutcome(asked_id, question, error.args[0])
    return JointOutcome(asked_id, question)


def _approval(asked: ApprovalFacts) -> str:
    """The answer that approves. Raises Refused where it has none, or is to be looked at by itself."""
    if not asked.approving:
        raise Refused(answer=OTHER_ANSWERS)
    if asked.is_pending and not asked.is_low_risk:
        raise Refused(answer=sentence("{risk}: decide this by itself.", risk=RISK_WORDS[_highest(asked)]))
    return asked.approving


def _highest(asked: ApprovalFacts) -> Risk:
    """What it has to be looked at for, the furthest first."""
    return next((risk for risk in _GRAVEST if risk in asked.risks), Risk.UNKNOWN)


def _denial(asked: ApprovalFacts, reason: str) -> str:
    """The answer that denies. Raises Refused where it has none, or where words have to say what is wrong."""
    if not asked.approving:
        raise Refused(answer=OTHER_ANSWERS)
    if asked.is_permit:
        return asked.denying
    if asked.denying:
        return sentence("{answer}: {reason}", answer=asked.denying, reason=reason) if reason else asked.denying
    if not reason:
        raise Refused(reason="Say what is wrong: this is sent back with your words.")
    return reason


OTHER_ANSWERS = sentence("This has answers of its own: decide it by itself.")
_GRAVEST = (Risk.ACTS, Risk.UNKNOWN, Risk.LEAVES)
