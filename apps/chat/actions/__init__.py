"""The only writers of conversations; what doors and jobs call. Each is one transaction."""

from apps.chat.actions.cancellations import cancel_message
from apps.chat.actions.circles import put_back_task, reassign_task, retry_task
from apps.chat.actions.decisions import answer_question, decide, forward_question
from apps.chat.actions.demo import watch_demo
from apps.chat.actions.forks import Fork, agents_then, fork_goal, launch_fork
from apps.chat.actions.goals import GoalRequest, Upload
from apps.chat.actions.joint_decisions import JointOutcome, JointVerdict, decide_together
from apps.chat.actions.launching import launch, launch_goal
from apps.chat.actions.members import add_member, swap_member
from apps.chat.actions.people import cancel_task, change_limits, continue_goal, pause, post_message, resume, stop
from apps.chat.actions.plans import propose_again, start_plan
from apps.chat.actions.subtrees import dissolve, rebrief
from apps.chat.actions.takeovers import do_task, hand_back_task, take_over_task
from apps.chat.actions.talks import begin_talk

__all__ = [
    "Fork",
    "GoalRequest",
    "JointOutcome",
    "JointVerdict",
    "Upload",
    "add_member",
    "agents_then",
    "answer_question",
    "begin_talk",
    "cancel_message",
    "cancel_task",
    "change_limits",
    "continue_goal",
    "decide",
    "decide_together",
    "dissolve",
    "do_task",
    "fork_goal",
    "forward_question",
    "hand_back_task",
    "launch",
    "launch_fork",
    "launch_goal",
    "pause",
    "post_message",
    "propose_again",
    "put_back_task",
    "reassign_task",
    "rebrief",
    "resume",
    "retry_task",
    "start_plan",
    "stop",
    "swap_member",
    "take_over_task",
    "watch_demo",
]
