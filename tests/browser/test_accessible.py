"""What axe finds on every kind of page, on a wide screen and on a narrow one that must not scroll sideways."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the entrance."  # whose agent asks, so that something waits for a person
SCREENS = (
    ({"width": 1440, "height": 900}, "light"),
    ({"width": 1440, "height": 900}, "dark"),
    ({"width": 360, "height": 780}, "light"),
)
GRAVE = ("serious", "critical")


def addresses(goal: str, team: str, task: str) -> tuple[str, ...]:
    """Every kind of page that a member of a workspace can open."""
    room, whole = f"/goals/{goal}/", f"/teams/{team}/"
    return (
        "/",
        "/agents/",
        "/agents/carpenter/",
        "/agents/carpenter/edit/",
        "/agents/-/",
        "/templates/",
        "/templates/table-memo/",
        f"/gallery/new/?goal={goal}",
        room,
        *(f"{room}?view={view}" for view in ("map", "board", "timeline")),
        f"{room}?tab=files",
        f"{room}at/9/",
        f"{room}at/9/?view=board",
        f"{room}at/9/fork/",
        f"{room}keep/",
        f"{room}shares/preview/",
        *(f"{whole}{part}/" for part in ("steer", "members", "plan")),
        f"/tasks/{task}/",
        "/needs-you/",
        "/work/",
        "/wall/",
        "/search/?q=table",
        "/since/",
        "/settings/",
        *(
            f"/settings/{part}/"
            for part in (
                "password",
                "sessions",
                "tokens",
                "members",
                "work",
                "model",
                "limits",
                "documents",
                "notices",
                "webhooks",
                "danger",
            )
        ),
    )


ELSEWHERE = (
    "/goals/00000000-0000-0000-0000-000000000000/",
    "/no-such-page/",
    "/api/v1/docs",
    "/admin/",
    "/admin/agents/agent/",
    "/admin/accounts/user/",
)
"""What a member comes to beside the pages of the product: nothing there, the API's description, the admin."""


def faults(page: Page) -> list[str]:
    """What keeps people out: the rule, and where it is broken."""
    found = Axe().run(page).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]}" for rule in found if rule["impact"] in GRAVE for node in rule["nodes"]
    ]


def found_on(page: Page, address: str, screen: dict[str, int], look: str) -> list[str]:
    """What is wrong with one page on one screen; looks at it where it is open."""
    where = f"{screen['width']} {look} {address}"
    wide = page.evaluate("document.documentElement.scrollWidth")
    sideways = [f"{where} is {wide} wide"] if wide > screen["width"] else []
    return [f"{where} {fault}" for fault in faults(page)] + sideways


def test_a_screen_reader_hears_boundaries_and_not_every_word(begin):
    room = begin("Paint the walls of the quiet hall.")
    room.page.evaluate(
        """() => {
            window.heard = [];
            const hear = () => window.heard.push(document.getElementById("announce").textContent.trim());
            new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true });
        }"""
    )
    room.expect_state("Done")
    heard = {line for line in room.page.evaluate("window.heard") if line}
    assert any("Concluded." in line for line in heard), heard
    assert not any("The walls are painted" in line for line in heard), heard
    live = room.page.locator("#log, [data-log]").first
    assert live.get_attribute("aria-live") in (None, "off")


def test_a_room_has_one_polite_region_which_hears_that_the_line_was_lost_and_is_back(begin, watch):
    watch.allow("ERR_INTERNET_DISCONNECTED", "WebSocket", "htmx:ws:error", "Failed to fetch")
    room = begin("Build a wooden table for those who listen.")
    room.expect_state("Needs you")
    polite = room.page.locator("[role=status], [aria-live=polite]").evaluate_all(
        "all => all.filter((one) => !one.closest('dialog')).map((one) => one.id)"
    )
    assert polite == ["announce"]
    room.page.context.set_offline(True)
    expect(room.page.locator("#announce")).to_contain_text("Reconnecting")
    room.page.context.set_offline(False)
    expect(room.page.locator("#announce")).to_have_text("Live")


@pytest.mark.timeout(600)
def test_no_page_keeps_anybody_out_or_scrolls_sideways(begin, product):
    room = begin(ASKING)
    page = room.page
    expect(page.locator("#log").get_by_role("article", name="Oak or pine?")).to_be_visible()
    page.goto(f"{room.url}?view=board")
    task = page.locator("#col-you a[data-card]").get_attribute("href").strip("/").split("/")[1]
    room_address = room.url.removeprefix(product.url).strip("/")
    goal = room_address.split("/")[1]

    found = []
    for screen, look in SCREENS:
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=look)
        for address in addresses(goal, room.team, task):
            answer = page.goto(product.url + address)
            found += [] if answer.ok else [f"{address} is {answer.status}"]
            expect(page.locator("#main")).to_be_visible()
            found += found_on(page, address, screen, look)
    assert found == []


@pytest.mark.timeout(600)
def test_neither_do_the_pages_beside_the_product_and_those_that_are_not_there(demo, product, watch):
    watch.allow("404")
    found = []
    for screen, look in SCREENS:
        demo.set_viewport_size(screen)
        demo.emulate_media(color_scheme=look)
        for address in ELSEWHERE:
            demo.goto(product.url + address)
            expect(demo.get_by_role("heading").first).to_be_visible()
            found += found_on(demo, address, screen, look)
    assert found == []
