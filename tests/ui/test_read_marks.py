"""How far somebody has read a room: kept for them on every device, and never less than before."""

import json
import re
from html import unescape
from itertools import pairwise
from uuid import uuid4

import pytest
from django.urls import reverse

from apps.accounts.queries import actor_for
from apps.chat.actions.read_marks import mark_read
from apps.chat.models import Message
from apps.chat.queries.read_marks import read_marks
from tests import factories


@pytest.fixture
def said(world):
    """The messages of the root team's room, in order."""
    return list(Message.objects.filter(conversation__team=world.root.team.pk).order_by("number"))


def read(client, world, seq, team=None):
    team = team or world.root.team.pk
    return client.post(
        reverse("seen"), {"goal": world.goal.pk, "team": team, "read": seq}, headers={"HX-Request": "true"}
    )


def marked(page):
    attributes = dict(re.findall(r'data-(read|marks)="([^"]*)"', page.content.decode()))
    return int(attributes["read"]), json.loads(unescape(attributes["marks"]))


def test_a_room_that_nobody_has_read_has_no_mark(signed_in, world):
    assert marked(signed_in.get(reverse("room", args=[world.goal.pk]))) == (0, {})


def test_what_was_read_on_one_device_is_read_on_the_next(signed_in, client, world, said):
    assert read(signed_in, world, said[2].event_seq).status_code == 200
    client.force_login(world.owner)
    seq, marks = marked(client.get(reverse("room", args=[world.goal.pk])))
    assert seq == said[2].event_seq
    assert marks == {str(world.root.team.pk): said[2].number}
    below = marked(client.get(reverse("room", args=[world.goal.pk]) + f"?team={world.find.team.pk}"))
    assert below == (0, marks)


def test_a_mark_between_two_messages_is_that_of_the_first(world, said):
    actor = actor_for(world.owner)
    gap = next(one for one, then in pairwise(said) if then.event_seq > one.event_seq + 1)
    mark_read(actor, world.root.team.pk, gap.event_seq + 1)
    assert read_marks(actor, world.goal.pk)[world.root.team.pk] == (gap.number, gap.event_seq)


def test_who_scrolls_back_has_not_read_less(world, said):
    actor = actor_for(world.owner)
    for one in (said[3], said[1]):
        mark_read(actor, world.root.team.pk, one.event_seq)
    assert read_marks(actor, world.goal.pk)[world.root.team.pk].number == said[3].number


def test_nobody_reads_for_somebody_else(world, said):
    mark_read(actor_for(world.owner), world.root.team.pk, said[1].event_seq)
    assert read_marks(actor_for(world.operator), world.goal.pk) == {}


@pytest.mark.parametrize("seq", ["", "x", "-1", "1.5", "٣", "9" * 40])
def test_what_is_no_place_in_a_goal_marks_nothing(signed_in, world, seq):
    assert read(signed_in, world, seq).status_code == 200
    assert read_marks(actor_for(world.owner), world.goal.pk) == {}


def test_a_room_that_one_may_not_see_is_not_there(client, world, said):
    client.force_login(factories.person(factories.workspace("Elsewhere")))
    assert client.post(reverse("seen"), {"team": world.root.team.pk, "read": said[1].event_seq}).status_code == 404
    assert read(client, world, said[1].event_seq, uuid4()).status_code == 404
