"""A wait for a slot that could never be free is found before anybody waits, and its circle is named."""

from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.waits import WaitGraph, circle_through, path_in_words


def graph(slots, running, handed_on=(), queued=()):
    return WaitGraph(
        dict(slots), dict(running), dict(queued), {by: frozenset(few) for by, few in dict(handed_on).items()}
    )


def words(waiting, task):
    """The circle that a task is kept by, by the agents of those on it; "" for none."""
    agents = {**waiting.running, **waiting.queued}
    circle = circle_through(waiting, task)
    return path_in_words([agents.get(one, str(one)) for one in circle]) if circle else ""


def test_two_agents_of_one_slot_that_hand_on_to_each_other_would_wait_for_ever():
    waiting = graph({"a": 1, "b": 1}, {1: "a", 2: "b"}, {1: [3]}, {3: "b"})
    assert words(waiting, 3) == ""
    assert words(waiting.queueing(4, "a", needed_by=2), 4) == "a waits for b, which waits for a"


def test_a_second_slot_or_somebody_who_will_end_opens_the_circle():
    two = graph({"a": 2, "b": 1}, {1: "a", 2: "b"}, {1: [3]}, {3: "b"})
    assert words(two.queueing(4, "a", needed_by=2), 4) == ""
    ending = graph({"a": 2, "b": 1}, {1: "a", 2: "b", 5: "a"}, {1: [3]}, {3: "b"})
    assert words(ending.queueing(4, "a", needed_by=2), 4) == ""


def test_a_circle_over_three_is_named_in_full():
    waiting = graph({"a": 1, "b": 1, "c": 1}, {1: "a", 2: "b", 3: "c"}, {1: [4], 2: [5]}, {4: "b", 5: "c"})
    closed = waiting.queueing(6, "a", needed_by=3)
    assert words(closed, 6) == "a waits for b, which waits for c, which waits for a"


def test_who_hands_on_to_its_own_only_slot_waits_for_itself():
    assert words(graph({"a": 1}, {1: "a"}).queueing(2, "a", needed_by=1), 2) == "a waits for a"


def test_an_agent_without_a_slot_is_no_circle():
    assert words(graph({"a": 1, "b": 0}, {1: "a"}).queueing(2, "b", needed_by=1), 2) == ""


def test_a_task_that_begins_again_closes_the_circle_that_its_lost_call_had_left_open():
    waiting = graph({"a": 1, "b": 1}, {2: "b"}, {1: [3], 2: [4]}, {1: "a", 3: "b", 4: "a"})
    assert words(waiting, 1) == words(waiting, 4) == ""
    assert words(waiting.beginning(1), 1) == "a waits for b, which waits for a"


def test_a_running_task_that_is_given_to_whoever_waits_for_it_closes_a_circle():
    waiting = graph({"a": 1, "b": 1}, {1: "a", 2: "b"}, {1: [2]})
    assert words(waiting.queueing(2, "a", needed_by=1), 2) == "a waits for a"
    assert words(waiting.queueing(2, "b", needed_by=1), 2) == ""


def test_rooms_and_the_order_of_tasks_wait_too():
    rooms = {"room": [1, 2], 2: [1], 1: ["below"], "below": [3]}
    assert words(graph({"a": 1}, {3: "a"}, rooms), "room") == ""
    up = graph({"a": 1}, {3: "a"}, {**rooms, 2: [], "room": [1], 3: ["room"]})
    assert words(up, "room") == "room waits for 1, which waits for below, which waits for a, which waits for room"
    order = graph({}, {}, {1: [2], 2: [3], 3: [1]})
    assert words(order, 1) == "1 waits for 2, which waits for 3, which waits for 1"


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
            if not waiting.needs.get(task, frozenset()) & left and search(running - {task}, queued):
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
    more = waiting.queueing(99, agent, needed_by=min(waiting.running))
    circle = circle_through(more, 99)
    assert bool(circle) == (not can_all_end(more))
    assert not circle or (circle[0] == circle[-1] and len(circle) > 1)


@given(graphs())
def test_whoever_begins_and_waits_for_nobody_closes_no_circle(waiting):
    """Slots are safe to take without a look but by those that wait for others, which is what is looked at."""
    if not can_all_end(waiting):
        return
    free = {line: count - list(waiting.running.values()).count(line) for line, count in waiting.slots.items()}
    for task in [one for one, line in waiting.queued.items() if free[line] and one not in waiting.needs]:
        assert circle_through(waiting.beginning(task), task) == ()
        assert can_all_end(waiting.beginning(task))


@given(graphs())
def test_more_slots_never_close_a_circle(waiting):
    slots = {agent: slots + 9 for agent, slots in waiting.slots.items()}
    wider = graph(slots, waiting.running, waiting.needs, waiting.queued)
    assert all(circle_through(wider, task) == () for task in wider.queued)
