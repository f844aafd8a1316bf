"""The machine as tables: what each representative input does to each representative standing."""

from collections.abc import Iterator
from itertools import groupby

from apps.chat.domain.machine.advance import advance
from apps.chat.domain.machine.conversation_state import ConversationState, Wait
from apps.chat.domain.machine.effects import Effect, EndTeam, LapseApprovals, OpenApproval, Post
from apps.chat.domain.machine.inputs import TurnFailed, Uttered
from apps.chat.domain.machine.samples import HAPPENINGS, STANDINGS, Happening
from apps.chat.domain.machine.step import Step

INTRODUCTION = """# The conversation machine

Rendered by `manage.py render_machine`; a test compares it with the code. `apps/chat/domain/machine` is the machine:
`advance(standing, input)` gives the new standing and the effects, in order. Each table below is one representative
standing; a row names the inputs, where the conversation stands after them, and the effects. The samples are in
`samples.py`: a team of three (lead, writer, finder), turn 5, tasks 1 (working) and 2 (after 1) where tasks are open.

"Nothing" means that the standing stays as it is and nothing is done: a late utterance, say.
"""

ANSWERS = [label for label, happening in HAPPENINGS.items() if isinstance(happening.input, Uttered | TurnFailed)]
ANY_ANSWER = "any utterance; TurnFailed"


def render() -> str:
    """The whole document, in Markdown."""
    return "\n".join([INTRODUCTION, *(_section(name, standing) for name, standing in STANDINGS.items())])


def _section(name: str, standing: ConversationState) -> str:
    head = f"## {name[0].upper()}{name[1:]}\n\n{_words(standing)}\n\n| input | then | effects |\n|---|---|---|"
    rows = [f"| {'; '.join(labels)} | {then} | {effects} |" for labels, then, effects in _rows(standing)]
    return "\n".join([head, *rows, ""])


def _rows(standing: ConversationState) -> Iterator[tuple[list[str], str, str]]:
    """Inputs in a row that have the same outcome share a line."""
    outcomes = [(label, outcome(standing, happening)) for label, happening in HAPPENINGS.items()]
    known = ((label, cells) for label, cells in outcomes if cells is not None)
    for cells, group in groupby(known, key=lambda pair: pair[1]):
        labels = [label for label, _ in group]
        yield [ANY_ANSWER, *labels[len(ANSWERS) :]] if labels[: len(ANSWERS)] == ANSWERS else labels, *cells


def outcome(standing: ConversationState, happening: Happening) -> tuple[str, str] | None:
    """Where it stands then, and the effects, in words; None where this can't happen to it."""
    met = happening.meets(standing)
    if met is None:
        return None
    step = advance(met, happening.input)
    if step == Step(met):
        return "", "nothing"
    later = f", in {step.delay:g} s" if step.delay else ""
    return _words(step.standing) + later, ", ".join(map(_effect, step.effects)) or "none"


def _words(standing: ConversationState) -> str:
    parts = [standing.phase.value, standing.liveness.value, _turn(standing), _waits(standing.wait)]
    return ", ".join(part for part in parts if part)


def _turn(standing: ConversationState) -> str:
    if standing.ended:
        return ""
    state = standing.turn_state.value.replace("_", " ")
    return f"turn {standing.turn} {state} ({standing.speaker})" if state != "none" else f"floor: {standing.speaker}"


def _waits(wait: Wait | None) -> str:
    if wait is None:
        return ""
    if wait.person:
        return "waits for a person"
    return (
        f"waits for {wait.mode.value} of {', '.join(map(str, wait.tasks))}" if wait.tasks else "waits for nothing more"
    )


def _effect(effect: Effect) -> str:
    name = type(effect).__name__
    match effect:
        case Post(kind=kind):
            return f"{name} {kind.value}"
        case OpenApproval(kind=kind):
            return f"{name} {kind.value}"
        case LapseApprovals(scope=scope):
            return f"{name} {scope.value}"
        case EndTeam(verdict=verdict):
            return f"{name} {verdict.value if verdict else 'stopped'}"
        case _:
            return name
