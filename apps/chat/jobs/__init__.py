"""The jobs that answer to bells: each looks at the tables, does the one thing, or finds it done."""

from apps.chat.jobs import process
from apps.chat.jobs.prose import render_room
from apps.chat.jobs.speaking import take_turn
from apps.chat.jobs.telling import form_subteam, heed_limit, heed_question, heed_task, learn_from_goal, sweep
from apps.chat.jobs.working import run_attempt

__all__ = [
    "form_subteam",
    "heed_limit",
    "heed_question",
    "heed_task",
    "learn_from_goal",
    "process",
    "render_room",
    "run_attempt",
    "sweep",
    "take_turn",
]
