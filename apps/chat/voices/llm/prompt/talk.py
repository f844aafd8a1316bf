"""What was said, as a model is told: what persons said whole, the rest as far as there is room."""

from collections.abc import Sequence

from apps.chat.domain.briefing import CHOICE, Briefing, MessageBrief
from apps.chat.domain.states import MessageKind
from apps.chat.voices.llm.costs import clean, clip, first_line
from apps.chat.voices.llm.prompt.detail import Detail

HANDLE, HEADING, QUESTION = 24, 25, 120  # tokens

_TOLD_ELSEWHERE = frozenset(
    {MessageKind.GOAL, MessageKind.FORMATION, MessageKind.DELEGATION, MessageKind.RESULT, MessageKind.CONCLUSION}
)
"""Kinds whose content stands in the goal, in the tasks with their results, or in what was answered before."""

_OF_NO_USE = frozenset({"repair", "paused", "resumed", "limit", "retry", "silent", "rules", "joined"})
"""What the hub did that is over, or that the next turn is told in another place."""


def list_changes(briefing: Briefing) -> list[object]:
    """What persons said since the goal, oldest first, whole."""
    above = [{"from": clip(who, HANDLE), "text": clean(text)} for who, text in briefing.said_above]
    return [*above, *(_change(one, briefing) for one in briefing.messages if _is_change(one))]


def _is_change(message: MessageBrief) -> bool:
    return message.from_person and message.kind != MessageKind.GOAL and message.about != CHOICE


def _change(message: MessageBrief, briefing: Briefing) -> dict[str, object]:
    told: dict[str, object] = {
        "from": _sender(message),
        "round": message.round if briefing.round > 1 else 0,
        "asked": _question_before(message, briefing.messages) if message.kind == MessageKind.ANSWER else "",
        "text": clean(message.text),
        "new": message.unread,
    }
    return {key: value for key, value in told.items() if value}


def _question_before(answer: MessageBrief, messages: Sequence[MessageBrief]) -> str:
    asked = (
        one
        for one in reversed(messages)
        if one.kind == MessageKind.QUESTION and one.number < answer.number and one.task == answer.task
    )
    return clip(next((one.text for one in asked), ""), QUESTION)


def answered_before(briefing: Briefing) -> str:
    """The answer of the last round that had one."""
    answers = [one.text for one in briefing.messages if one.kind == MessageKind.CONCLUSION]
    return answers[-1] if answers else ""


def tell_talk(briefing: Briefing, detail: Detail) -> dict[str, object]:
    """What the members said: read before, and new."""
    unread, read = [one for one in briefing.messages if one.unread and _is_talk(one)], read_talk(briefing)
    shown = unread[-detail.unread :]
    before, latest = read[: -detail.earlier], read[-detail.earlier :]
    return {
        "summary": clip(briefing.summary, detail.summary),
        "earlier": [
            *(tell_line(one, first_line(one.text, HEADING)) for one in before[-detail.headings :] if detail.headings),
            *(tell_line(one, clip(one.text, detail.earlier_text)) for one in latest),
        ],
        "unread_not_shown": len(unread) - len(shown),
        "unread": [tell_line(one, clip(one.text, detail.unread_text)) for one in shown],
    }


def read_talk(briefing: Briefing) -> list[MessageBrief]:
    """What members said that was read before and is in no summary, oldest first."""
    talk = (one for one in briefing.messages if not one.unread and _is_talk(one))
    return [one for one in talk if one.number > briefing.summary_up_to]


def _is_talk(message: MessageBrief) -> bool:
    """Whether it is told nowhere else, and of use."""
    if message.from_person or message.kind in _TOLD_ELSEWHERE or not message.text.strip():
        return False
    if message.kind == MessageKind.NOTICE:
        return message.about not in _OF_NO_USE
    return message.kind != MessageKind.FAILURE or message.task is None


def tell_line(message: MessageBrief, text: str) -> str:
    """A message with this much of its text. Whose words they are is a member's handle: nobody can write another's."""
    stance = message.about if message.kind == MessageKind.SAY else ""
    return f"{_sender(message)} ({stance or message.kind}): {text}"


def _sender(message: MessageBrief) -> str:
    return clip(message.sender, HANDLE)
