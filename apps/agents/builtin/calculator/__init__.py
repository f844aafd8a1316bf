"""The calculator: finds the calculations in a text and works them out step by step, in decimal numbers."""

from collections.abc import Iterator

from apps.agents.builtin.calculator.evaluation import Evaluation, evaluate
from apps.agents.builtin.calculator.grammar import BadExpression
from apps.agents.builtin.calculator.recognition import calculations
from apps.agents.builtin.errors import UnableError
from apps.agents.domain.calls import Progress, Result, RunEvent, RunRequest
from apps.core.sentences import join_sentences, sentence, sentence_of

_NOTHING = sentence("There is no calculation in what was asked: write one like (3 + 4) * 5 or 17% of 2,340.")


def work(request: RunRequest) -> Iterator[RunEvent]:
    """Work out the calculations of the brief, or those of the goal where the brief has none.

    Raises UnableError when there is none, or none that can be worked out.
    """
    found = calculations(request.brief) or calculations(request.goal)
    if not found:
        raise UnableError(_NOTHING)
    yield Progress(sentence("Calculating"))
    yield Result("\n\n".join(_answers(found)))


def _answers(found: list[str]) -> list[str]:
    answers: list[str] = []
    problems: list[str] = []
    for text in found:
        try:
            answers.append(_answer(text, evaluate(text)))
        except BadExpression as error:
            problems.append(join_sentences("", (f"`{text}`: ", sentence_of(error))))
    if not answers:
        raise UnableError(sentence("This can't be calculated. {problems}", problems=join_sentences(" ", problems)))
    return answers + problems


def _answer(text: str, result: Evaluation) -> str:
    sign = "=" if result.exact else "≈"
    steps = "".join(f"\n- {step}" for step in result.steps) if len(result.steps) > 1 else ""
    return f"`{text}` {sign} **{result.answer}**" + (f"\n{steps}" if steps else "")
