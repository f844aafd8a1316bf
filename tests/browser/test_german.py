"""A browser that asks for German gets it: pages, what is pushed, what scripts say, days and hours; and it fits."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

GERMAN = {"locale": "de-DE", "timezone_id": "Europe/Berlin"}


@pytest.fixture
def german(enter):
    """Open the pages of somebody of the workshop in German."""

    def german(name="owner", **options):
        enter(name).close()  # signed in once, in whichever language
        return enter(name, **GERMAN, **options)

    return german


def test_the_pages_speak_german_to_a_browser_that_asks_for_it(german, product):
    page = german()
    for path, heading in {
        "/": "Woran soll ein Team arbeiten?",
        "/agents/": "Agenten",
        "/needs-you/": "Wartet auf dich",
        "/templates/": "Vorlagen",
        "/settings/": "Du",
    }.items():
        page.goto(product.url + path)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("heading", name=heading, exact=True).first).to_be_visible()


def test_two_people_look_at_one_room_and_each_is_told_live_in_their_language(german, begin):
    english = begin("Paint the walls slowly.")
    english.page.locator("#topbar").get_by_role("button", name="Pause").click()
    expect(english.state).to_contain_text("Paused")
    german_room = replace(english, page=german("viewer")).open()
    expect(german_room.state).to_contain_text("Pausiert")
    german_room.mark()
    english.say("And mind the carpet.")
    expect(german_room.page.locator("#log")).to_contain_text("And mind the carpet.")
    english.page.locator("#topbar").get_by_role("button", name="Resume").click()
    expect(english.state).to_contain_text("Done")
    expect(german_room.state).to_contain_text(re.compile("fertig", re.IGNORECASE))
    german_room.expect_never_reloaded()


def test_what_scripts_say_is_german_and_so_are_days_and_hours(german, finished, product, browse):
    browse(product.sign_in).close()
    page = browse(product.sign_in, **GERMAN)
    page.goto(f"{product.url}/goals/{finished['id']}/")
    expect(page.locator("[data-connection-word]")).to_have_text("Live")
    stamp = page.locator("#log time[data-at]").first
    assert re.match(r"\d{1,2}\.\d{1,2}\.20\d\d ", stamp.get_attribute("title"))
    page.goto(product.url)
    expect(page.locator("time[data-ago]").first).to_have_text(re.compile(r"gerade eben|vor \d+ (Min|Std)\."))


def test_a_person_chooses_a_language_whatever_the_browser_asks_for(enter, product):
    page = enter("owner")
    page.goto(product.url + "/settings/")
    page.get_by_label("Language").select_option("de")
    page.locator("form[action='/language/'] button[type=submit]").click()
    expect(page.get_by_text("Die Sprache ist gespeichert.")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_label("Sprache").select_option("")
    page.locator("form[action='/language/'] button[type=submit]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/agents/",
        "/agents/-/",
        "/needs-you/",
        "/templates/",
        "/wall/",
        "/search/",
        "/settings/",
        "/settings/model/",
    ],
)
def test_nothing_of_a_german_page_lies_past_the_edge_of_a_narrow_screen(german, product, path):
    page = german(viewport={"width": 360, "height": 800})
    page.goto(product.url + path)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_nothing_of_a_german_room_lies_past_the_edge_of_a_narrow_screen(browse, finished, product):
    browse(product.sign_in).close()
    page = browse(product.sign_in, viewport={"width": 360, "height": 800}, **GERMAN)
    for view in ("room", "map", "board", "timeline"):
        page.goto(f"{product.url}/goals/{finished['id']}/?view={view}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
