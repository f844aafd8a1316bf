"""How far what a person said came with those who do a task."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class TaskUptake:
    """A task, when its agent last took up what was said (as a call began, or in the middle of one), and its end."""

    number: int
    taken_up_at: datetime | None
    is_open: bool
    is_done: bool
