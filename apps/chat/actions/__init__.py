"""The only writers of conversations; what doors and jobs call. Each is one transaction."""

from apps.chat.actions.goals import GoalRequest, Upload, launch_goal
from apps.chat.actions.people import change_limits, decide, pause, post_message, resume, stop
from apps.chat.actions.rounds import continue_goal
from apps.chat.actions.withdrawal import cancel_task

__all__ = [
    "GoalRequest",
    "Upload",
    "cancel_task",
    "change_limits",
    "continue_goal",
    "decide",
    "launch_goal",
    "pause",
    "post_message",
    "resume",
    "stop",
]
