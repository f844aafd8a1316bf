"""What the socket of the home page is sent first: what its page does not show yet."""

import re

from apps.web.rendering.page_feeds import HomeFeed
from tests import factories


def test_the_socket_sends_no_list_that_the_page_shows_already(signed_in, world):
    marks = re.findall(r'data-drawn="(\w+)"', signed_in.get("/").content.decode())
    feed = HomeFeed(world.workspace.pk, "", 1)
    assert len(marks) == 2  # what waits, and the goals
    assert re.findall('hx-target="([^"]+)"', feed.catch_up(0, marks)) == [".waiting-badge"]

    factories.small_goal(world.workspace, world.owner, "Count the windows")
    pushed = feed.catch_up(0, marks)
    assert "Count the windows" in pushed
    assert 'hx-target="#needs-you"' not in pushed
    assert 'hx-target="#needs-you"' in feed.catch_up(0)  # to a page that shows something else, all of it
