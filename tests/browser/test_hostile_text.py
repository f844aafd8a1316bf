"""What people and agents write is shown, never run."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

HOSTILE = """<script>window.ran = "script"</script>
<img src="x" onerror="window.ran = 'onerror'">
<div hx-get="/settings/" hx-trigger="load" hx-target="#main">swap</div>
[press me](javascript:window.ran='link')
<style>body { display: none }</style>
<iframe src="/settings/"></iframe>
**the end**"""


def test_hostile_markup_in_a_message_is_shown_and_runs_nothing(begin):
    room = begin("Build a wooden table for the hall.")
    room.product.post(f"/teams/{room.team}/messages", {"text": HOSTILE}, room.token)

    said = room.page.locator("#log > li.msg.kind-say").filter(has=room.page.locator("strong", has_text="the end"))
    expect(said).to_be_visible()
    expect(said.locator(".prose")).to_contain_text("<script>")
    expect(said.locator("script, iframe, style, [onerror], [hx-get], a[href^=javascript]")).to_have_count(0)
    room.page.reload()
    expect(said).to_be_visible()
    assert room.page.evaluate("window.ran") is None
    expect(room.page.locator("#main")).to_contain_text("the end")


def test_hostile_markup_in_a_goal_is_shown_and_runs_nothing_anywhere(begin):
    goal = "Plant trees <img src=x onerror=\"window.ran='goal'\"> & 'quotes'"
    room = begin(goal)

    for url in (room.url, f"{room.url}?view=map", room.product.url):
        room.page.goto(url)
        expect(room.page.locator("#main")).to_contain_text("Plant trees")
        assert room.page.evaluate("window.ran") is None
        expect(room.page.locator("#main img[onerror]")).to_have_count(0)
