"""What a room at another hub is shown as: that hub's own word where it is one of ours, else by the state of its task.

Pure. That it can't be reached, or is not asked any more, is known here and wins over what it said last.
"""

from apps.chat.domain.display import ENDED, TASK_LOOKS, Display, TaskDisplay, TaskStateLook

_STATES, _TASK_STATES = frozenset(Display), frozenset(TaskDisplay)
_OF_TASKS = {  # A2A's states
    "submitted": Display.QUEUED,
    "working": Display.WORKING,
    "input-required": Display.NEEDS_YOU,
    "auth-required": Display.NEEDS_YOU,
    "completed": Display.DONE,
    "failed": Display.FAILED,
    "rejected": Display.FAILED,
    "canceled": Display.STOPPED,
}


def foreign_display(said: str, task: str, *, away: bool, asked: bool) -> Display:
    """`said`: of the room, by its hub; `task`: A2A's state; `asked`: whether it is still wanted here."""
    told = _OF_TASKS.get(task, Display.WORKING)
    state = Display(said) if said in _STATES else told
    if state in ENDED:
        return state
    if told in ENDED:
        return told
    if not asked:
        return Display.STOPPED
    return Display.STALLED if away else state


def foreign_task_look(said: str) -> TaskStateLook:
    """Of a task there; what is no state of ours looks planned."""
    return TASK_LOOKS[TaskDisplay(said) if said in _TASK_STATES else TaskDisplay.PLANNED]
