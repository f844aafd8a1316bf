"""Where an agent stands in its team while it does a task, and what the person has said since the goal was given."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Change:
    """What a person said in a room after the goal was given, whole. The newest wins. `number`: of the message.

    `after_brief`: whoever wrote the task could not know of it.
    """

    number: int
    by: str
    text: str
    after_brief: bool = False


@dataclass(frozen=True)
class EarlierAnswer:
    """What an agent gave for the task that it is asked again for. `flaw`: why it could not be used, a sentence or more.

    Without a flaw nothing is wrong with it, but that it was made before the person's last words were known.
    """

    text: str
    flaw: str = ""


class TaskStanding(StrEnum):
    """How far a task of the team is, as its other members need to know."""

    DONE = "done"
    AT_WORK = "at work"
    TO_COME = "to come"
    WITHOUT_RESULT = "gave no result"


@dataclass(frozen=True)
class TeamTask:
    """A task of the team in a line. `agent`: the handle of who does it."""

    number: int
    title: str
    agent: str
    standing: TaskStanding
    yours: bool = False
    uses_yours: bool = False  # it comes after yours and gets its result
    used_by_you: bool = False  # its result goes along with yours


@dataclass(frozen=True)
class TeamPlace:
    """Who the agent that does a task is in its team, and who uses what it gives.

    `tasks`: what the team does, in order, as far as it was planned when this task was given; none for work that an
    agent handed on, whose handle is `asked_by`.
    """

    handle: str
    name: str
    chosen_for: tuple[str, ...] = ()  # needs in words
    tasks: tuple[TeamTask, ...] = ()
    asked_by: str = ""
    gives_answer: bool = False  # its result is what the person reads
    nested: bool = False  # its team is a part of a larger one
    check: str = ""  # how its result is checked, in words of the plan

    @property
    def users(self) -> tuple[TeamTask, ...]:
        """The tasks that its result goes along with."""
        return tuple(task for task in self.tasks if task.uses_yours)
