"""Pictures of the pages at three widths, light and dark. `make screenshots` writes them to docs/screenshots.

python -m tests.browser.screenshots [folder] [part of a name, or "tour": those of docs/tour.md alone]
"""

import contextlib
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import DEMO_GOAL
from tests.browser.product import running
from tests.browser.stage import CHROMIUM, CHROMIUM_FLAGS, ROOT, Stage, stage

SIZES = {1440: 900, 900: 1000, 390: 844}


@dataclass(frozen=True)
class Site:
    """Where it is, and the cookies of whoever looks."""

    url: str
    cookies: list[Any]


@dataclass(frozen=True)
class Told:
    """Where the pictures go, and of which a part of the name was given."""

    folder: Path
    only: str


def pages(on: Stage) -> dict[str, str]:
    """Name to path."""
    room, team = f"/goals/{on.goal}/", f"/teams/{on.team}/"
    return {
        "home": "/",
        "room": room,
        **{view: f"{room}?view={view}" for view in ("map", "board", "timeline")},
        **{tab: f"{room}?tab={tab}#inspector" for tab in ("tasks", "files", "findings", "spend", "raw")},
        "spend-table": f"{room}spend/",
        "keep": f"{room}keep/",
        "share": f"{room}shares/preview/",
        **{part: f"{team}{part}/" for part in ("steer", "members", "plan")},
        "task": f"/tasks/{on.task}/",
        "file": f"/files/{on.table}/",
        "wall": "/wall/",
        "queue": "/needs-you/",
        "work": "/work/",
        "search": "/search/?q=revenue",
        "since": "/since/",
        "agents": "/agents/",
        "agent": f"/agents/scout/?trial={on.asked}",
        "joining": "/agents/-/",
        "trial": f"/agents/-/trials/{on.looked}/",
        "editing": "/agents/scribe/edit/",
        "templates": "/templates/",
        "template": "/templates/table-memo/",
        "template-new": f"/gallery/new/?goal={on.goal}",
        "settings": "/settings/",
        **{f"settings-{part}": f"/settings/{part}/" for part in SETTINGS},
    }


SETTINGS = (
    *("password", "sessions", "tokens", "work", "notices"),
    *("workspace", "members", "model", "approvals", "limits", "documents", "registries", "webhooks", "danger"),
)
"""The pages of settings beside the first."""


def pages_of_a_run(goal: str) -> dict[str, str]:
    """Name to path of a goal that was really worked on: all its events are there to be played."""
    room = f"/goals/{goal}/"
    return {
        "answer": room,
        "replay": f"{room}at/{MIDDLE}/?view=map",
        "fork": f"{room}at/{MIDDLE}/fork/",
        "timeline-done": f"{room}?view=timeline",
        "nothing-there": "/no-such-page/",
    }


MIDDLE = 40
"""An event in the middle of that goal, when its teams are at work."""


def complain(problem: object) -> None:
    """What a page's own scripts say went wrong; a missing page is meant to be missing."""
    if "404" not in str(problem):
        sys.stderr.write(f"{problem}\n")


def shrink(picture: Path) -> None:
    """The same picture with 256 colours: a third of the bytes. Small things keep theirs, as the dot of a state does."""
    with Image.open(picture) as image:
        colours = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
        colours.save(picture, optimize=True)


def take(browser: Browser, site: Site, paths: Mapping[str, str], folder: Path, only: str) -> None:
    """One picture a page, width and theme."""
    for theme in ("light", "dark"):
        for width, height in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, device_scale_factor=1
            )
            context.add_cookies(site.cookies)
            page = context.new_page()
            page.on("pageerror", complain)
            page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
            for name, path in paths.items():
                full = f"{name}-{width}-{theme}"
                if only in full:
                    page.goto(site.url + path)
                    page.wait_for_timeout(1200)
                    page.screenshot(path=folder / f"{full}.png")
                    shrink(folder / f"{full}.png")
            context.close()


def tour(on: Stage) -> dict[str, str]:
    """Name to path of the pictures of docs/tour.md."""
    room = f"/goals/{on.goal}/"
    return {
        "home": "/",
        "room": room,
        "map": f"{room}?view=map",
        "board": f"{room}?view=board",
        "timeline": f"{room}?view=timeline",
        "needs-you": "/needs-you/",
        "spend": f"{room}?tab=spend",
        "wall": "/wall/",
        "templates": "/templates/",
        "notices": "/settings/notices/",
        "keep": f"{room}keep/",
    }


def take_tour(browser: Browser, site: Site, paths: Mapping[str, str], folder: Path) -> None:
    """One picture of each page of the tour."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="light")
    context.add_cookies(site.cookies)
    page = context.new_page()
    page.on("pageerror", complain)
    for name, path in paths.items():
        page.goto(site.url + path)
        page.wait_for_timeout(1200)
        page.screenshot(path=folder / f"{name}.png")
        shrink(folder / f"{name}.png")
    context.close()


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; while it is there its driver keeps an event loop on this thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


def signed_in(browser: Browser, link: str, url: str) -> Site:
    """The site as whoever has that link sees it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(url + "/")
    cookies = context.cookies()
    context.close()
    return Site(url, cookies)


def take_all(browser: Browser, site: Site, paths: Mapping[str, str], on_tour: Mapping[str, str], told: Told) -> None:
    """The pictures of one site."""
    if told.only != "tour":
        take(browser, site, paths, told.folder, told.only)
    if told.only in ("", "tour"):
        (told.folder / "tour").mkdir(parents=True, exist_ok=True)
        take_tour(browser, site, on_tour, told.folder / "tour")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"
    told = Told(folder, sys.argv[2] if len(sys.argv) > 2 else "")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, running(Path(data) / "data") as product, chromium() as browser:
        goal = product.post("/goals", {"text": DEMO_GOAL})["id"]
        product.await_ended(goal)
        paths = pages_of_a_run(goal)
        site = signed_in(browser, product.sign_in, product.url)
        take_all(browser, site, paths, {"replay": paths["replay"]}, told)
    with stage() as on, chromium() as browser:
        take_all(browser, Site(on.url, [on.cookie]), pages(on), tour(on), told)


if __name__ == "__main__":
    main()
