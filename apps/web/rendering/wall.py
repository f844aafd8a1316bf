"""The wall as it is drawn: its frame, a tile for each goal, and in each tile what went on in the last hour."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from apps.chat.domain.display import AT_WORK
from apps.chat.queries.wall import MINUTES, WallPage, WallTile, first_minute
from apps.web.rendering.markup import render
from apps.web.rendering.parts import with_mark
from apps.web.rendering.sparks import bar_height, bar_path

KEYS = 9  # tiles that have one
LAST = 2  # minutes that are still told apart as now


@dataclass(frozen=True)
class DrawnTile:
    """A tile with its picture in it, the picture alone, and the marks of both; the tile's does not hang on the picture:
    each minute moves that, and nothing else.
    """

    id: str
    html: SafeString
    mark: str
    spark_id: str
    spark: SafeString
    spark_mark: str


@dataclass(frozen=True)
class DrawnWall:
    """A page of the wall. `frame`: the mark of what stands around the tiles, and of their order."""

    found: WallPage
    words: str
    frame: str
    tiles: tuple[DrawnTile, ...]

    @property
    def marks(self) -> frozenset[str]:
        """Of all pieces."""
        return frozenset({self.frame, *(tile.mark for tile in self.tiles), *(tile.spark_mark for tile in self.tiles)})

    def whole(self) -> SafeString:
        """The whole page."""
        html = _frame(self.found, self.words, [tile.html for tile in self.tiles])
        return SafeString(html.replace('data-drawn=""', f'data-drawn="{self.frame}"', 1))

    def lacking(self, drawn: Collection[str]) -> Mapping[str, SafeString]:
        """What a page lacks that shows these pieces, by the id of its place: all, or tiles and pictures."""
        if self.frame not in drawn:
            return {"wall": self.whole()}
        found = {tile.id: tile.html for tile in self.tiles if tile.mark not in drawn}
        return found | {
            tile.spark_id: tile.spark for tile in self.tiles if tile.id not in found and tile.spark_mark not in drawn
        }


def draw_wall(found: WallPage, now: datetime, words: str = "", csrf: str = "") -> DrawnWall:
    """The page; the first nine tiles have a key. `csrf`: of whose page it is, "" for what is the same for everybody."""
    tiles = tuple(_draw(tile, now, place, csrf) for place, tile in enumerate(found.tiles, start=1))
    return DrawnWall(found, words, with_mark(_frame(found, words, [SafeString(tile.id) for tile in tiles]))[1], tiles)


def _frame(found: WallPage, words: str, tiles: list[SafeString]) -> SafeString:
    asked = urlencode({"q": words}) if words else ""
    return render("wall/tiles.html", found=found, tiles=tiles, words=words, asked=asked)


def _draw(tile: WallTile, now: datetime, place: int, csrf: str) -> DrawnTile:
    goal = tile.tree.goal.id
    spark, spark_mark = with_mark(draw_activity(tile, now))
    seat = format_html('<svg id="s-{}"></svg>', goal)
    html, mark = with_mark(
        render("wall/tile.html", tile=tile, spark=seat, number=place if place <= KEYS else None, csrf=csrf)
    )
    return DrawnTile(f"w-{goal}", SafeString(html.replace(seat, spark, 1)), mark, f"s-{goal}", spark, spark_mark)


def draw_activity(tile: WallTile, now: datetime) -> SafeString:
    """How much happened in each of the last MINUTES minutes: height is events, red is a task that failed."""
    first = first_minute(now)
    most = max((minute.events for minute in tile.minutes), default=0)
    works = tile.state in AT_WORK
    paths: dict[str, str] = {}
    for minute in tile.minutes:
        place = int((minute.at - first).total_seconds() // 60)
        look = "no" if minute.failed else "now" if works and place >= MINUTES - LAST else "ok"
        paths[look] = paths.get(look, "") + bar_path(place, bar_height(minute.events, most))
    events = sum(minute.events for minute in tile.minutes)
    words = ngettext("{count} event in the last hour", "{count} events in the last hour", events)
    return render("wall/spark.html", id=f"s-{tile.tree.goal.id}", label=words.format(count=events), paths=paths)
