"""The tiles of the wall, each a part of its own."""

from datetime import datetime
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from apps.chat.domain.display import AT_WORK
from apps.chat.queries.wall import MINUTES, WallPage, WallTile, first_minute
from apps.web.rendering.markup import render
from apps.web.rendering.sparks import Bar, Spark, bar_height, draw_bar

NOTHING = 1.0  # pixels of a minute in which nothing happened
LAST = 2  # minutes that are still told apart as now


def tile_parts(found: WallPage, now: datetime, csrf: str = "") -> dict[str, SafeString]:
    """The tiles by the id of each, in the order in which they stand; the first nine have a key."""
    return {
        f"w-{tile.tree.goal.id}": render(
            "wall/tile.html",
            tile=tile,
            spark=activity_spark(tile, now),
            number=place if place < 10 else None,
            csrf=csrf,
        )
        for place, tile in enumerate(found.tiles, start=1)
    }


def wall_parts(found: WallPage, now: datetime, words: str = "", csrf: str = "") -> dict[str, SafeString]:
    """The whole page."""
    tiles = tile_parts(found, now, csrf).values()
    asked = urlencode({"q": words}) if words else ""
    return {"wall": render("wall/tiles.html", found=found, tiles=tiles, words=words, asked=asked)}


def activity_spark(tile: WallTile, now: datetime) -> Spark:
    """How much happened in each of the last MINUTES minutes: height is events, red is a task that failed."""
    first = first_minute(now)
    by_place = {int((minute.at - first).total_seconds() // 60): minute for minute in tile.minutes}
    most = max((minute.events for minute in tile.minutes), default=0)
    works = tile.state in AT_WORK
    bars: list[Bar] = []
    for place in range(MINUTES):
        minute = by_place.get(place)
        look = "no" if minute and minute.failed else "now" if works and place >= MINUTES - LAST else "ok"
        height = bar_height(minute.events, most) if minute else NOTHING
        bars.append(draw_bar(place, MINUTES, height, look if minute else "none"))
    events = sum(minute.events for minute in tile.minutes)
    words = ngettext("{count} event in the last hour", "{count} events in the last hour", events)
    return Spark(tuple(bars), words.format(count=events))
