"""Small pieces of markup that every page uses: icons, states, times, avatars, figures."""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.agents.domain.connectors import setting_name
from apps.agents.queries.connectors import connector_name
from apps.agents.queries.directory import DirectoryEntry
from apps.chat.domain.display import LOOKS, Display
from apps.core.prose import glance
from apps.teams.queries.members import Face

register = template.Library()

_STANDS: ContextVar[datetime | None] = ContextVar("stands", default=None)


@contextmanager
def clock_standing_at(moment: datetime) -> Iterator[None]:
    """In it ages are counted up to `moment` and do not tick: what is shown is past."""
    token = _STANDS.set(moment)
    try:
        yield
    finally:
        _STANDS.reset(token)


HUES = 8
SEATS = {"coordinator": "network", "hub": "info"}
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.simple_tag
def icon(name: str, kind: str = "") -> SafeString:
    """An icon of the sprite. `kind`: icon-lg, icon-solid, turn."""
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>', kind, name)


@register.simple_tag
def glyph(state: Display | str) -> SafeString:
    """The glyph of a display state; its word must stand beside it."""
    return format_html('<svg class="glyph" aria-hidden="true"><use href="#s-{}"/></svg>', str(state))


@register.filter
def word(state: Display) -> str:
    """The word of a display state."""
    return LOOKS[Display(state)].word


@register.filter(name="help")
def help_text(state: Display) -> str:
    """What a display state means, as a sentence."""
    return LOOKS[Display(state)].help


@register.filter
def plain(text: str) -> str:
    """Markdown as one line of words, for a place that has room for no more."""
    return glance(text)


@register.filter
def clock(seconds: float | None) -> str:
    """A span of time: 0:42, 12:05, 2 h 05 min, 3 d."""
    if seconds is None:
        return ""
    whole = max(int(seconds), 0)
    if whole < HOUR:
        return f"{whole // MINUTE}:{whole % MINUTE:02}"
    if whole < DAY:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE:02} min"
    return f"{whole // DAY} d"


@register.filter
def ago(moment: datetime) -> str:
    """How long ago, in words for lists."""
    seconds = (timezone.now() - moment).total_seconds()
    if seconds < MINUTE:
        return "just now"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min ago"
    if seconds < DAY:
        return f"{int(seconds // HOUR)} h ago"
    return "yesterday" if seconds < 2 * DAY else f"{moment.astimezone():%-d %b %Y}"


def zoned(moment: datetime) -> str:
    """A moment with its offset from UTC, for titles; the page's script puts the viewer's own zone in its place."""
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC{moment:%z}"


@register.simple_tag
def since(moment: datetime | None) -> SafeString:
    """An age that ticks in the browser, counted from `moment`."""
    if moment is None:
        return SafeString("")
    stands = _STANDS.get()
    age = clock(((stands or timezone.now()) - moment).total_seconds())
    return format_html(
        '<time class="age" datetime="{}" {} title="since {}">{}</time>',
        moment.isoformat(),
        SafeString("" if stands else "data-since"),
        zoned(moment),
        age,
    )


@register.simple_tag
def past(moment: datetime | None) -> SafeString:
    """How long ago something ended, for lists; ticks in the browser."""
    if moment is None:
        return SafeString("")
    return format_html(
        '<time class="age" datetime="{}" data-ago title="{}">{}</time>', moment.isoformat(), zoned(moment), ago(moment)
    )


@register.simple_tag
def at(moment: datetime) -> SafeString:
    """A time of day; the browser puts it into the viewer's zone."""
    return format_html(
        '<time datetime="{}" data-at title="{}">{}</time>', moment.isoformat(), zoned(moment), f"{moment:%H:%M}"
    )


@register.simple_tag
def age_of(view: object) -> SafeString:
    """The age beside a state: how long it took where it is over, else a ticking age.

    `view` has `since` (a moment or None) and `lasted` (seconds or None).
    """
    lasted = getattr(view, "lasted", None)
    if lasted is not None:
        return format_html('<time class="age">{}</time>', clock(lasted))
    return since(getattr(view, "since", None))


@register.filter
def hue(handle: str) -> int:
    """The tint of an agent, 1 to 8: always the same for the same handle."""
    return zlib.crc32(handle.encode()) % HUES + 1


@register.filter
def initials(name: str) -> str:
    """Two letters that stand for a name."""
    words = [part for part in name.replace("-", " ").split() if part]
    if len(words) > 1:
        return (words[0][0] + words[1][0]).upper()
    return (words[0][:2] if words else "?").capitalize()


