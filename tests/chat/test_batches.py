"""What goes over a page's socket fits into its frames, whatever its length."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain import batches
from apps.chat.domain.batches import MOST_BYTES, batch_of, beat_of

HEAD = re.compile(r"=(\d+) (\d+)/(\d+) ", re.ASCII)


def read(frames):
    """The number of a batch and its markup, as a page reads them."""
    heads = [HEAD.match(frame) for frame in frames]
    assert [int(head[2]) for head in heads] == list(range(1, len(frames) + 1))
    assert {int(head[3]) for head in heads} == {len(frames)}
    return {head[1] for head in heads}, "".join(frame[head.end() :] for frame, head in zip(frames, heads, strict=True))


@pytest.mark.parametrize("text", ["", "<p>", "x" * 95_000, "é" * 200_000, "𝄞" * 60_000, "=1 1/1 " * 9000])
def test_a_batch_of_any_length_is_put_together_from_frames_of_bounded_size(text):
    batch = batch_of(17, text)
    assert read(batch.frames) == ({"17"}, text)
    assert max(len(frame.encode()) for frame in batch.frames) <= MOST_BYTES
    assert len(batch.frames) == max(-(-len(text.encode()) // (MOST_BYTES - 64)), 1)


@given(st.text(max_size=200), st.integers(0, 10**9))
def test_no_character_is_cut(text, number):
    pieces = batches.MOST_BYTES
    batches.MOST_BYTES = 64 + 7
    try:
        assert read(batch_of(number, text).frames) == ({str(number)}, text)
    finally:
        batches.MOST_BYTES = pieces


def test_a_heartbeat_names_the_newest_batch_and_how_far_the_goal_is():
    assert beat_of(17, 231).frames == ("~17 231",)
