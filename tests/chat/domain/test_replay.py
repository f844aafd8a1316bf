"""The frames of a goal that is played again."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.replay import LONGEST_GAP, SHORTEST_GAP, PlayedEvent, Tick, frames_of, tick_of
from apps.teams.events import TeamEvent

BEGAN = datetime(2026, 11, 23, 12, tzinfo=UTC)


def after(seconds, seq=1, kind=TeamEvent.TASK_CHANGED, **more):
    return PlayedEvent(seq, BEGAN + timedelta(seconds=seconds), kind, **more)


def test_long_gaps_are_closed_and_what_came_at_once_can_be_seen():
    found = frames_of([after(0, 1), after(0.01, 2), after(2, 3), after(3600, 4)])
    assert [frame.seconds for frame in found] == [SHORTEST_GAP, 1.99, LONGEST_GAP, LONGEST_GAP]


def test_what_happened_in_one_moment_is_one_frame_but_for_what_is_marked():
    asked = after(0, 2, TeamEvent.APPROVAL_ASKED, about="Send it?")
    found = frames_of([after(0, 1), asked, after(0, 3), after(0, 4)])
    assert [(frame.seq, frame.tick, frame.about) for frame in found] == [(2, Tick.ASKED, "Send it?"), (4, None, "")]


def test_what_is_marked():
    marked = {
        after(0, kind=TeamEvent.APPROVAL_DECIDED): Tick.DECIDED,
        after(0, kind=TeamEvent.TEAM_FORMED): Tick.TEAM,
        after(0, kind=TeamEvent.GOAL_ENDED): Tick.CONCLUDED,
        after(0, state="failed"): Tick.FAILED,
        after(0, state="done"): None,
        after(0, kind=None, by_person=True): Tick.SAID,
        after(0, kind=None): None,
    }
    assert {event: tick_of(event) for event in marked} == marked


events = st.lists(st.tuples(st.floats(0, 5), st.sampled_from(list(TeamEvent)), st.booleans()), max_size=60)


@given(events, st.integers(4, 20))
def test_however_many_events_frames_stay_few_in_order_and_end_with_the_last(told, most):
    moment, made = 0.0, []
    for seq, (gap, kind, failed) in enumerate(told, start=1):
        moment += gap
        made.append(after(moment, seq, kind, state="failed" if failed else "done"))
    found = frames_of(made, most)
    numbers = [frame.seq for frame in found]
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= most
    assert not made or numbers[-1] == made[-1].seq
    assert all(SHORTEST_GAP <= frame.seconds <= LONGEST_GAP for frame in found)
