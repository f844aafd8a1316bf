"""The lead's look at the answer before the end: a result that is not good enough goes back to who gave it."""

from dataclasses import replace

from apps.chat.domain.machine.conversation_state import ConversationState, Wait
from apps.chat.domain.machine.effects import Post, ReviseTask
from apps.chat.domain.machine.step import Step, keep_floor
from apps.chat.domain.states import MessageKind, Phase, WaitMode
from apps.chat.domain.utterances import SendBack
from apps.core.sentences import sentence
from apps.teams.domain.states import TaskState

MAX_SENT_BACK = 2
"""Results that may be sent back in a round: a third time would end no better."""


def refusal_to_send_back(standing: ConversationState, number: int) -> str:
    """Why a task can't be sent back, as a sentence for the lead; empty when it can."""
    task = standing.tasks.get(number)
    if task is None or task.is_check or task.state is not TaskState.DONE:
        return sentence("task: task {number} has no result that could be sent back.", number=number)
    if standing.memory.sent_back >= MAX_SENT_BACK:
        return sentence("Results were sent back often enough: accept, give another task, or conclude as partial.")
    return ""


def send_back(standing: ConversationState, said: SendBack) -> Step:
    """Who did the task does it anew; its result is then the draft where it was it before."""
    task = standing.tasks[said.task]
    number, is_answer = max(standing.tasks) + 1, said.task == standing.answer_task
    waiting = replace(
        standing,
        phase=Phase.ASYNC_TASK,
        wait=Wait(mode=WaitMode.ALL, tasks=(number,)),
        answer_task=number if is_answer else None,
    )
    counted = waiting.remembering(pending=None, repairs=0, draft=None, sent_back=standing.memory.sent_back + 1)
    post = Post(MessageKind.SAY, said.wrong, by_speaker=True, task=task.number)
    return Step(keep_floor(counted), (post, ReviseTask(task.number, number, said.wrong, is_answer)))
