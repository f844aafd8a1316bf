"""A wait for a slot that could never be free is found before anybody waits, and its circle is named."""

from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.waits import WaitGraph, circle_through


def graph(slots, running, handed_on=(), queued=()):
    return WaitGraph(
        dict(slots), dict(running), dict(queued), {by: frozenset(few) for by, few in dict(handed_on).items()}
    )


def test_two_agents_of_one_slot_that_hand_on_to_each_other_would_wait_for_ever():
    waiting = graph({"a": 1, "b": 1}, {1: "a", 2: "b"}, {1: [3]}, {3: "b"})
    assert circle_through(waiting, 3) == ()
    assert circle_through(waiting.with_task(4, "a", by=2), 4) == ("a", "b", "a")


def test_a_second_slot_or_somebody_who_will_end_opens_the_circle():
    two = graph({"a": 2, "b": 1}, {1: "a", 2: "b"}, {1: [3]}, {3: "b"})
    assert circle_through(two.with_task(4, "a", by=2), 4) == ()
    ending = graph({"a": 2, "b": 1}, {1: "a", 2: "b", 5: "a"}, {1: [3]}, {3: "b"})
    assert circle_through(ending.with_task(4, "a", by=2), 4) == ()


def test_a_circle_over_three_is_named_in_full():
    waiting = graph({"a": 1, "b": 1, "c": 1}, {1: "a", 2: "b", 3: "c"}, {1: [4], 2: [5]}, {4: "b", 5: "c"})
    assert circle_through(waiting.with_task(6, "a", by=3), 6) == ("a", "b", "c", "a")


def test_who_hands_on_to_its_own_only_slot_waits_for_itself():
    assert circle_through(graph({"a": 1}, {1: "a"}).with_task(2, "a", by=1), 2) == ("a", "a")


def test_an_agent_without_a_slot_is_no_circle():
    assert circle_through(graph({"a": 1, "b": 0}, {1: "a"}).with_task(2, "b", by=1), 2) == ()


agents = st.integers(0, 3)


@st.composite
def graphs(draw):
    slots = {agent: draw(st.integers(1, 2)) for agent in range(4)}
    running, free = {}, dict(slots)
    for task in range(draw(st.integers(0, 6))):
        agent = draw(agents)
        if free[agent]:
            free[agent] -= 1
            running[task] = agent
    queued = {10 + at: draw(agents) for at in range(draw(st.integers(0, 4)))}
    handed = {}
    if running:
        for task in queued:
            handed.setdefault(draw(st.sampled_from(sorted(running))), set()).add(task)
    return graph(slots, running, handed, queued)


def can_all_end(waiting):
    """Whether some order of beginnings and ends brings everything to its end, found by trying each."""
    seen = set()

    def search(running, queued):
        if not running and not queued:
            return True
        if (running, queued) in seen:
            return False
        seen.add((running, queued))
        left = running | queued
        for task in running:
            if not waiting.handed_on.get(task, frozenset()) & left and search(running - {task}, queued):
                return True
        busy = {**waiting.running, **waiting.queued}
        for task in queued:
            taken = sum(busy[one] == busy[task] for one in running)
            if taken < waiting.slots[busy[task]] and search(running | {task}, queued - {task}):
                return True
        return False

    return search(frozenset(waiting.running), frozenset(waiting.queued))


@given(graphs(), agents)
def test_a_circle_is_found_exactly_where_no_order_of_ends_helps(waiting, agent):
    if not waiting.running or not can_all_end(waiting):
        return
    more = waiting.with_task(99, agent, by=min(waiting.running))
    circle = circle_through(more, 99)
    assert bool(circle) == (not can_all_end(more))
    assert not circle or (circle[0] == circle[-1] and len(circle) > 1)


@given(graphs())
def test_more_slots_never_close_a_circle(waiting):
    slots = {agent: slots + 9 for agent, slots in waiting.slots.items()}
    wider = graph(slots, waiting.running, waiting.handed_on, waiting.queued)
    assert all(circle_through(wider, task) == () for task in wider.queued)
