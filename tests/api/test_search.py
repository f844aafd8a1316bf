"""Searching over REST finds what the page finds."""

from apps.chat.models import Message


def test_a_message_is_found_with_what_leads_to_it(viewer, world):
    (hit,) = viewer.get("/search?q=footnote+85.3&kind=message").json()["items"]
    row = Message.objects.get(text__startswith="Add a footnote")
    assert (hit["id"], hit["goal"], hit["team"]) == (str(row.pk), str(world.goal.pk), str(world.root.team.pk))
    assert (hit["number"], hit["seq"], hit["by"]) == (row.number, row.event_seq, "Yara Okafor")
    assert [hit["snippet"][begin:end] for begin, end in hit["marks"]] == ["footnote", "85", "3"]


def test_the_list_goes_on_where_it_was_left(viewer, world):
    whole = viewer.get("/search?q=report&limit=100").json()["items"]
    assert len(whole) > 3
    items, cursor = [], ""
    while cursor is not None:
        page = viewer.get(f"/search?q=report&limit=2&cursor={cursor}").json()
        items, cursor = items + page["items"], page["next"]
    assert [one["id"] for one in items] == [one["id"] for one in whole]


def test_a_cursor_is_for_the_search_that_it_came_from(viewer, world):
    cursor = viewer.get("/search?q=report&limit=1").json()["next"]
    assert viewer.get(f"/search?q=chart&limit=1&cursor={cursor}").status_code == 422


def test_a_goal_of_others_is_not_there(stranger, world):
    assert stranger.get(f"/search?q=report&goal={world.goal.pk}").status_code == 404
    assert stranger.get("/search?q=report").json()["items"] == []


def test_what_is_no_day_is_refused(viewer, world):
    for since in ("yesterday", "2026-11-09T14:05:00Z"):
        refused = viewer.get(f"/search?q=x&since={since}")
        assert (refused.status_code, refused.json()["detail"]) == (422, "since: Write a day, as in 2026-11-09.")
