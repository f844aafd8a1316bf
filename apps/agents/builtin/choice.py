"""A model's choice: asked for as a form, validated, repaired once; whatever is wrong with it, rules choose instead."""

import json
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from apps.agents.builtin.query.language import strict_schema
from apps.agents.builtin.query.problems import InvalidQuery
from apps.agents.domain.calls import RunEvent, RunRequest, Usage
from apps.agents.domain.choice_forms import ChoiceForm, FilledForm

FormModel = TypeVar("FormModel", bound=BaseModel)
Chosen = TypeVar("Chosen")

Steps = Generator[RunEvent | ChoiceForm, FilledForm | None]
"""What a worker does: see the built-in connector."""

NOTHING_SPENT = Usage(money=0.0)
_TRIES = 2
_CHANGES = """\
`changes_by_person`: said after the goal and before the brief, the oldest first. What concerns your part goes before \
the goal, and the newest counts most."""
_MOST_PROBLEMS = 5


@dataclass(frozen=True)
class ModelChoice(Generic[Chosen]):
    """What was chosen, and what choosing cost. `value` None: nothing; `problem` is then a sentence, "" without a model.

    The usage counts also where nothing came of it.
    """

    value: Chosen | None = None
    usage: Usage = NOTHING_SPENT
    problem: str = ""


def choose(
    request: RunRequest,
    form: type[FormModel],
    rules: str,
    data: dict[str, object],
    accept: Callable[[FormModel], Chosen],
) -> Generator[ChoiceForm, FilledForm | None, ModelChoice[Chosen]]:
    """Have the request's model fill in a form. `accept` makes of it what is used; it raises InvalidQuery.

    It reads beside `data` what persons said before the brief, which whoever wrote that left to the hub; what they said
    later the brief holds.
    What it, or the form's own type, says against the first answer is told to the model, which answers once more.
    """
    if request.model is None:
        return ModelChoice()
    schema, usage, problem = strict_schema(form), NOTHING_SPENT, ""
    if changes := [{"from": one.by, "text": one.text} for one in request.changes if not one.after_brief]:
        rules, data = f"{rules}\n{_CHANGES}", data | {"changes_by_person": changes}
    for _ in range(_TRIES):
        told = data | ({"last_answer_refused": problem} if problem else {})
        filled = yield ChoiceForm(rules, json.dumps(told, ensure_ascii=False, separators=(",", ":")), schema)
        if filled is None:
            return ModelChoice()
        usage = usage + filled.usage
        if filled.unfilled:
            return ModelChoice(None, usage, filled.unfilled)
        try:
            return ModelChoice(accept(form.model_validate(filled.values)), usage)
        except InvalidQuery as error:
            problem = str(error)
        except ValidationError as error:
            problem = _sentence(error)
    return ModelChoice(None, usage, f"What the model chose does not fit: {problem}")


def _sentence(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)[:_MOST_PROBLEMS]
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults) + "."
