"""What a plan will probably take, from what its agents took before. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """What may be expected of something, and what is seldom exceeded: the median and the 90th percentile."""

    likely: float
    high: float


@dataclass(frozen=True)
class StepRecord:
    """A step, and what its agent took for earlier tasks. `seconds` None: it has no record yet.

    `money` None: it has none, or nobody said a price. `checked`: a person looks at its result.
    """

    number: int
    after: tuple[int, ...]
    who: str
    tries: int
    seconds: Span | None
    money: Span | None
    checked: bool


@dataclass(frozen=True)
class Rehearsal:
    """What the steps of a plan that are not settled will probably take; None: nothing is known of any of them.

    `seconds`: along the longest way through the plan. `money`: US dollars. `unknown`: who has no record yet.
    `unpriced`: whose price nobody said. `answers`: how often a person is asked. `answer_seconds`: what people of the
    workspace took for an answer; None: they gave none yet. `tries`: how many earlier tries all of this is from.
    """

    seconds: Span | None
    money: Span | None
    unknown: tuple[str, ...]
    unpriced: tuple[str, ...]
    answers: int
    answer_seconds: Span | None
    tries: int


def rehearse(steps: Sequence[StepRecord], answer_seconds: Span | None) -> Rehearsal:
    """Add up what is known. What is not known counts as nothing, and is named."""
    known = [step for step in steps if step.seconds is not None]
    priced = [step.money for step in known if step.money is not None]
    return Rehearsal(
        seconds=Span(_longest(steps, "likely"), _longest(steps, "high")) if known else None,
        money=Span(sum(span.likely for span in priced), sum(span.high for span in priced)) if priced else None,
        unknown=_names(step for step in steps if step.seconds is None),
        unpriced=_names(step for step in known if step.money is None),
        answers=sum(step.checked for step in steps),
        answer_seconds=answer_seconds,
        tries=sum({step.who: step.tries for step in known}.values()),
    )


def _names(steps: Iterable[StepRecord]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(step.who for step in steps))


def _longest(steps: Sequence[StepRecord], which: str) -> float:
    """Seconds of the longest chain of steps that come after each other."""
    by_number = {step.number: step for step in steps}
    ends: dict[int, float] = {}
    for number in _in_order(by_number):
        step = by_number[number]
        begins = max((ends[before] for before in step.after if before in ends), default=0.0)
        ends[number] = begins + (getattr(step.seconds, which) if step.seconds else 0.0)
    return max(ends.values(), default=0.0)


def _in_order(steps: dict[int, StepRecord]) -> list[int]:
    """The numbers, each behind those that it comes after. The plan has no circle: changes that make one are refused."""
    order: dict[int, None] = {}
    left = sorted(steps)
    while left:
        free = [number for number in left if not set(steps[number].after) & set(left)] or left
        order.update(dict.fromkeys(free))
        left = [number for number in left if number not in order]
    return list(order)
