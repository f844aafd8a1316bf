"""Pictures of the pages at three widths, light and dark. `make screenshots` writes them to docs/screenshots.

python -m tests.browser.screenshots [folder] [part of a name, or "tour": those of docs/tour.md alone]
"""

import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.browser.stage import CHROMIUM, CHROMIUM_FLAGS, ROOT, Stage, stage

SIZES = {1440: 900, 900: 1000, 390: 844}


def pages(on: Stage) -> dict[str, str]:
    """Name to path."""
    room, team = f"/goals/{on.goal}/", f"/teams/{on.team}/"
    return {
        "home": "/",
        "room": room,
        **{view: f"{room}?view={view}" for view in ("map", "board", "timeline")},
        "decisions": f"{room}?only=decisions",
        **{tab: f"{room}?tab={tab}#inspector" for tab in ("tasks", "files", "findings", "spend", "raw")},
        "spend-table": f"{room}spend/",
        "replay": f"{room}at/9/",
        "fork": f"{room}at/9/fork/",
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
    *("workspace", "members", "model", "approvals", "limits", "registries", "webhooks", "danger"),
)
"""The pages of settings beside the first."""


def complain(problem: object) -> None:
    """What a page's own scripts say went wrong; a missing page is meant to be missing."""
    if "404" not in str(problem):
        sys.stderr.write(f"{problem}\n")


def shrink(picture: Path) -> None:
    """The same picture with 256 colours: a third of the bytes. Small things keep theirs, as the dot of a state does."""
    with Image.open(picture) as image:
        colours = image.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)
        colours.save(picture, optimize=True)


def take(browser: Browser, on: Stage, folder: Path, only: str) -> None:
    """One picture a page, width and theme."""
    for theme in ("light", "dark"):
        for width, height in SIZES.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, device_scale_factor=1
            )
            context.add_cookies([on.cookie])
            page = context.new_page()
            page.on("pageerror", complain)
            page.on("console", lambda message: complain(message.text) if message.type == "error" else None)
            for name, path in pages(on).items():
                full = f"{name}-{width}-{theme}"
                if only in full:
                    page.goto(on.url + path)
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
        "replay": f"{room}at/9/",
        "templates": "/templates/",
        "notices": "/settings/notices/",
        "keep": f"{room}keep/",
    }


def take_tour(browser: Browser, on: Stage, folder: Path) -> None:
    """One picture of each page of the tour."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme="light")
    context.add_cookies([on.cookie])
    page = context.new_page()
    page.on("pageerror", complain)
    for name, path in tour(on).items():
        page.goto(on.url + path)
        page.wait_for_timeout(1200)
        page.screenshot(path=folder / f"{name}.png")
        shrink(folder / f"{name}.png")
    context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "screenshots"
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    folder.mkdir(parents=True, exist_ok=True)
    with stage() as on, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        if only != "tour":
            take(browser, on, folder, only)
        if only in ("", "tour"):
            (folder / "tour").mkdir(exist_ok=True)
            take_tour(browser, on, folder / "tour")
        browser.close()


if __name__ == "__main__":
    main()
