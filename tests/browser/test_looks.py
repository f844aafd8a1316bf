"""How pages look and move: the map, narrow screens, dark colours."""

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

pytestmark = pytest.mark.browser

LUMINANCE = """() => {
  const [red, green, blue] = getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).map(Number);
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
}"""


CUT_OFF = """() => {
  const meant = (box) => {
    const { overflowX, textOverflow } = getComputedStyle(box);
    const scrolls = ["auto", "scroll"].includes(overflowX) && !box.matches("[data-log]");
    return (scrolls || textOverflow === "ellipsis") && box.getBoundingClientRect().right <= innerWidth + 1;
  };
  const reachable = (node) => {
    for (let box = node.parentElement; box; box = box.parentElement) if (meant(box)) return true;
    return false;
  };
  return [...document.querySelectorAll("#main a, #main button, #main p, #main img, #main textarea")]
    .filter((node) => node.getBoundingClientRect().width && node.getBoundingClientRect().right > innerWidth + 1)
    .filter((node) => !reachable(node)).map((node) => node.outerHTML.slice(0, 120));
}"""
"""What of the main part lies past the right edge of the screen, where nobody can scroll to."""


SETTINGS = ("password", "sessions", "tokens", "members", "model", "limits", "documents", "danger")


@pytest.fixture
def pages(product, finished):
    """Every kind of page, by name."""
    room = f"/goals/{finished['id']}/"
    return {
        name: product.url + path
        for name, path in {
            "home": "/",
            "room": room,
            "map": f"{room}?view=map",
            "agents": "/agents/",
            "agent": "/agents/chart-maker/",
            "joining": "/agents/-/?connector=openai",
            "editing": "/agents/chart-maker/edit/",
            "settings": "/settings/",
            **{part: f"/settings/{part}/" for part in SETTINGS},
        }.items()
    }


NAMES = ("home", "room", "map", "agents", "agent", "joining", "editing", "settings", *SETTINGS)


def test_the_map_shows_the_team_tree_and_arrow_keys_move_in_it(browse, product, finished):
    page = browse(product.sign_in)
    page.goto(f"{product.url}/goals/{finished['id']}/?view=map")
    cards = page.locator("#map a.node")
    expect(cards).to_have_count(2)
    root, below = cards.first, cards.last

    root.focus()
    page.keyboard.press("ArrowDown")
    expect(below).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(root).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    page.wait_for_url("**/?team=*")
    expect(page.locator("#app")).to_have_attribute("data-view", "room")
    assert page.locator("#app").get_attribute("data-team") != finished["team"]


def test_the_outline_is_walked_with_arrow_keys(browse, product, finished):
    page = browse(product.sign_in)
    room = Room.of(page, product, finished, product.token).open()
    items = page.locator("#outline [role=treeitem] > a")
    expect(items).to_have_count(2)

    items.first.focus()
    page.keyboard.press("ArrowDown")
    expect(items.last).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(items.last).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(items.last).to_be_visible()
    assert room.numbers()


@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_a_screen_of_390_pixels(browse, product, pages, name):
    page = browse(product.sign_in, viewport={"width": 390, "height": 844})
    page.goto(pages[name])
    expect(page.locator("#main")).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_page_follows_a_dark_system(browse, product, pages, name):
    page = browse(product.sign_in, color_scheme="dark")
    page.goto(pages[name])
    expect(page.locator("#main")).to_be_visible()

    assert page.evaluate(LUMINANCE) < 0.2


def test_a_chosen_theme_is_kept(browse, product):
    page = browse(product.sign_in, color_scheme="light")
    page.goto(product.url)
    assert page.evaluate(LUMINANCE) > 0.8

    page.get_by_role("button", name="Theme").click()
    page.reload()

    assert page.evaluate(LUMINANCE) < 0.2


def test_what_a_task_builds_on_keeps_off_its_frame_on_a_phone(browse, product, finished):
    page = browse(product.sign_in, viewport={"width": 390, "height": 844})
    tasks = product.get(f"/goals/{finished['id']}/tasks")["items"]
    page.goto(f"{product.url}/tasks/{next(one['id'] for one in tasks if one['after'])}/")
    summary = page.get_by_role("region", name="What it builds on").locator("summary").first
    room = summary.evaluate("""summary => {
        summary.append(" and then some".repeat(12));
        const words = document.createRange();
        words.selectNodeContents(summary);
        return words.getBoundingClientRect().top - summary.getBoundingClientRect().top;
    }""")
    assert room >= 3
    alone = (
        "one => { one.parentElement.parentElement.after(one.parentElement); one.parentElement.classList.add('card'); }"
    )
    inside = summary.locator(".icon").bounding_box()["x"]
    summary.evaluate(alone)
    assert page.locator(".card.fold > summary .icon").bounding_box()["x"] >= inside


def test_the_arrow_of_what_happened_since_one_left_turns_as_it_is_opened(browse, product, finished):
    product.shell(
        "from apps.chat.models import Visit; from apps.teams.models import Goal; from datetime import timedelta;"
        f"goal = Goal.objects.get(pk='{finished['id']}'); then = goal.created_at - timedelta(days=2);"
        "Visit.objects.filter(goal=goal).delete();"
        "who = {'user_id': goal.created_by_id, 'workspace_id': goal.workspace_id, 'goal': goal};"
        "Visit.objects.create(**who, seen_at=then, left_at=then)"
    )
    page = browse(product.sign_in)
    page.goto(f"{product.url}/goals/{finished['id']}/")
    arrow = page.locator("#since summary .turn")
    expect(arrow).to_have_css("transform", "none")
    page.locator("#since summary").click()
    expect(arrow).not_to_have_css("transform", "none")
