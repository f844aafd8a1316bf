"""The command palette offers pages, actions and what a search finds; the frame of every page has it."""

from html.parser import HTMLParser

import pytest


class Options(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        if held.get("role") == "option":
            self.found.append([held.get("data-url") or held["data-act"], ""])

    def handle_data(self, data):
        if self.found:
            self.found[-1][1] += " ".join(data.split())


def offered(browser, text=""):
    parser = Options()
    parser.feed(browser.get("/search/palette/", {"q": text}).content.decode())
    return dict(parser.found)


@pytest.mark.parametrize("url", ["/", "/agents/", "/search/", "/settings/", "room"])
def test_every_page_has_the_palette_and_the_keys(signed_in, world, url):
    html = signed_in.get(url if url != "room" else f"/goals/{world.goal.pk}/").content.decode()
    assert 'id="palette"' in html
    assert 'id="keyboard"' in html


def test_nobody_who_is_not_signed_in_has_it(client, db):
    assert 'id="palette"' not in client.get("/sign-in/").content.decode()


def test_without_a_word_it_offers_pages_actions_and_the_newest_goals(signed_in, world):
    found = offered(signed_in)
    assert {"/", "/agents/", "/settings/", "theme", "keys"} <= set(found)
    assert any(url.startswith("/goals/") for url in found)


def test_a_page_is_found_by_another_word_for_it(signed_in):
    assert "/agents/" in offered(signed_in, "direc")
    assert "theme" in offered(signed_in, "night")


def test_a_goal_and_an_agent_are_found_by_their_words(signed_in, world):
    assert f"/goals/{world.goal.pk}/" in offered(signed_in, "annual reve")
    assert "/agents/contour/" in offered(signed_in, "contour")


def test_messages_of_one_room_are_told_apart_by_what_was_found_in_them(signed_in, world):
    for text in ("The **zeppelin** leaves at nine.", "No zeppelin flies in the storm."):
        world.root.say(world.root.members["scribe"], text)
    labels = [label for url, label in offered(signed_in, "zeppelin").items() if "#e" in url]
    assert sorted("leaves at nine" in label for label in labels) == [False, True]
    assert sorted("flies in the storm" in label for label in labels) == [False, True]


def test_who_may_only_look_is_offered_nothing_to_do(as_viewer):
    found = offered(as_viewer)
    assert "/agents/-/" not in found
    assert "/#goal" not in found
    assert "/agents/" in found


@pytest.mark.parametrize("text", ["chart-maker", "\x00'\"", "(", "*", "a" * 5000, "💥"])
def test_no_text_breaks_it(signed_in, text):
    assert signed_in.get("/search/palette/", {"q": text}).status_code == 200