@register.simple_tag
def avatar(face: Face, size: str = "") -> SafeString:
    """Agents are tinted squares, people are ink circles, the coordinator's seat is an outline.

    Its label says the kind to who can't see the shape; both stand outside of the name, which may say anything.
    """
    kind, name, handle = face.kind, face.name, face.handle
    label = format_html('role="img" aria-label="{0}" title="{0}"', face.kind_word)
    if kind in SEATS:
        return format_html('<span class="avatar avatar-event {}" {}>{}</span>', size, label, icon(SEATS[kind]))
    is_person = face.looks == "person"
    look = "avatar-person" if is_person else f"hue-{hue(handle)}"
    letters = initials(name)[:1].upper() if is_person else initials(name)
    return format_html('<span class="avatar {} {}" {}>{}</span>', look, size, label, letters)


@register.simple_tag
def named(face: Face) -> SafeString:
    """A name in a box of its own, behind it the mark of who bears it: no name can hold that, nor the avatar's label."""
    then = SafeString("")
    if face.now_called:
        then = format_html(' <span class="role">now called <bdi>{}</bdi></span>', face.now_called)
    return format_html('<b><bdi class="name">{}</bdi></b> {}{}', face.name, kind_mark(face), then)


@register.simple_tag
def kind_mark(face: Face) -> SafeString:
    """What somebody is, as a word in a frame; whoever can't see it is told by the avatar."""
    return format_html('<span class="kind kind-{}" aria-hidden="true">{}</span>', face.looks, face.kind_word)


@register.filter
def money(amount: float | None) -> str:
    """US dollars; nothing where nobody said a price."""
    if amount is None:
        return ""
    return f"${amount:,.2f}" if amount >= 0.01 or amount == 0 else f"${amount:.4f}"


_SIZES = ((1e9, 1e9, "bn"), (1e6, 1e6, "M"), (1e4, 1e3, "k"))


@register.filter
def short(number: float | None) -> str:
    """A count in few characters: 940, 12.3k, 1.2M, 1bn."""
    if number is None:
        return ""
    for least, size, unit in _SIZES:
        if number >= least:
            parts = number / size
            return f"{parts:.3g}{unit}" if parts < 999.5 else f"{parts:,.0f}{unit}"
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"


@register.filter
def filesize(size: int) -> str:
    """Bytes, as people read them: 812 B, 3.1 KB, 84 KB, 1.2 MB."""
    amount = float(size)
    if amount < 1024:
        return f"{size} B"
    for unit in ("KB", "MB"):
        amount /= 1024
        if amount < 1024:
            return f"{amount:.0f} {unit}" if amount >= 10 else f"{amount:.1f} {unit}"
    return f"{amount / 1024:.1f} GB"


@register.simple_tag
def bar(used: float, limit: float | None, label: str = "", *, amber: bool = True) -> SafeString:
    """A proportion bar: inline SVG, because the policy forbids style attributes. `amber` from 80%: a limit is near."""
    if not limit:
        return SafeString("")
    percent = min(max(100 * used / limit, 0), 100)
    hot = "hot" if amber and percent >= 80 else ""
    role = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="bar" {}><rect class="{}" width="{}%" height="100%"/></svg>', role, hot, f"{percent:.1f}"
    )


@register.filter
def key(mapping: Mapping[object, object], name: object) -> object:
    """An entry of a mapping; nothing where there is none."""
    return mapping.get(name, "")


@register.filter
def split(words: str) -> list[str]:
    """The words of a text."""
    return words.split()


@register.filter
def slots(card: DirectoryEntry) -> list[bool]:
    """An agent's places, taken ones first; at most twelve are drawn."""
    return [place < card.running for place in range(min(card.concurrency, 12))]


@register.filter
def seconds(milliseconds: int | None) -> str:
    """A short span of time: 40 ms, 0.3 s, 12 s; nothing where it is not known."""
    if milliseconds is None:
        return ""
    if milliseconds < 100:
        return f"{milliseconds} ms"
    return f"{milliseconds / 1000:.1f} s" if milliseconds < 10_000 else f"{milliseconds / 1000:.0f} s"


@register.filter
def connector(kind: str) -> str:
    """What a connector is called."""
    return connector_name(kind)


@register.filter
def worded(name: str) -> str:
    """The name of a setting, as people read it and as forms call it."""
    return setting_name(name)
