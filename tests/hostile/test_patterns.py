"""No regular expression of ours takes more than linear time, whatever text it is given (R15)."""

import gc
import re
import time
from functools import partial

import pytest

from apps.agents.builtin.calculator.recognition import _WORDS as IN_WORDS
from tests.hostile.patterns import Unknown, Used, hostile, patterns

pytestmark = pytest.mark.thorough

LENGTHS = (16, 64, 512, 8192)
"""Characters; the short ones stop a pattern of exponential time before it holds the test."""
START, EACH = 0.003, 1.5e-6
"""Seconds of CPU for a text and for each of its characters; what takes more is compared with a quarter of it."""
LINEAR = 8
"""Times the cost of a quarter of the text: a linear pattern takes 4 times as much, a quadratic one 16 times."""

SAMPLES = {  # patterns that are put together when the code runs
    "apps.agents.builtin.calculator.recognition:_in_signs": [re.compile(words, re.IGNORECASE) for words, _ in IN_WORDS],
    "apps.agents.builtin.tables.delimited:_records": [re.compile(rf'(?:^|{re.escape(mark)}) *"') for mark in ",\t;|"],
    "apps.agents.gateway.redaction:chunks": [],  # of bytes: our own secrets, as they are
}


def known():
    """Each pattern with its uses."""
    for each in patterns():
        if isinstance(each, Used):
            yield each
        else:
            yield from (Used(each.place, sample, each.uses) for sample in SAMPLES.get(each.place, []))


KNOWN = list(known())
QUADRATIC = Used("here", re.compile(r"\s*,"), frozenset(["search"]))
CUBIC = Used("here", re.compile(r" {0,3}#{1,6}\s+(.+?)\s*#*\s*"), frozenset(["fullmatch"]))
EXPONENTIAL = Used("here", re.compile(r"(?:\w+\s?)*!"), frozenset(["match"]))


@pytest.fixture(autouse=True)
def no_garbage_is_collected_meanwhile():
    gc.disable()
    yield
    gc.enable()


def test_every_pattern_that_is_put_together_later_has_a_sample_here():
    assert {each.place for each in patterns() if isinstance(each, Unknown)} == set(SAMPLES)


def test_every_pattern_is_used_in_some_way_that_is_tested():
    assert [each.place for each in KNOWN if not each.uses] == []


@pytest.mark.parametrize("used", [QUADRATIC, CUBIC, EXPONENTIAL], ids=["quadratic", "cubic", "exponential"])
def test_this_test_finds_a_pattern_that_is_not_linear(used):
    assert dear_texts(used)


@pytest.mark.parametrize("used", KNOWN, ids=[f"{each.place}-{number}" for number, each in enumerate(KNOWN)])
def test_a_hostile_text_costs_a_pattern_no_more_than_its_length(used):
    assert dear_texts(used) == []


def dear_texts(used):
    """The first text that is too dear, for each use of the pattern."""
    return [f"{use} of {text[:40]!r}... ({len(text)})" for use in sorted(used.uses) for text in first_dear(used, use)]


def first_dear(used, use):
    run = partial(apply, used.pattern, use)
    texts = (pair for length in LENGTHS for pair in _with_a_quarter(used.pattern, length))
    return next(([text] for text, quarter in texts if is_dear(run, text, quarter)), [])


def _with_a_quarter(pattern, length):
    return zip(hostile(pattern, length), hostile(pattern, length // 4), strict=True)


def is_dear(run, text, quarter):
    """Whether it takes long each of three times, and much longer than its length explains.

    Time alone says nothing where other work shares the machine.
    """
    return all(_is_long(run, text) and cost(run, text) > LINEAR * cost(run, quarter) for _ in range(3))


def _is_long(run, text):
    return cost(run, text) > START + EACH * len(text)


def cost(run, text):
    start = time.thread_time()
    run(text)
    return time.thread_time() - start


def apply(pattern, use, text):
    if use in ("sub", "subn"):
        getattr(pattern, use)("", text)
    elif use == "finditer":
        list(pattern.finditer(text))
    else:
        getattr(pattern, use)(text)
