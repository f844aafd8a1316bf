"""The page on which a goal is played again."""

import json
import re

import pytest

from apps.accounts.models import User
from apps.journal.queries import last_seq
from tests.engine.conftest import task
from tests.markup import shown

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def goal(stage):
    """A goal that formed a sub-team and ended."""
    for handle in ("lead", "one", "two"):
        stage.agent(handle, {"result": "{told}"}, skill=f"skill of {handle}")
    team = {"do": "form_subteam", "title": "Table", "purpose": "Lay the table.", "needs": ["skill of one"]}
    below = [{"do": "assign", "tasks": [task("lay", "one")], "answer": "lay"}]
    stage.voices({"Lay the table.": below, "*": [team, {"do": "conclude", "answer": "Laid."}]})
    return stage.until_ended(stage.launch("A dinner for 12 people"))


@pytest.fixture
def signed_in(stage, client):
    client.force_login(User.objects.get(pk=stage.owner.user_id))
    return client


@pytest.fixture
def base(goal):
    return f"/goals/{goal.pk}/at"


@pytest.fixture
def last(goal):
    return last_seq(goal.pk)


@pytest.mark.parametrize("view", ["room", "map", "board", "timeline"])
def test_every_view_is_shown_at_every_event(signed_in, base, last, view):
    for seq in range(1, last + 1):
        answer = signed_in.get(f"{base}/{seq}/?view={view}")
        assert answer.status_code == 200
        assert f"event {seq} of {last}" in shown(answer)


def test_the_replay_begins_at_the_first_event_or_where_the_address_says(signed_in, goal, base, last):
    replay = f"/goals/{goal.pk}/replay/"
    assert signed_in.get(replay)["Location"].startswith(f"{base}/1/")
    assert signed_in.get(f"{replay}?at=3&view=map")["Location"] == f"{base}/3/?view=map"
    for wild in ("0", "-4", "x", "9" * 30):
        assert signed_in.get(f"{replay}?at={wild}")["Location"].startswith(f"{base}/1/")
    assert signed_in.get(f"{replay}?at={last + 9}")["Location"].startswith(f"{base}/{last}/")


def test_an_event_that_the_goal_does_not_have_is_not_found(signed_in, base, last):
    for seq in (0, last + 1, 10**18):
        assert signed_in.get(f"{base}/{seq}/").status_code == 404


def test_its_links_stay_at_the_same_event(signed_in, base, last):
    html = signed_in.get(f"{base}/{last}/").content.decode()
    main = html.split('id="outline"')[1].split('id="player"')[0]
    teams = re.findall(r'href="([^"]*\?team=[^"]*)"', main)
    assert teams
    assert all(link.startswith(f"{base}/{last}/") for link in teams)


def test_a_frame_is_only_the_parts_that_change(signed_in, base, last):
    html = signed_in.get(f"{base}/{last}/", **HTMX).content.decode()
    assert "<html" not in html
    targets = re.findall(r'hx-target="(#[\w-]+)"', html)
    whole = signed_in.get(f"{base}/{last}/").content.decode()
    assert all(f'id="{target[1:]}"' in whole for target in targets)


def test_its_frames_are_for_the_script_to_read(signed_in, base, last):
    html = signed_in.get(f"{base}/{last}/").content.decode()
    frames = json.loads(re.search(r'<script id="frames" type="application/json">(.*?)</script>', html)[1])
    assert all(1 <= seq <= last and seconds > 0 for seq, seconds, _ in frames)


def test_ages_do_not_tick_in_the_past(signed_in, base, last):
    html = signed_in.get(f"{base}/{last}/").content.decode()
    assert "data-since" not in html.split('id="outline"')[1].split('id="player"')[0]
