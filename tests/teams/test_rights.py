"""Rights only get fewer on the way down: no words and no agent between permit what was not permitted without."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from apps.accounts.domain.approval_policy import AskedFor
from apps.accounts.domain.origins import Authority, OriginKind
from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.reach import Reach
from apps.teams.domain.authority import AgentStanding, CallRequest, PermitVerdict, judge

STRICT = {PermitVerdict.GO: 0, PermitVerdict.ASK: 1, PermitVerdict.REFUSE: 2}
standings = st.builds(
    AgentStanding, handle=st.sampled_from(["a", "b"]), trust=st.sampled_from(Trust), named=st.booleans(),
    granted=st.booleans(),
)  # fmt: skip
requests = st.builds(
    CallRequest,
    origin=st.builds(
        Authority, kind=st.sampled_from(OriginKind), name=st.just("Ann"), lost=st.sampled_from(["", "Ann has left"])
    ),
    handle=st.just("called"),
    reach=st.sampled_from(Reach),
    askers=st.sampled_from(Askers),
    asker=st.none() | standings,
    heard=st.lists(standings, max_size=3).map(tuple),
    invited=st.booleans(),
    asked_for=st.frozensets(st.sampled_from(AskedFor)),
)


def strictness(request):
    return STRICT[judge(request).verdict]


@given(requests, standings)
def test_one_more_whose_words_go_along_never_permits_more(request, one):
    assert strictness(replace(request, heard=(*request.heard, one))) >= strictness(request)


@given(requests, standings)
def test_an_agent_that_asks_by_itself_may_no_more_than_the_people_behind_it(request, asker):
    assert strictness(replace(request, asker=asker)) >= strictness(replace(request, asker=None))


@given(requests, st.sampled_from(AskedFor))
def test_a_workspace_that_wants_leave_for_more_never_permits_more(request, kind):
    assert strictness(replace(request, asked_for=request.asked_for | {kind})) >= strictness(request)


@given(requests)
def test_nothing_of_what_a_workspace_wants_leave_for_goes_unasked(request):
    assert strictness(request) > 0 or not request.asked_for


@given(requests)
def test_what_nobody_stands_behind_any_more_is_refused_however_it_came_about(request):
    lost = replace(request, origin=replace(request.origin, lost="Ann has left"))
    assert judge(lost).verdict is PermitVerdict.REFUSE


@given(requests)
def test_a_grant_less_and_a_trust_less_never_permit_more(request):
    def lower(standing):
        return replace(standing, named=False, granted=False, trust=Trust.UNTRUSTED)

    lowered = replace(request, asker=request.asker and lower(request.asker), heard=tuple(map(lower, request.heard)))
    assert strictness(lowered) >= strictness(request)
