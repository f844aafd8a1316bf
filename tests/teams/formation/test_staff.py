"""Who gets which task, and the reasons of those who do not: tables of cases, then properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.profile import Availability, Candidate
from apps.teams.domain.formation import Draft, SearchResult, agents_in, staff

FIND, COUNT, DRAW = "find figures", "compute growth", "draw a chart"


def agent(handle, score=0.5, *, free=1, availability=Availability.ONLINE, completed=0):
    return Candidate(
        agent_id=f"id-{handle}",
        handle=handle,
        name=handle.title(),
        description="",
        skills=(),
        score=score,
        availability=availability,
        free_slots=free,
        goals_completed=completed,
    )


def offline(handle, score=0.9):
    return agent(handle, score, availability=Availability.OFFLINE)


def found(*candidates):
    ranked = sorted(candidates, key=lambda one: -one.score)
    return SearchResult(candidates=tuple(ranked), skills={one.agent_id: f"skill-of-{one.handle}" for one in ranked})


def staffed(pools, *, may_nest=True, needs=None, owner=None, named=None):
    draft = Draft(key="a", title="The task", owner=owner, needs=needs if needs is not None else tuple(pools))
    return staff("query", [draft], pools, named or {}, may_nest=may_nest)


def seats(staffing):
    return [(seat.need, seat.handle) for seat in staffing.record.seats]


def reasons(staffing):
    return {one.handle: one.reason for one in staffing.record.left_out}


ONE_NEED = {
    "the best match": ([agent("low", 0.4), agent("high", 0.6)], "high"),
    "a free one before a busy one": ([agent("busy", 0.9, free=0), agent("free", 0.4)], "free"),
    "a busy one where no free one covers the need": ([agent("busy", 0.5, free=0)], "busy"),
    "never an offline one": ([offline("gone"), agent("here", 0.3)], "here"),
    "a steady one before a slightly better one that failed lately": (
        [agent("shaky", 0.55, availability=Availability.UNSTABLE), agent("steady", 0.5)],
        "steady",
    ),
    "a much better one though it failed lately": (
        [agent("shaky", 0.9, availability=Availability.UNSTABLE), agent("steady", 0.4)],
        "shaky",
    ),
    "the one with the record, in a draw": ([agent("a-new", 0.5), agent("z-old", 0.5, completed=3)], "z-old"),
    "the first by handle, in a full draw": ([agent("b", 0.5), agent("a", 0.5)], "a"),
}


@pytest.mark.parametrize("case", ONE_NEED)
def test_one_need_goes_to(case):
    candidates, taken = ONE_NEED[case]
    assert seats(staffed({FIND: found(*candidates)})) == [(FIND, taken)]


def test_a_seat_names_its_need_its_skill_and_its_score():
    (seat,) = staffed({FIND: found(agent("finder", 0.42))}).tasks["a"].seats
    assert (seat.agent_id, seat.name, seat.need, seat.skill, seat.score) == (
        "id-finder",
        "Finder",
        FIND,
        "skill-of-finder",
        0.42,
    )


def test_two_needs_that_one_agent_combines_go_to_that_agent():
    pools = {FIND: found(agent("both", 0.4), agent("finder", 0.8)), COUNT: found(agent("both", 0.4))}
    staffing = staffed(pools)
    assert seats(staffing) == [(FIND, "both"), (COUNT, "both")]
    assert agents_in(staffing.tasks["a"].seats) == 1
    assert reasons(staffing) == {"finder": "lacks: compute growth"}


def test_two_needs_that_nobody_combines_go_to_a_sub_team_led_by_the_first():
    pools = {FIND: found(agent("finder")), COUNT: found(agent("counter"), agent("slow", 0.3))}
    staffing = staffed(pools)
    assert seats(staffing) == [(FIND, "finder"), (COUNT, "counter")]
    assert agents_in(staffing.tasks["a"].seats) > 1
    assert reasons(staffing) == {"slow": "better match: @counter"}


def test_the_better_of_two_who_combine_the_needs_is_taken():
    pools = {
        FIND: found(agent("first", 0.9), agent("second", 0.6)),
        COUNT: found(agent("first", 0.2), agent("second", 0.6)),
    }
    staffing = staffed(pools)
    assert seats(staffing) == [(FIND, "second"), (COUNT, "second")]
    assert reasons(staffing) == {"first": "better match: @second"}


BUSY_ALL_ROUNDER = {
    FIND: found(agent("both", 0.9, free=0), agent("finder", 0.4)),
    COUNT: found(agent("both", 0.9, free=0), agent("counter", 0.4)),
}


def test_a_busy_agent_that_combines_the_needs_makes_way_for_a_free_sub_team():
    staffing = staffed(BUSY_ALL_ROUNDER)
    assert seats(staffing) == [(FIND, "finder"), (COUNT, "counter")]
    assert reasons(staffing) == {"both": "busy: no free slot"}


def test_a_busy_agent_that_combines_the_needs_is_taken_where_teams_may_not_nest():
    assert seats(staffed(BUSY_ALL_ROUNDER, may_nest=False)) == [(FIND, "both"), (COUNT, "both")]


def test_without_nesting_needs_that_nobody_combines_are_missing():
    pools = {FIND: found(agent("finder")), COUNT: found(agent("counter"))}
    staffing = staffed(pools, may_nest=False)
    assert staffing.tasks == {}
    assert staffing.record.missing == (FIND, COUNT)
    assert reasons(staffing) == {"counter": "lacks: find figures", "finder": "lacks: compute growth"}


@pytest.mark.parametrize("pool", [found(), found(offline("gone"))], ids=["nobody", "only offline"])
def test_a_need_that_nobody_covers_is_missing_and_its_task_is_not_staffed(pool):
    staffing = staffed({FIND: found(agent("finder")), COUNT: pool})
    assert staffing.tasks == {}
    assert staffing.record.missing == (COUNT,)


def test_a_need_that_was_not_searched_is_missing():
    assert staffed({}, needs=(FIND,)).record.missing == (FIND,)


def test_an_offline_agent_is_left_out_as_offline():
    assert reasons(staffed({FIND: found(offline("gone"), agent("here"))})) == {"gone": "offline"}


def test_a_named_owner_is_taken_even_when_busy():
    staffing = staffed({}, owner="me", named={"me": agent("me", 0.1, free=0)})
    assert seats(staffing) == [("The task", "me")]
    assert staffing.record.considered == 1


def test_a_named_owner_takes_all_needs():
    pools = {FIND: found(agent("me", 0.3), agent("finder", 0.9)), COUNT: found()}
    staffing = staffed(pools, owner="me", named={"me": agent("me", 0.5)})
    assert seats(staffing) == [(FIND, "me"), (COUNT, "me")]
    assert [seat.skill for seat in staffing.record.seats] == ["skill-of-me", ""]


@pytest.mark.parametrize("named", [{}, {"me": offline("me")}], ids=["unknown", "offline"])
def test_an_owner_that_cannot_be_had_is_replaced_by_needs_else_named_missing(named):
    pools = {FIND: found(agent("finder"))}
    assert seats(staffed(pools, owner="me", named=named)) == [(FIND, "finder")]
    assert staffed({}, needs=(), owner="me", named=named).record.missing == ("The task",)


def test_the_record_counts_each_agent_once_and_keeps_the_query():
    drafts = [Draft(key="a", title="A", needs=(FIND,)), Draft(key="b", title="B", needs=(DRAW,))]
    pools = {FIND: found(agent("x"), agent("y", 0.4)), DRAW: found(agent("x", 0.3))}
    record = staff("the goal", drafts, pools, {}, may_nest=True, by_hand=True).record
    assert (record.query, record.considered, record.by_hand) == ("the goal", 2, True)
    assert [(seat.need, seat.handle) for seat in record.seats] == [(FIND, "x"), (DRAW, "x")]


def test_an_agent_named_by_nobody_is_not_needed():
    staffing = staffed({FIND: found(agent("finder"))}, named={"idle": agent("idle", 0.1)})
    assert reasons(staffing) == {"idle": "not needed"}


needs = st.sampled_from([FIND, COUNT, DRAW])
agents = st.builds(
    agent,
    st.sampled_from("abcdef"),
    st.floats(-1, 1),
    free=st.integers(0, 2),
    availability=st.sampled_from(Availability),
)
crowds = st.lists(agents, max_size=6, unique_by=lambda one: one.handle)


@st.composite
def searches(draw):
    """A crowd, and for each need the part of it that a search found."""
    crowd = draw(crowds)
    return {need: found(*(one for one in crowd if draw(st.booleans()))) for need in (FIND, COUNT, DRAW)}


drafts_of = st.lists(st.lists(needs, min_size=1, max_size=3, unique=True), min_size=1, max_size=4).map(
    lambda several: [Draft(key=str(index), title="T", needs=tuple(each)) for index, each in enumerate(several)]
)


@given(searches(), drafts_of, st.booleans())
def test_a_seat_always_covers_its_need_and_is_never_an_offline_agents(pools, drafts, may_nest):
    staffing = staff("q", drafts, pools, {}, may_nest=may_nest)
    for seat in staffing.record.seats:
        holder = {one.agent_id: one for one in pools[seat.need].candidates}[seat.agent_id]
        assert holder.availability is not Availability.OFFLINE


@given(searches(), drafts_of, st.booleans())
def test_each_draft_is_staffed_for_all_its_needs_or_has_a_missing_one(pools, drafts, may_nest):
    staffing = staff("q", drafts, pools, {}, may_nest=may_nest)
    for draft in drafts:
        if draft.key in staffing.tasks:
            assert [seat.need for seat in staffing.tasks[draft.key].seats] == list(draft.needs)
        else:
            assert set(draft.needs) & set(staffing.record.missing)


@given(searches(), drafts_of, st.booleans())
def test_everybody_considered_has_a_seat_or_a_reason(pools, drafts, may_nest):
    record = staff("q", drafts, pools, {}, may_nest=may_nest).record
    taken = {seat.handle for seat in record.seats}
    left = [one.handle for one in record.left_out]
    assert not taken & set(left)
    assert len(taken) + len(left) == record.considered
    assert all(one.reason for one in record.left_out)


@given(searches())
def test_a_sub_team_appears_only_where_no_free_agent_covers_all_needs(pools):
    free = [
        {one.agent_id for one in pools[need].candidates if one.free_slots and one.availability != "offline"}
        for need in (FIND, COUNT)
    ]
    staffing = staffed({need: pools[need] for need in (FIND, COUNT)})
    if free[0] & free[1]:
        assert agents_in(staffing.tasks["a"].seats) == 1
    elif free[0] and free[1]:
        assert agents_in(staffing.tasks["a"].seats) > 1


@given(searches(), st.floats(-1, 1))
def test_an_agent_that_combines_the_needs_makes_the_sub_team_vanish(pools, score):
    both = agent("zz", score)
    joined = {need: found(*pools[need].candidates, both) for need in (FIND, COUNT, DRAW)}
    assert agents_in(staffed(joined).tasks["a"].seats) == 1


def in_a_row(pools, *, after=("a",), owner=None, by_hand=False):
    """What becomes of two parts, the second of which comes after the first."""
    first, second = tuple(pools)
    drafts = [Draft(key="a", title="First", needs=(first,), owner=owner)]
    drafts.append(Draft(key="b", title="Second", needs=(second,), after=after))
    return staff("query", drafts, pools, {}, may_nest=True, by_hand=by_hand)


GOOD_AT_BOTH = {
    FIND: found(agent("finder", 0.6), agent("both", 0.55)),
    COUNT: found(agent("counter", 0.6), agent("both", 0.52)),
}


def test_parts_in_a_row_go_to_one_agent_that_is_good_enough_at_each():
    staffing = in_a_row(GOOD_AT_BOTH)
    assert seats(staffing) == [(FIND, "both"), (COUNT, "both")]
    assert staffing.record.why == "No team: the parts come one after the other, and @both is good enough at each."


def test_parts_are_in_a_row_in_whatever_order_they_are_listed():
    last, first = (
        Draft(key="b", title="Count", needs=(COUNT,), after=("a", "#1")),
        Draft(key="a", title="Find", needs=(FIND,)),
    )
    staffing = staff("query", [last, first], GOOD_AT_BOTH, {}, may_nest=True)
    assert seats(staffing) == [(COUNT, "both"), (FIND, "both")]
    by_two = {FIND: GOOD_AT_BOTH[FIND], COUNT: found(agent("counter"))}
    assert staff("query", [last, first], by_two, {}, may_nest=True).record.why.startswith("A team: no one agent")


@pytest.mark.parametrize(
    ("pools", "how"),
    [
        (GOOD_AT_BOTH, {"after": ()}),
        (GOOD_AT_BOTH | {COUNT: found(agent("counter", 0.9), agent("both", 0.52))}, {}),
        (GOOD_AT_BOTH | {COUNT: found(agent("counter", 0.6), agent("both", 0.58, free=0))}, {}),
        (GOOD_AT_BOTH | {COUNT: found(agent("counter", 0.6), offline("both"))}, {}),
    ],
)
def test_a_team_does_parts_that_run_side_by_side_or_that_nobody_alone_is_good_enough_at(pools, how):
    staffing = in_a_row(pools, **how)
    assert [handle for _, handle in seats(staffing)] == ["finder", "counter"]
    assert staffing.record.why.startswith("A team: ")


def test_a_single_agent_is_said_to_be_enough_and_a_team_named_by_hand_needs_no_reason():
    alone = staffed({FIND: found(agent("finder"))})
    assert alone.record.why == "No team: @finder can do all of it."
    assert in_a_row(GOOD_AT_BOTH, by_hand=True).record.why == ""
