"""The jobs that answer to bells: each looks at the tables, does the one thing, or finds it done."""

from apps.chat.jobs import process
from apps.chat.jobs.attempts import begin_over_line, run_attempt
from apps.chat.jobs.notifications import (
    begin_check,
    form_subteam,
    learn_from_goals,
    make_meanings,
    notify_agent_asked,
    notify_limit_reached,
    notify_task_settled,
    sweep,
)
from apps.chat.jobs.prose import render_room
from apps.chat.jobs.turns import take_turn

__all__ = [
    "begin_check",
    "begin_over_line",
    "form_subteam",
    "learn_from_goals",
    "make_meanings",
    "notify_agent_asked",
    "notify_limit_reached",
    "notify_task_settled",
    "process",
    "render_room",
    "run_attempt",
    "sweep",
    "take_turn",
]
