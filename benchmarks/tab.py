"""A tab that is open for an hour, and first paints, in a real browser: `python -m benchmarks.tab [events] [teams] ...`.

The workspace of `benchmarks.pages` behind one web process, without a worker. First a row for each page with when it
first painted and when it was loaded, the median over TIMES, beside a page that shows the frame alone. Then the large
goal's room stays open while an hour of events (1,800: one every two seconds) is played as fast as the page shows them:
in turn a note, a sub-team paused, one resumed. At the start, in the middle and at the end a row with the script's heap
after the garbage was collected, the nodes of the document and the listeners; beside it the same of a second tab that
has just opened the same room.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from benchmarks import pages, product
from benchmarks.stage import database, row

EVENTS = 1800
TIMES = 5
AT_ONCE = 30  # events between two looks at whether the page has shown them
PATIENCE = 120_000  # milliseconds
MEGABYTE = 2**20
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--enable-precise-memory-info",
]
PAINTS = """() => ({
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  loaded: performance.getEntriesByType("navigation")[0].loadEventEnd,
})"""


def main(events: int, teams: int, messages: int, goals: int, agents: int) -> None:
    """Fill the workspace, start the web process and a browser, and print the rows."""
    port = product.free_port()
    url = f"http://127.0.0.1:{port}"
    with database():
        from django.core.management import call_command
        from django.test import Client
        from playwright.sync_api import sync_playwright

        os.environ |= {"IOA_PORT": str(port), "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}  # Playwright has a loop on this thread
        call_command("collectstatic", interactive=False, verbosity=0)
        goal, root = pages.fill(teams, messages, goals, agents)
        client = Client()
        client.force_login(goal.created_by)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}
        with web(port), sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            context.set_default_timeout(PATIENCE)
            context.add_cookies([cookie])
            room = f"/goals/{goal.pk}/"
            for name, path in {
                "not there": "/nowhere/",
                "home": "/",
                "wall": "/wall/",
                "room": room,
                "map": f"{room}?view=map",
                "board": f"{room}?view=board",
                "timeline": f"{room}?view=timeline",
            }.items():
                paint(name, f"{url}{path}", context)
            hour(f"{url}{room}", context, player(goal, root), events)
            browser.close()


def paint(name: str, url: str, context: Any) -> None:
    """Print when a page first painted and when it was loaded, in milliseconds since it was asked for."""
    seen = []
    for _ in range(TIMES + 1):
        page = context.new_page()
        page.goto(url)
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        seen.append(page.evaluate(PAINTS))
        page.close()
    paints, loaded = (median(one[what] for one in seen[1:]) for what in ("paint", "loaded"))
    row(page=name, first_paint_ms=round(paints), loaded_ms=round(loaded))


def hour(url: str, context: Any, play: Callable[[], int], events: int) -> None:
    """Keep a tab open while the events are played, and print what it holds on its way."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("() => document.querySelector('#cursor')")
    told("start", 0, page, url, context)
    played = 0
    for when, batches in (("middle", events // 2 // AT_ONCE), ("end", events // AT_ONCE - events // 2 // AT_ONCE)):
        for _ in range(batches):
            last = [play() for _ in range(AT_ONCE)][-1]
            page.wait_for_function("last => Number(document.querySelector('#cursor').dataset.seq) >= last", arg=last)
            played += AT_ONCE
        told(when, played, page, url, context)


def told(when: str, played: int, page: Any, url: str, context: Any) -> None:
    """Print what the tab holds, and what one holds that has just been opened."""
    fresh = context.new_page()
    fresh.goto(url)
    fresh.wait_for_function("() => document.querySelector('#cursor')")
    row(when=when, events=played, **held(page), fresh=held(fresh))
    fresh.close()


def held(page: Any) -> dict[str, float]:
    """The script's heap in megabytes after a collection, nodes, and listeners of a page."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {
        "heap_mb": round(found["JSHeapUsedSize"] / MEGABYTE, 2),
        "nodes": int(found["Nodes"]),
        "listeners": int(found["JSEventListeners"]),
        "rows": page.locator("#log > .msg").count(),
    }


def player(goal: Any, root: Any) -> Callable[[], int]:
    """What plays one event more and gives how far the goal's stream then is."""
    from apps.accounts.queries import actor_for
    from apps.chat.actions import pause, post_message, resume
    from apps.journal import bells
    from apps.journal.queries import last_seq
    from apps.teams.models import Team

    bells.hear(lambda job, identifier: None)  # nobody works
    actor = actor_for(goal.created_by, goal.workspace_id)
    leaves = list(Team.objects.filter(goal=goal, children=None).values_list("pk", flat=True))
    played = 0

    def play() -> int:
        nonlocal played
        leaf = leaves[played // 3 % len(leaves)]
        text = f"Note {played}: the yard has **nine windows**, and the cellar two."
        if played % 3 == 0:
            post_message(actor, root, text, "note")
        else:
            (pause if played % 3 == 1 else resume)(actor, leaf)
        played += 1
        return last_seq(goal.pk)

    return play


def chromium() -> str:
    """Where the browser is."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        raise SystemExit("this needs Chromium: make browser")
    return found


@contextlib.contextmanager
def web(port: int) -> Iterator[None]:
    """One web process on the services that are there."""
    command = [sys.executable, "-m", "ioa_web.server", "-b", "127.0.0.1", "-p", str(port), "ioa_web.asgi:application"]
    process = subprocess.Popen(command, cwd=product.BASE)
    try:
        product.wait_for_port(port)
        time.sleep(5)  # it loads the embedding meanwhile
        yield
    finally:
        process.terminate()
        process.wait(20)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [EVENTS, pages.TEAMS, pages.MESSAGES, pages.GOALS, pages.AGENTS][len(given) :]))
