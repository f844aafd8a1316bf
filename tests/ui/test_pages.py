"""Every page answers, with what stands in the tables."""

import pytest

PAGES = ["/", "/?state=done", "/?state=nonsense&page=x", "/agents/", "/agents/?q=chart", "/agents/scribe/"]


@pytest.mark.parametrize("url", PAGES)
def test_a_page_answers(signed_in, url):
    assert signed_in.get(url).status_code == 200


def test_a_room_shows_every_kind_of_message(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    for words in (
        "Why this team",
        "3 tasks given",
        "Formed team Find the figures",
        "Send the report to the whole board?",
    ):
        assert words in html
    assert "Note, for people only" in html
    assert "Queued for the next turn" in html
    assert "Read at turn 11" in html


def test_a_map_shows_every_team(signed_in, world):
    html = signed_in.get(f"/goals/{world.goal.pk}/?view=map").content.decode()
    assert html.count('class="node') == 6
