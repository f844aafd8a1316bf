"""Small pictures of bars, in an SVG that the server draws. Pure."""

from dataclasses import dataclass

HEIGHT = 24.0  # of a picture, in pixels; widths are percentages, so that it fills its place
LOWEST = 3.0  # of a bar that is there at all
FILLED = 0.62  # of a bar's place


@dataclass(frozen=True)
class Bar:
    """One bar: `x` and `width` in percent, `y` and `height` in pixels. `look`: ok, no (failed), late or now."""

    x: str
    width: str
    y: str
    height: str
    look: str
    title: str = ""


@dataclass(frozen=True)
class Spark:
    """A row of bars, what it says in words, and what is usual."""

    bars: tuple[Bar, ...]
    label: str
    usual: str = ""


def draw_bar(place: int, places: int, height: float, look: str, title: str = "", *, above: float = 0.0) -> Bar:
    """The bar at a place of so many; `above`: the pixels that another one stands on it."""
    step = 100 / places
    top = max(HEIGHT - height - above, 0.0)
    return Bar(f"{place * step:.2f}%", f"{step * FILLED:.2f}%", f"{top:.1f}", f"{height:.1f}", look, title)


def bar_height(value: float, most: float) -> float:
    """Pixels of a value, where the highest bar stands for `most`."""
    return max(HEIGHT * value / most, LOWEST) if most else LOWEST


def bar_path(place: int, height: float) -> str:
    """The same bar as a piece of a path, in a picture as wide as it has places: many of one look are one shape."""
    return f"M{place + (1 - FILLED) / 2:.2f} {HEIGHT:g}v-{height:.3g}h{FILLED:g}v{height:.3g}z"
