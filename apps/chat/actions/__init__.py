"""The only writers of conversations; what doors and jobs call. Each is one transaction."""

from apps.chat.actions.circles import reassign_task, retry_task
from apps.chat.actions.decisions import answer_question, decide, forward_question
from apps.chat.actions.goals import GoalRequest, Upload, launch_goal
from apps.chat.actions.people import cancel_task, change_limits, continue_goal, pause, post_message, resume, stop
from apps.chat.actions.talks import begin_talk

__all__ = [
    "GoalRequest",
    "Upload",
    "answer_question",
    "begin_talk",
    "cancel_task",
    "change_limits",
    "continue_goal",
    "decide",
    "forward_question",
    "launch_goal",
    "pause",
    "post_message",
    "reassign_task",
    "resume",
    "retry_task",
    "stop",
]
