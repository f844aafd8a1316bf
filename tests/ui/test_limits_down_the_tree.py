"""Limits as a person sees them: used, own, and what the teams above have left."""

import re

import pytest

from apps.teams.domain.limits import Limits
from apps.teams.models import Team
from tests import factories
from tests.markup import one_line, shown


@pytest.fixture
def office(db, client):
    of = factories.world()
    client.force_login(of.owner)
    of.client = client
    return of


def grant(room, spent_turns, **limits):
    Team.objects.filter(pk=room.team.pk).update(
        grant=Limits(**{"turns": None, "tokens": None, "minutes": None} | limits).model_dump(),
        spent_turns=spent_turns,
        spent_tokens=0,
        spent_money=0,
    )


def spend(office, room):
    page = shown(office.client.get(f"/goals/{office.goal.pk}/?team={room.team.pk}&tab=spend"))
    return one_line(re.sub(r"<[^>]+>", " ", page))


def test_a_sub_team_says_what_the_team_above_has_left_where_that_is_less(office):
    grant(office.root, 36, turns=40)
    grant(office.find, 2, turns=20)
    page = spend(office, office.find)
    assert "2 of 20" in page
    assert f"4 left above, in {office.root.team.name}" in page


def test_it_does_not_where_its_own_limit_comes_first_or_none_is_above(office):
    grant(office.root, 10, turns=40)
    grant(office.find, 19, turns=20)
    assert "left above" not in spend(office, office.find)
    assert "left above" not in spend(office, office.root)


def test_a_team_lists_what_those_below_it_used_of_their_own(office):
    grant(office.root, 10, turns=40)
    grant(office.find, 19, turns=20)
    page = spend(office, office.root)
    assert "Teams below used / own" in page
    assert "19 / 20" in page


@pytest.mark.parametrize(("spent", "said"), [(31, ""), (32, "Near its limit: Turns"), (40, "At its limit: Turns")])
def test_from_eighty_per_cent_on_the_top_bar_names_the_limit(office, spent, said):
    grant(office.root, spent, turns=40)
    page = spend(office, office.root)
    assert [words for words in ("Near its limit: Turns", "At its limit: Turns") if words in page] == [said] * bool(said)
