"""The tiles of the wall, each a part of its own."""

from django.utils.safestring import SafeString

from apps.chat.queries.wall import WallPage
from apps.web.rendering.markup import render


def tile_parts(found: WallPage) -> dict[str, SafeString]:
    """The tiles by the id of each, in the order in which they stand; the first nine have a key."""
    return {
        f"w-{tile.tree.goal.id}": render("wall/tile.html", tile=tile, number=place if place < 10 else None)
        for place, tile in enumerate(found.tiles, start=1)
    }


def wall_parts(found: WallPage) -> dict[str, SafeString]:
    """The whole page."""
    return {"wall": render("wall/tiles.html", found=found, tiles=tile_parts(found).values())}
