"""What a finding is: one of the fourteen published ways in which teams of agents fail, seen in one message.

The kinds are those of MAST (“Why do multi-agent LLM systems fail?”, Cemri et al., 2025), by their numbers there.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from apps.agents.domain.briefs import words_repeated


class FindingKind(StrEnum):
    """How somebody failed."""

    DISOBEYS_TASK = "disobeys_task"  # 1.1 the result lacks what the task asks for by form
    DISOBEYS_ROLE = "disobeys_role"  # 1.2 it does, or speaks, as somebody else would
    REPEATS = "repeats"  # 1.3 the same result again
    LOSES_HISTORY = "loses_history"  # 1.4 goes by what a person has corrected since
    TALKS_ON = "talks_on"  # 1.5 goes on when there is nothing left to do
    RESETS = "resets"  # 2.1 begins anew, as if nothing had been said
    DOES_NOT_ASK = "does_not_ask"  # 2.2 makes up what it was not given
    DERAILS = "derails"  # 2.3 speaks of something else
    WITHHOLDS = "withholds"  # 2.4 keeps back what it was to pass on
    IGNORES_INPUT = "ignores_input"  # 2.5 uses nothing of what others found
    ACTS_OTHERWISE = "acts_otherwise"  # 2.6 says one thing and does another
    ENDS_EARLY = "ends_early"  # 3.1 a part of what was asked is not there
    SKIPS_CHECK = "skips_check"  # 3.2 a check that says nothing of what it checked
    CHECKS_WRONGLY = "checks_wrongly"  # 3.3 a check that passes what is wrong


@dataclass(frozen=True)
class Symptom:
    """One finding. `why`: a sentence for people, and for the agent when it is asked again.

    `certain`: a fact of form; the others follow from what is usual, and may be wrong.
    """

    kind: FindingKind
    why: str
    certain: bool = True

    def is_refused(self, *, likely_too: bool) -> bool:
        """Whether what shows it is no answer. `likely_too`: what may be wrong about it counts as well, since its agent
        has not been asked once more, or gave the same again.
        """
        return self.certain or likely_too


@dataclass(frozen=True)
class Evidence:
    """What is known of one result when it comes. All texts are as they stood, none is trusted.

    `given`: the results that it was to go by; `own_before`: what the same agent gave for other tasks before;
    `sent_back`: its results of this very task that were sent back; `told`: what persons said since the goal, in order;
    `files`: names of all that the goal has; `made`: of what came with the result; `had_files`: it was given some;
    `asked`: it has asked something while it worked; `others`: what other members of the team are called.
    `checks`: the task is a check of `given`; `is_verdict`: one that the hub made, which asks for a verdict and no more.
    `closeness`: how near its meaning is to what was asked, from -1 to 1, where that was looked at.
    """

    goal: str
    brief: str
    result: str
    given: tuple[str, ...] = ()
    own_before: tuple[str, ...] = ()
    sent_back: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    files: Collection[str] = ()
    made: Collection[str] = ()
    had_files: bool = False
    asked: bool = False
    is_answer: bool = False
    checks: bool = False
    is_verdict: bool = False
    closeness: float | None = None
    others: Collection[str] = field(default=())

    @property
    def asked_for(self) -> str:
        """What the result must obey: its brief; the answer also the goal, and what persons said to whomever since.

        Of a brief that repeats a person's words these alone: what else stands there names the work of others.
        """
        return "\n".join([words_repeated(self.brief), *([self.goal, *self.told] if self.is_answer else ())])
