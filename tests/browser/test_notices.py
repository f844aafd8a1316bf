"""What waits is seen where nobody looks: in the title and icon of a tab in the background, and as a notice."""

import re
import time

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ASKING = "Build a wooden table for the hall."


@pytest.fixture
def asked(product, workshop):
    """A goal of the workshop in which an agent asks."""

    def asked(text=ASKING):
        return product.post("/goals", {"text": text}, workshop["token"])

    return asked


def put_aside(page):
    """As a browser does with a tab that is not the one in front."""
    page.evaluate(
        """() => {
            Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
            Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
            document.dispatchEvent(new Event("visibilitychange"));
            localStorage.setItem("notices.looked", "1");
        }"""
    )


def await_that(condition, what, pause=time.sleep):
    """What a condition is when it holds."""
    until = time.monotonic() + 90
    while not (held := condition()):
        assert time.monotonic() < until, f"never: {what}"
        pause(0.2)
    return held


def become(page, truth):
    """Wait until a script gives what is true; a policy without eval lets the driver wait for none by itself."""
    await_that(lambda: page.evaluate(truth), truth, lambda seconds: page.wait_for_timeout(seconds * 1000))


def await_a_question(product, token, goal):
    """Until a goal waits for a person."""
    await_that(lambda: product.get(f"/goals/{goal['id']}", token)["status"] == "needs_you", "needs_you")


def waiting(page):
    return int(re.match(r"(?:\((\d+)\) )?", page.title())[1] or 0)


def test_a_tab_in_the_background_shows_in_title_and_icon_that_something_waits(enter, product, asked):
    page = enter("owner")
    page.goto(product.url)
    expect(page.locator("#connection, .connection").first).to_contain_text("Live")
    before = waiting(page)
    put_aside(page)
    asked()
    expect(page).to_have_title(re.compile(rf"^\({before + 1}\) "), timeout=60_000)
    icon = page.locator("link[rel=icon]")
    assert icon.get_attribute("href") == icon.get_attribute("data-waiting-icon")


def test_a_page_without_a_socket_learns_it_too(enter, product, workshop, asked):
    page = enter("owner")
    await_a_question(product, workshop["token"], asked())
    page.goto(f"{product.url}/settings/notices/")
    expect(page.locator(".rail .badge-you").first).to_be_visible()
    assert waiting(page) >= 1


def test_a_page_that_is_left_open_asks_once_more_after_somebody_signed_out_and_then_no_more(enter, product, watch):
    watch.allow("401")
    page = enter("owner")
    page.clock.install()
    with page.expect_response("**/notices/new/**"):
        page.goto(f"{product.url}/settings/notices/")
    page.context.clear_cookies()
    with page.expect_response("**/notices/new/**") as answer:
        page.clock.fast_forward(61_000)
    assert answer.value.status == 401
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    for _ in range(3):
        page.clock.fast_forward(61_000)
    page.goto(f"{product.url}/sign-in/")
    assert [url for url in asked if "/notices/new/" in url] == []


def test_a_notice_is_shown_by_the_browser_while_no_page_is_looked_at(enter, product, asked):
    page = enter("owner", permissions=["notifications"])
    page.add_init_script(
        """window.noticed = [];
        const Shown = window.Notification;
        window.Notification = class extends Shown {
          constructor(title, options) {
            super(title, options);
            window.noticed.push([title, options.body]);
          }
          static get permission() { return "granted"; }
        };"""
    )
    page.goto(product.url)
    become(page, "localStorage.getItem('notices.after') !== null")
    put_aside(page)
    goal = asked()
    become(page, "window.noticed.length > 0")
    assert page.evaluate("window.noticed")[0] == ["Oak or pine?", goal["title"]]


def test_what_is_pushed_is_shown_by_the_worker_and_leads_to_its_page(enter, product):
    page = enter("owner", permissions=["notifications"])
    page.goto(f"{product.url}/settings/notices/")
    session = page.context.new_cdp_session(page)
    active = []
    session.on(
        "ServiceWorker.workerVersionUpdated",
        lambda told: active.extend(one["registrationId"] for one in told["versions"] if one["status"] == "activated"),
    )
    session.send("ServiceWorker.enable")
    page.evaluate("navigator.serviceWorker.register('/worker.js', {scope: '/'}).then(() => null)")
    await_that(lambda: active, "activated", lambda seconds: page.wait_for_timeout(seconds * 1000))
    message = '{"tag": "1", "title": "May it be sent?", "body": "Open the hall", "url": "/needs-you/"}'
    push = {"origin": product.url, "registrationId": active[-1], "data": message}

    def notices():
        # A browser that is asked for its notices forgets the one that it is about to show: it is pushed before each
        # look, and shown once, for its tag.
        session.send("ServiceWorker.deliverPushMessage", push)
        page.wait_for_timeout(500)
        return page.evaluate(
            """async () => {
                const all = await (await navigator.serviceWorker.getRegistration("/")).getNotifications();
                return all.map((one) => [one.title, one.body, one.tag, one.data.url]);
            }"""
        )

    shown = await_that(notices, "a notice shown", lambda seconds: page.wait_for_timeout(seconds * 1000))
    assert shown == [["May it be sent?", "Open the hall", "1", "/needs-you/"]]


def test_a_browser_that_the_hub_does_not_know_is_not_said_to_be_told_while_no_page_is_open(enter, product):
    page = enter("owner", permissions=["notifications"])
    page.add_init_script(
        """Object.defineProperty(Notification, "permission", { get: () => "granted" });
        ServiceWorkerContainer.prototype.getRegistration = async () => ({
          pushManager: { getSubscription: async () => ({ endpoint: "https://push.example/of-another-session" }) },
        });"""
    )
    page.goto(f"{product.url}/settings/notices/")
    expect(page.locator("[data-notices-state]")).to_have_text("Notices are shown while a page is open.")
    expect(page.get_by_role("button", name="Also while none is open")).to_be_visible()


def test_notices_are_chosen_by_the_keyboard_and_without_scripts(enter, product):
    page = enter("owner", java_script_enabled=False)
    page.goto(f"{product.url}/settings/notices/")
    page.get_by_label("A goal ended").uncheck()
    page.get_by_label("Of which goals").select_option("all")
    page.get_by_role("button", name="Save").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".note-line")).to_contain_text("It is saved.")
    expect(page.get_by_label("A goal ended")).not_to_be_checked()
    expect(page.get_by_label("Of which goals")).to_have_value("all")
    expect(page.locator("#address")).to_contain_text("This installation sends no mail")
    page.get_by_label("A goal ended").check()
    page.get_by_label("Of which goals").select_option("mine")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".note-line")).to_contain_text("It is saved.")
