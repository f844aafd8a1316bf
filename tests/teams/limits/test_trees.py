"""Over a whole tree of teams nothing is created: granted is what is left, and what is spent is spent above too."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from apps.teams.domain.limits import Limits, Spent, exhausted_limit, extend_grant, least_grant
from tests.teams.limits.test_limits import LIMITS

NAMES = ("turns", "tokens", "money", "minutes")
CALL = Spent(turns=1, tokens=700, money=0.25, teams=0)
"""What one call costs at most."""


@dataclass
class Node:
    """A team: its grant, what it and all below it spent, and its calls in flight, which were paid by nobody yet."""

    grant: Limits
    above: "Node | None" = None
    spent: Spent = field(default_factory=Spent)
    flying: int = 0
    below: list["Node"] = field(default_factory=list)

    @property
    def line(self):
        """The team and all above it, root last."""
        return [self, *(self.above.line if self.above else ())]

    def book(self, cost):
        for one in self.line:
            one.spent = one.spent.plus(cost)

    def grantable(self):
        return least_grant([(one.grant, one.spent) for one in self.line])


def may_step(team):
    """As the engine asks before a step: the goal's limits bind; a grant that is used up gets what those above have."""
    if exhausted_limit(team.line[-1].grant, team.line[-1].spent):
        return False
    for one in reversed(team.line[:-1]):
        if exhausted_limit(one.grant, one.spent):
            rest = one.above.grantable()
            if rest is None:
                return False
            one.grant = Limits.model_validate(extend_grant(one.grant, one.spent, rest).model_dump())  # as it is read
    return True


def granted(grant, name):
    limit = getattr(grant, name)
    return float("inf") if limit is None else limit


def left(team, name):
    return granted(team.grant, name) - getattr(team.spent, name)


STEPS = st.lists(
    st.tuples(st.sampled_from(["form", "begin", "end", "end"]), st.integers(0, 50), st.floats(0, 1)), max_size=60
)


TIGHT = st.builds(
    Limits,
    turns=st.none() | st.integers(1, 6),
    tokens=st.none() | st.integers(1, 3000),
    money=st.none() | st.floats(0.01, 1.5),
    depth=st.integers(0, 3),
    teams=st.integers(1, 5),
)


@settings(max_examples=300, deadline=None)
@given(LIMITS | TIGHT, STEPS)
def test_no_path_down_a_tree_creates_money_turns_or_tokens(limits, steps):
    root = Node(limits)
    teams, most_flying = [root], 0
    for kind, which, share in steps:
        team = teams[which % len(teams)]
        if kind == "form":
            grant = team.grantable()
            if grant is not None and team.grant.depth > 0 and may_step(team):
                assert all(granted(grant, name) <= left(one, name) + 1e-6 for name in NAMES for one in team.line)
                assert grant.depth == team.grant.depth - 1
                child = Node(grant, team)
                team.below.append(child)
                teams.append(child)
        elif kind == "begin" and may_step(team):
            assert all(left(root, name) > 0 for name in NAMES)
            team.flying += 1
            most_flying = max(most_flying, sum(one.flying for one in teams))
        elif kind == "end" and team.flying:
            team.flying -= 1
            team.book(Spent(turns=1, tokens=int(CALL.tokens * share), money=CALL.money * share, teams=0))
    for one in teams:
        below = {name: sum(getattr(few.spent, name) for few in one.below) for name in NAMES}
        assert all(getattr(one.spent, name) + 1e-6 >= below[name] for name in NAMES)
    overrun = {name: -left(root, name) for name in ("turns", "tokens", "money")}
    assert all(overrun[name] <= most_flying * getattr(CALL, name) + 1e-6 for name in overrun)
