"""Why a conversation waits, in words for whoever runs the installation."""

from dataclasses import dataclass

from apps.chat.domain.states import TurnState
from apps.teams.domain.wait_reasons import FREE, Cause, TeamHold, Why, list_task_numbers, quote_words


@dataclass(frozen=True)
class TalkStands:
    """A conversation that has not ended. Times are in seconds from now, negative for the past."""

    turn_state: TurnState
    hold: TeamHold = FREE
    start: float = 0.0  # when a turn that is due may be taken
    lease: float | None = None  # of the turn in flight
    tasks: tuple[int, ...] = ()  # that it waits for
    full: bool = False  # its goal is not begun, and as many run as may
    question: str = ""  # what a person was asked and has not answered


def why_talk(talk: TalkStands) -> Why:
    """Why nobody has said anything for a while."""
    if talk.turn_state is TurnState.IN_FLIGHT:
        return _in_flight(talk)
    if held := talk.hold.why():
        return held
    if talk.turn_state is TurnState.DUE:
        return _due(talk)
    if talk.question:
        return Why(Cause.PERSON, f"It waits for a person: {quote_words(talk.question)}.")
    if talk.tasks:
        return Why(Cause.WORK, f"It waits for {list_task_numbers(talk.tasks)}.")
    return Why(Cause.PERSON, "It waits for a person's word.")


def _in_flight(talk: TalkStands) -> Why:
    if talk.lease is None or talk.lease < 0:
        return Why(Cause.HUB, "The worker that takes its turn let the lease run out; no sweep has taken it back.")
    return Why(Cause.AGENT, "The voice of whoever holds the floor was asked and has not answered.")


def _due(talk: TalkStands) -> Why:
    if talk.full:
        return Why(Cause.BUDGET, "As many goals run as may at one time: it begins when one of them ends.")
    if talk.start > 0:
        return Why(Cause.AGENT, f"The voice gave no answer; it is asked again in {talk.start:.0f} s.")
    return Why(Cause.HUB, "No worker has taken its turn: all are at their limit, or none runs.")
