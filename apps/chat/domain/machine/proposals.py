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
from apps.core.sentences import join_sentences, plural_sentence, sentence


def in_words(utterance: Utterance) -> str:
    """The proposal, in Markdown."""
    return _words(utterance)[:MAX_TEXT]


def _words(utterance: Utterance) -> str:
    match utterance:
        case Say() | Pass():
            return utterance.text
        case Assign():
            rows = (_task(draft) for draft in utterance.tasks)
            head = sentence("I propose this work:")
            return join_sentences("\n", [head, "", *rows, *(["", utterance.text] if utterance.text else [])])
        case FormSubteam(title=title, purpose=purpose, needs=needs):
            return sentence(
                "I propose a team of its own for “{title}” ({needs}):\n\n{purpose}",
                title=title,
                needs="; ".join(needs),
                purpose=purpose,
            )
        case Discuss(protocol=protocol, question=question):
            return sentence("I propose a talk ({protocol}): {question}", protocol=protocol, question=question)
        case WaitFor(tasks=tasks):
            return sentence("I propose to wait for {tasks}.", tasks=_numbers(tasks))
        case AskPerson(question=question):
            return sentence("I propose to ask a person: {question}", question=question)
        case SendBack(task=task, wrong=wrong):
            return sentence("I propose to send task {task} back: {wrong}", task=task, wrong=wrong)
        case Conclude(answer=answer, accepts=accepts):
            return (
                sentence("I propose to conclude with this:\n\n{answer}", answer=answer)
                if answer
                else sentence("I propose to accept task {accepts}.", accepts=accepts)
            )
        case _:
            assert_never(utterance)


def _task(draft: TaskDraft) -> str:
    who = f"@{draft.owner}" if draft.owner else "; ".join(draft.needs)
    return f"- **{draft.title}** ({who}): {draft.brief}"


def _numbers(tasks: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, tasks))
    return plural_sentence("task {listed}", "tasks {listed}", len(tasks), listed=listed)
