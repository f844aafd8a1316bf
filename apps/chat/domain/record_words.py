"""What a goal's record names by codes, in words: kinds of messages, and how tasks and decisions stand. Pure."""

from apps.accounts.domain.access import YOU
from apps.chat.domain.display import TASK_LOOKS
from apps.chat.domain.goal_record import RecordedDecision, RecordedMessage
from apps.chat.domain.states import MessageKind
from apps.core.sentences import sentence
from apps.teams.domain.states import ApprovalState

KINDS = {
    MessageKind.GOAL: sentence("the goal"),
    MessageKind.SAY: sentence("said"),
    MessageKind.FORMATION: sentence("the team"),
    MessageKind.ASSIGN: sentence("tasks given"),
    MessageKind.DELEGATION: sentence("sub-team formed"),
    MessageKind.RESULT: sentence("result"),
    MessageKind.FAILURE: sentence("failure"),
    MessageKind.QUESTION: sentence("question"),
    MessageKind.ANSWER: sentence("answer"),
    MessageKind.NOTICE: sentence("notice"),
    MessageKind.CONCLUSION: sentence("conclusion"),
}
NOTE = sentence("note for people")
OWNER = sentence("The owner")
DECISIONS = {
    ApprovalState.PENDING: sentence("not answered yet"),
    ApprovalState.ANSWERED: sentence("answered"),
    ApprovalState.LAPSED: sentence("lapsed: the goal went on or ended without it"),
}


TASKS = {state: sentence(look.word) for state, look in TASK_LOOKS.items()}


def name_for_others(name: str) -> str:
    """What somebody is called by others."""
    return OWNER if name == YOU else name


def kind_of(message: RecordedMessage) -> str:
    """What a message is, as a part of a sentence."""
    return NOTE if message.note else KINDS[MessageKind(message.kind)]


def decision_in_words(asked: RecordedDecision) -> str:
    """What people said to what they were asked, or how it stands."""
    return asked.answer or DECISIONS[ApprovalState(asked.state)]
