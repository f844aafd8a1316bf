"""Small pieces of markup that every page uses: icons, states, times, avatars, figures."""

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from html import escape

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from apps.agents.domain.connectors import setting_name
from apps.agents.queries.connectors import connector_name
from apps.agents.queries.directory import DirectoryEntry
from apps.chat.domain.display import LOOKS, Display
from apps.chat.domain.record_words import name_for_others
from apps.core.languages import day, moment, retell, say
from apps.core.prose import glance
from apps.teams.queries.members import Face
from apps.web.rendering import figures

register = template.Library()
for _figure in (figures.decimal, figures.percent, figures.money, figures.short, figures.filesize, figures.seconds):
    register.filter(_figure.__name__, _figure)

register.filter("day", day)
register.filter("moment", moment)

_STANDS: ContextVar[datetime | None] = ContextVar("stands", default=None)


@contextmanager
def clock_standing_at(moment: datetime) -> Iterator[None]:
    """In it ages are counted up to `moment` and do not tick: what is shown is past."""
    token = _STANDS.set(moment)
    try:
        yield
    finally:
        _STANDS.reset(token)


def _now() -> datetime:
    """Up to when ages are counted."""
    return _STANDS.get() or timezone.now()


HUES = 8
SEATS = {"coordinator": "network", "hub": "info"}
MINUTE, HOUR, DAY = 60, 3600, 86_400


@register.filter(name="called")
def called_by_others(name: str) -> str:
    """What somebody is called by others."""
    return retell(name_for_others(name))


@register.simple_tag
def icon(name: str, kind: str = "") -> SafeString:
    """An icon of the sprite. `kind`: icon-lg, icon-solid, turn."""
    return format_html('<svg class="icon {}" aria-hidden="true"><use href="#i-{}"/></svg>', kind, name)


@register.simple_tag
def glyph(state: Display | str) -> SafeString:
    """The glyph of a display state; its word must stand beside it."""
    return _glyph(str(state))


@cache
def _glyph(state: str) -> SafeString:
    return format_html('<svg class="glyph" aria-hidden="true"><use href="#s-{}"/></svg>', state)


@register.filter
def word(state: Display) -> str:
    """The word of a display state."""
    return say(LOOKS[Display(state)].word)


@register.filter(name="help")
def help_text(state: Display) -> str:
    """What a display state means, as a sentence."""
    return say(LOOKS[Display(state)].help)


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
def took(seconds: float) -> str:
    """How long something took: 14 s, at least one, and from a minute on as a clock."""
    return f"{max(int(seconds), 1)} s" if seconds < MINUTE else clock(seconds)


@register.filter
def duration(seconds: float) -> str:
    """How long something took: in tenths up to ten seconds, then as a clock."""
    return figures.seconds(round(1000 * seconds)) if seconds < 10 else clock(seconds)


def ago(moment: datetime) -> str:
    """How long ago, in words for lists."""
    seconds = (_now() - moment).total_seconds()
    if seconds < MINUTE:
        return gettext("just now")
    if seconds < HOUR:
        return gettext("{minutes} min ago").format(minutes=int(seconds // MINUTE))
    if seconds < DAY:
        return gettext("{hours} h ago").format(hours=int(seconds // HOUR))
    return gettext("yesterday") if seconds < 2 * DAY else day(moment.astimezone())


def zoned(moment: datetime) -> str:
    """A moment with its offset from UTC, for titles; the page's script puts the viewer's own zone in its place."""
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC{moment:%z}"


@register.simple_tag
def since(moment: datetime | None) -> SafeString:
    """An age that ticks in the browser, counted from `moment`."""
    if moment is None:
        return SafeString("")
    age = clock((_now() - moment).total_seconds())
    ticks = "" if _STANDS.get() else "data-since"
    title = escape(gettext("since {moment}").format(moment=zoned(moment)))
    return SafeString(f'<time class="age" datetime="{moment.isoformat()}" {ticks} title="{title}">{age}</time>')


def ticking_age(moment: datetime) -> SafeString:
    """A span of time that goes on, as if it had begun at `moment`: an age without a title that says so."""
    age = clock((_now() - moment).total_seconds())
    return SafeString(f"<span {ticks_since(moment)}>{age}</span>")


@register.simple_tag
def ticks_since(moment: datetime) -> SafeString:
    """The attributes by which the text of an element ticks in the browser, counted from `moment`; none in the past."""
    ticks = "" if _STANDS.get() else "data-since"
    return SafeString(f'{ticks} datetime="{moment.isoformat()}"')


@register.simple_tag
def past(moment: datetime | None) -> SafeString:
    """How long ago something ended, for lists; ticks in the browser."""
    if moment is None:
        return SafeString("")
    ticks = "" if _STANDS.get() else "data-ago"
    return format_html(
        '<time class="age" datetime="{}" {} title="{}">{}</time>', moment.isoformat(), ticks, zoned(moment), ago(moment)
    )


@register.simple_tag
def until(moment: datetime) -> SafeString:
    """How long it is until then; ticks in the browser. Over days with the hours: nearly three are not two."""
    seconds = max((moment - _now()).total_seconds(), 0.0)
    left = clock(seconds) if seconds < DAY else f"{clock(seconds)} {int(seconds % DAY // HOUR)} h"
    return format_html(
        '<time class="age" datetime="{}" data-until title="{}">{}</time>', moment.isoformat(), zoned(moment), left
    )


@register.simple_tag
def on_day(when: datetime) -> SafeString:
    """A day with its time; the browser puts both into the viewer's zone."""
    return format_html(
        '<time datetime="{}" data-on-day title="{}">{} UTC</time>', when.isoformat(), zoned(when), moment(when)
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
        return SafeString(f'<time class="age">{duration(lasted)}</time>')
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
    label = format_html('role="img" aria-label="{0}" title="{0}"', say(face.kind_word))
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
        name = format_html("<bdi>{}</bdi>", face.now_called)
        then = format_html(' <span class="role">{}</span>', format_html(gettext("now called {name}"), name=name))
    return format_html('<b><bdi class="name">{}</bdi></b> {}{}', face.name, kind_mark(face), then)


@register.simple_tag
def kind_mark(face: Face) -> SafeString:
    """What somebody is, as a word in a frame; whoever can't see it is told by the avatar."""
    return format_html('<span class="kind kind-{}" aria-hidden="true">{}</span>', face.looks, say(face.kind_word))


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
def connector(kind: str) -> str:
    """What a connector is called."""
    return say(connector_name(kind))


@register.filter
def worded(name: str) -> str:
    """The name of a setting, as people read it and as forms call it."""
    return say(setting_name(name))
