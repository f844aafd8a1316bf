"""What is pushed of a task: the whole of it, each time that its state is another one."""

import json
from functools import partial

from apps.accounts.domain.access import Scope
from apps.accounts.queries.permissions import actor_still
from apps.api.a2a.forms import FORMS_TOLD
from apps.api.a2a.tasks import A2ATask, TaskRef, read_task
from apps.chat.actions.separately import separately
from apps.webhooks.actions.pushes import put_news
from apps.webhooks.queries.pushes import PushNews, news_for_pushes

MOST_LOOKED_AT = 200  # at one time


def push_news() -> None:
    """Write down what is to be sent to those who are told of tasks."""
    for news in news_for_pushes(MOST_LOOKED_AT):
        separately(partial(_push, news), news.task)


def _push(news: PushNews) -> None:
    """Nothing more goes to somebody whose token no longer counts. Files come by their address."""
    actor = actor_still(news.user_id, news.workspace_id, Scope.RUN, news.token_id)
    if actor is None:
        put_news(news, news.told, [], over=True)
        return
    task = read_task(actor, TaskRef.read(news.task), lines=0, inline=0)
    told = _state_of(task)
    bodies = [json.dumps(FORMS_TOLD[news.version].sent(task))] if told != news.told else []
    put_news(news, told, bodies, over=task.state.is_terminal)


def _state_of(task: A2ATask) -> str:
    """By what it is known whether there is something new: another question is."""
    return f"{task.state} {task.waiting.id}" if task.waiting else task.state
