"""What a member that does not lead would have done, in words for the lead."""

from typing import assert_never

from apps.chat.domain.utterances import (
    MAX_TEXT,
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    FormSubteam,
    Pass,
    Say,
    SendBack,
    TaskDraft,
    Utterance,
    WaitFor,
)


def in_words(utterance: Utterance) -> str:
    """The proposal, in Markdown."""
    return _words(utterance)[:MAX_TEXT]


def _words(utterance: Utterance) -> str:
    match utterance:
        case Say() | Pass():
            return utterance.text
        case Assign():
            rows = (_task(draft) for draft in utterance.tasks)
            return "\n".join(["I propose this work:", "", *rows, *(["", utterance.text] if utterance.text else [])])
        case FormSubteam(title=title, purpose=purpose, needs=needs):
            return f"I propose a team of its own for “{title}” ({'; '.join(needs)}):\n\n{purpose}"
        case Discuss(protocol=protocol, question=question):
            return f"I propose a talk ({protocol}): {question}"
        case WaitFor(tasks=tasks):
            return f"I propose to wait for {_numbers(tasks)}."
        case AskPerson(question=question):
            return f"I propose to ask a person: {question}"
        case SendBack(task=task, wrong=wrong):
            return f"I propose to send task {task} back: {wrong}"
        case Conclude(answer=answer, accepts=accepts):
            return f"I propose to conclude with this:\n\n{answer}" if answer else f"I propose to accept task {accepts}."
        case _:
            assert_never(utterance)


def _task(draft: TaskDraft) -> str:
    who = f"@{draft.owner}" if draft.owner else "; ".join(draft.needs)
    return f"- **{draft.title}** ({who}): {draft.brief}"


def _numbers(tasks: tuple[int, ...]) -> str:
    return ("task " if len(tasks) == 1 else "tasks ") + ", ".join(map(str, tasks))
