"""The rows of a plan, as its page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.teams.queries.plans import ProposedPlan, ProposedStep
from apps.web.rendering.work import TASK_WORDS


@dataclass(frozen=True)
class StepRow:
    """A step with its state in words. `others`: those it may come after. `by`: who else changed it, to be said."""

    step: ProposedStep
    state: str
    glyph: str
    word: str
    others: tuple[ProposedStep, ...]
    by: str = ""


def rows_of(plan: ProposedPlan) -> list[StepRow]:
    """The rows of a plan in order."""
    return [row_of(step, plan.steps) for step in plan.steps]


def row_of(step: ProposedStep, steps: Sequence[ProposedStep], by: str = "") -> StepRow:
    """One of them."""
    state, glyph, word = TASK_WORDS[step.state]
    return StepRow(step, state, glyph, word, tuple(one for one in steps if one.number != step.number), by)
