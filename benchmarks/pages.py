"""What pages cost where there is much to show: `python -m benchmarks.pages [teams] [messages] [goals] [agents]`.

A goal with 200 teams and 10,000 messages in its first room, 300 goals that run and 2,000 agents, in one workspace. For
each page a row with the median over TIMES requests of the time and of the CPU of the web process, and its size, the
first being a page that is not there, which shows the frame alone; for what is pushed one with the CPU of a whole look,
of one that finds nothing, which is what an idle viewer costs every five seconds and shares with whoever looks at the
same, and of one that finds one team paused or resumed, with the bytes that each viewer is then sent; and the longest
frame of a whole page.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from statistics import median
from typing import Any

from benchmarks.stage import database, row

TEAMS, MESSAGES, GOALS, AGENTS = 200, 10_000, 300, 2_000
TIMES = 7
BRANCHES = 5  # sub-teams of a team


def main(teams: int, messages: int, goals: int, agents: int) -> None:
    """Fill a workspace and print a row a page."""
    with database():
        from django.conf import settings
        from django.core.management import call_command
        from django.test import Client

        from apps.agents.gateway.warm_up import warm_up
        from apps.teams.models import Team
        from apps.web.rendering.feeds import RoomFeed
        from apps.web.rendering.page_feeds import HomeFeed, WallFeed
        from apps.web.rendering.screens import Screen

        settings.ALLOWED_HOSTS = ["*"]
        call_command("collectstatic", interactive=False, verbosity=0)
        goal, root = fill(teams, messages, goals, agents)
        warm_up()  # as the web process does
        client = Client()
        client.force_login(goal.created_by)
        room = f"/goals/{goal.pk}/"
        for name, path in {
            "not there": "/nowhere/",
            "home": "/",
            "wall": "/wall/",
            "room": room,
            "map": f"{room}?view=map",
            "board": f"{room}?view=board",
            "timeline": f"{room}?view=timeline",
            "agents": "/agents/",
        }.items():
            page(name, path, client)
        here = goal.workspace_id
        team = Team.objects.filter(goal=goal).order_by("-depth")[0].pk
        for screen in ("room", "map", "board", "timeline"):
            look(screen, RoomFeed(here, goal.pk, root, Screen(screen)), team)
        look("home", HomeFeed(here, "", 1), team)
        look("wall", WallFeed(here, 1), team)


def page(name: str, path: str, client: Any) -> None:
    """Print what reading a page takes; once before, for what is only read the first time."""
    answer = client.get(path, follow=True)
    wall, cpu = timed(lambda: client.get(path, follow=True))
    size = round(len(answer.content) / 1024)
    row(page=name, status=answer.status_code, ms=wall, cpu_ms=cpu, kib=size)


def look(name: str, feed: Any, team: Any) -> None:
    """Print what looking for news takes where there is none, and the longest frame of all there is to show."""
    from apps.chat.domain.batches import batch_of

    feed.news()
    wall, cpu = timed(feed.news)
    _, idle = timed(lambda: feed.news(called=False))
    pushed, sent = push(feed, team)
    frames = batch_of(1, feed.catch_up(feed.seq)).frames
    longest = max(len(frame.encode()) for frame in frames)
    row(
        look=name,
        ms=wall,
        cpu_ms=cpu,
        idle_cpu_ms=idle,
        push_cpu_ms=pushed,
        push_bytes=sent,
        frames=len(frames),
        longest_frame=longest,
    )


def push(feed: Any, team: Any) -> tuple[float, int]:
    """The median of the CPU that it takes to find a team paused, or resumed, and the bytes of that."""
    from django.utils import timezone

    from apps.teams.models import Team

    took, sent = [], []
    for number in range(TIMES):
        Team.objects.filter(pk=team).update(frozen_at=None if number % 2 else timezone.now())
        began = time.process_time()
        markup = feed.news()
        took.append(time.process_time() - began)
        sent.append(len(markup.encode()))
    return round(1000 * median(took), 1), int(median(sent))


def timed(do: Callable[[], object]) -> tuple[float, float]:
    """The medians of the time and of this process's CPU, in milliseconds."""
    took = []
    for _ in range(TIMES):
        began, worked = time.perf_counter(), time.process_time()
        do()
        took.append((time.perf_counter() - began, time.process_time() - worked))
    wall, cpu = (median(few) for few in zip(*took, strict=True))
    return round(1000 * wall, 1), round(1000 * cpu, 1)


def fill(teams: int, messages: int, goals: int, agents: int) -> tuple[Any, Any]:
    """The workspace; gives the large goal and the id of its first team."""
    from django.db import connection
    from django.utils import timezone

    from tests import factories

    here = factories.workspace("Large")
    owner = factories.person(here, "owner", "Olga")
    known = {f"agent-{number}": factories.agent(here, f"agent-{number}") for number in range(agents)}
    for number in range(goals):
        factories.small_goal(here, owner, f"Count the windows of house {number}")
    story = factories.Story(here, owner, known, "Survey the whole street", timezone.now() - timedelta(minutes=30))
    with story.telling():
        root = factories.Room(story, None, "Survey", "Survey the whole street.", None)
        rooms = [root]
        for number in range(1, teams):
            above = rooms[(number - 1) // BRANCHES]
            task = above.task(f"Survey part {number}", above.seat, "working")
            room = factories.Room(story, above, f"Part {number}", f"Survey part {number}.", task)
            handle = f"agent-{number % agents}"
            room.join(handle)
            room.task(f"Measure part {number}", room.members[handle], ("done", "working", "planned")[number % 3])
            rooms.append(room)
        say(root, messages)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return story.goal, root.team.pk


def say(room: Any, count: int) -> None:
    """So many messages in a room, a few seconds apart, written at once."""
    from apps.chat.models import Conversation, Message
    from apps.core import prose

    text = "The front has **twelve windows**; I count those of the yard next, and the cellar's at the end."
    html = prose.render(text)
    rows = []
    for number in range(1, count + 1):
        room.story.pass_time(0.1)
        seq = room.story.tell("message.added", room, number=number)
        rows.append(
            Message(
                conversation=room.conversation,
                number=number,
                kind="goal" if number == 1 else "say",
                member=room.seat,
                text=text,
                html=html,
                html_version=prose.VERSION,
                created_at=room.story.moment(),
                event_seq=seq,
            )
        )
    Message.objects.bulk_create(rows, batch_size=1000)
    Conversation.objects.filter(pk=room.conversation.pk).update(last_number=count)


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    main(*(given + [TEAMS, MESSAGES, GOALS, AGENTS][len(given) :]))
