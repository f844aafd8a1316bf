"""Every page answers, with what stands in the tables."""

import pytest

from apps.chat.models import Message
from apps.teams.models import Goal
from tests.markup import shown

PAGES = ["/", "/?state=done", "/?state=nonsense&page=x", "/agents/", "/agents/?q=chart", "/agents/scribe/"]


@pytest.mark.parametrize("url", PAGES)
def test_a_page_answers(signed_in, url):
    assert signed_in.get(url).status_code == 200


def test_a_room_shows_every_kind_of_message(signed_in, world):
    html = " ".join(signed_in.get(f"/goals/{world.goal.pk}/").content.decode().split())
    for words in (
        "Why this team",
        "3 of 61 considered",
        "3 tasks given",
        "Formed team Find the figures",
        "Send the report to the whole board?",
    ):
        assert words in html
    assert "Note, for people only" in html
    assert "Nobody has taken it up yet." in html
    assert "Read at turn 11" in html


def test_a_map_shows_every_team(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?view=map").content.decode()
    assert html.count('class="node') == 6


@pytest.mark.parametrize("view", ["room", "map"])
def test_a_goal_that_ended_with_what_there_was_is_done_in_part_wherever_its_state_stands(signed_in, world, view):
    goal = Goal.objects.get(outcome="partial")
    Message.objects.create(
        conversation=goal.teams.get().conversation,
        number=2,
        kind="conclusion",
        text="Two of the halls.",
        origin=goal.origin,
        created_at=goal.ended_at,
        event_seq=1,
        data={"verdict": "partial", "missing": ["the third hall"]},
    )
    home, page = shown(signed_in.get("/")), shown(signed_in.get(f"/goals/{goal.pk}/?view={view}"))
    row = home.split(f'id="g-{goal.pk}"')[1].split("</li>")[0]
    for told in (row, page):
        assert "Done in part" in told
        assert 'data-state="partial"' in told
        assert 'data-state="done"' not in told
