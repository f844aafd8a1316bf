"""Why work waits, in words for whoever runs the installation."""

from dataclasses import dataclass
from enum import StrEnum

from apps.teams.domain.states import SETTLED_TASK, TaskState

MOST_WORDS = 120  # characters of somebody's words inside a reason


class Cause(StrEnum):
    """Who has to do something; the worst first."""

    HUB = "hub"  # a worker, beat or the sweeper does not do its part
    AGENT = "agent"  # an agent is busy, away or slow
    PERSON = "person"  # somebody has to decide, or paused it
    BUDGET = "budget"  # as much runs, or was spent today, as may: it goes on by itself, or an owner allows more
    WORK = "work"  # other work comes first; nothing is wrong


@dataclass(frozen=True)
class Why:
    """The cause and a sentence."""

    cause: Cause
    words: str


@dataclass(frozen=True)
class TeamHold:
    """What keeps a whole team from starting anything."""

    frozen: bool = False
    by_limit: bool = False
    by_day: bool = False  # the budget of the day is used up

    def why(self) -> Why | None:
        """None where nothing holds the team."""
        if not self.frozen:
            return None
        if self.by_day:
            return Why(Cause.BUDGET, "Today's budget is used up: it goes on tomorrow, or when an owner allows more.")
        if self.by_limit:
            return Why(Cause.PERSON, "The goal is frozen by a limit: a person gives more, or ends it.")
        return Why(Cause.PERSON, "The team is paused: a person resumes it.")


FREE = TeamHold()


@dataclass(frozen=True)
class AttemptStands:
    """An attempt that has not ended. Times are in seconds from now, negative for the past."""

    hold: TeamHold = FREE
    lease: float | None = None  # None: no worker has it
    start: float = 0.0  # when it may be taken
    enabled: bool = True
    connected: bool = True  # there is a connection to its agent that its origin may use
    offline: bool = False
    calls: int = 0  # of its agent that run now
    slots: int = 1
    per_minute: int = 0  # 0: as many as there are
    begun: int = 0  # of the last minute
    progress: str = ""
    busy: bool = False  # it asked to be asked later


def why_attempt(attempt: AttemptStands) -> Why:
    """Why a call has not ended, or not begun."""
    if attempt.lease is not None:
        return _why_running(attempt, attempt.lease)
    if held := attempt.hold.why():
        return held
    if closed := _closed(attempt):
        return closed
    if attempt.start > 0:
        words = (
            "Its agent has too much to do; it is asked again"
            if attempt.busy
            else "The last try failed; the next begins"
        )
        return Why(Cause.AGENT, f"{words} in {attempt.start:.0f} s.")
    if attempt.offline:
        return Why(Cause.AGENT, "Its agent is offline: it did not answer when it was last asked.")
    return Why(Cause.HUB, "No worker has taken it: all are at their limit, or none runs.")


def _closed(attempt: AttemptStands) -> Why | None:
    """Why nothing goes over its connection now; None: nothing keeps it."""
    if not attempt.enabled:
        return Why(Cause.AGENT, "Its agent is switched off; the task fails as soon as a worker looks.")
    if not attempt.connected:
        return Why(Cause.PERSON, "No connection to its agent may be used for it: who gave it connects theirs.")
    if attempt.calls >= attempt.slots:
        return Why(Cause.AGENT, f"No free slot: its agent is at {attempt.calls} of {attempt.slots} calls.")
    if 0 < attempt.per_minute <= attempt.begun:
        return Why(Cause.AGENT, f"Its agent has had its {attempt.per_minute} calls of this minute.")
    return None


def _why_running(attempt: AttemptStands, lease: float) -> Why:
    if lease < 0:
        return Why(Cause.HUB, f"Its worker let the lease run out {-lease:.0f} s ago; no sweep has taken it back.")
    if attempt.progress:
        return Why(Cause.AGENT, f"Its agent is at it and last said: {quote_words(attempt.progress)}.")
    return Why(Cause.AGENT, "Its agent is at it and has not said anything yet.")


@dataclass(frozen=True)
class TaskStands:
    """A task without an attempt to explain it."""

    state: TaskState
    hold: TeamHold = FREE
    after: tuple[int, ...] = ()  # numbers of the tasks it needs that are not done
    as_team: bool = False  # a team of its own does it
    claimed: bool = False  # somebody else is to look at it before it is done
    heeded: bool = True  # its conversation has taken note of its question
    question: str = ""


def why_task(task: TaskStands) -> Why:
    """Why a task is where it is."""
    if task.state in SETTLED_TASK:
        return Why(Cause.HUB, f"It is {task.state}, and no worker has told its conversation.")
    if task.state is TaskState.UNKNOWN:
        return Why(Cause.PERSON, "Its worker was lost and doing it twice could do harm: a person decides.")
    if task.state is TaskState.HELD:
        return Why(Cause.PERSON, "An agent's words would set another to work: a person has to permit it.")
    if task.state is TaskState.ASKING:
        return _why_asking(task)
    if held := task.hold.why():
        return held
    if task.state is TaskState.PLANNED:
        return _why_planned(task)
    if task.state is TaskState.WORKING:
        looked_at = "Its result is there; another member, or a person, looks at it first."
        return Why(Cause.WORK, looked_at if task.claimed else "A team of its own is at it.")
    words = "Its team has not been formed" if task.as_team else "It has no attempt"
    return Why(Cause.HUB, f"{words}: no worker has taken it.")


def _why_planned(task: TaskStands) -> Why:
    if not task.after:
        return Why(Cause.PERSON, "The plan waits for a person to start it.")
    return Why(Cause.WORK, f"It comes after {list_task_numbers(task.after)}.")


def _why_asking(task: TaskStands) -> Why:
    if not task.heeded:
        return Why(Cause.HUB, "Its agent asked, and no worker has told its conversation.")
    return Why(Cause.PERSON, f"Its agent waits for an answer to {quote_words(task.question)}.")


def quote_words(words: str) -> str:
    """Somebody's words, cut."""
    return f"“{words[:MOST_WORDS]}{'…' if len(words) > MOST_WORDS else ''}”"


def list_task_numbers(tasks: tuple[int, ...]) -> str:
    """Tasks by their numbers."""
    if not tasks:
        return "nothing that is open"
    return f"task{'s' if len(tasks) > 1 else ''} {', '.join(map(str, tasks))}"
