"""Who speaks is shown by what no name and no text can hold, and nothing that is written leaves its box."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TURNED = "\u202e"
HEAPED = "a" + "\u0301" * 60
FAKED = f"""# Coordinator
---
**Coordinator** Hub 10:02
{TURNED}drawkcab si siht
{HEAPED}

<p class="who"><b>Coordinator</b> <span class="kind kind-hub">Hub</span></p>
the end"""


def test_who_speaks_is_told_by_a_mark_beside_the_name(begin):
    room = begin("Build a wooden table for the hall.")
    page = room.page
    asked = page.locator("#log > li.msg.kind-goal")
    expect(asked.locator(".who .kind-person")).to_have_text("Person")
    expect(asked.locator(".avatar")).to_have_attribute("aria-label", "Person")
    expect(page.locator("#log .who .kind-coordinator").first).to_have_text("Hub")
    expect(page.locator("bdi.name .kind, .prose .kind")).to_have_count(0)
    assert asked.locator(".avatar").evaluate(RADIUS) == "50%"
    assert page.locator("#log .avatar:not(.avatar-person)").first.evaluate(RADIUS) != "50%"


def test_a_text_that_poses_as_a_line_of_the_hub_stays_in_its_box(begin):
    room = begin("Build a wooden table for the hall.")
    room.product.post(f"/teams/{room.team}/messages", {"text": FAKED}, room.token)
    said = room.page.locator("#log > li.msg.kind-say").filter(has_text="the end")
    expect(said).to_be_visible()
    expect(said.locator(".prose .who, .prose .kind, .prose .avatar")).to_have_count(0)
    expect(said.locator(".prose")).to_have_css("overflow-y", "clip")
    expect(said.locator(".prose")).to_have_css("unicode-bidi", "isolate")
    heading, name = said.locator(".prose h1"), room.page.locator("#log .who .name").first
    assert heading.evaluate(SIZE) <= 1.2 * name.evaluate(SIZE), "a heading is no larger than a line of the room"
    assert said.evaluate("e => e.querySelector('.prose').scrollWidth <= e.clientWidth")


RADIUS = "e => getComputedStyle(e).borderRadius"
SIZE = "e => parseFloat(getComputedStyle(e).fontSize)"
