"""The words of letters: plain text alone. Pure.

What agents and others wrote is cut, stands on one line behind a >, and its addresses are broken so that mail programs
make no links of them: the links of a letter are the hub's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from apps.attention.domain.notices import NoticeKind
from apps.core.texts import one_line

MOST_SHOWN = 30  # notices of a letter in full; the others are counted
LONGEST = 300  # characters of what was asked
SUBJECT = 120  # characters

HEADINGS = {
    NoticeKind.DECISION: "Waits for your answer",
    NoticeKind.WORK: "Tasks for you",
    NoticeKind.ENDED: "Ended",
}


@dataclass(frozen=True)
class Told:
    """A notice as a letter tells it. `title`: of its goal; `text`: what was asked; `url`: whole."""

    kind: NoticeKind
    title: str
    text: str
    url: str
    at: datetime


@dataclass(frozen=True)
class LetterText:
    """A letter's subject, one line, and its text."""

    subject: str
    body: str


def letter_of(told: Sequence[Told], workspace: str, zone: ZoneInfo, settings: str, stop: str) -> LetterText:
    """One letter for all of these, oldest first under their heading. `settings`, `stop`: addresses, whole."""
    parts = []
    for kind, heading in HEADINGS.items():
        rows = [one for one in told[:MOST_SHOWN] if one.kind is kind]
        if rows:
            parts.append("\n\n".join([f"{heading.upper()}", *(_entry(one, zone) for one in rows)]))
    if len(told) > MOST_SHOWN:
        parts.append(f"And {len(told) - MOST_SHOWN} more, on the pages.")
    where = f"{one_line(workspace, 80)}, on IoA Web."
    foot = f"--\n{where} What you are told, and how soon: {settings}\nNo more letters: {stop}"
    return LetterText(_subject(told, workspace), "\n\n".join([*parts, foot]) + "\n")


def _entry(one: Told, zone: ZoneInfo) -> str:
    at = one.at.astimezone(zone)
    return "\n".join(
        [f"{_quoted(one.title, SUBJECT)} ({at:%d %b, %H:%M %Z})", f"> {_quoted(one.text, LONGEST)}", one.url]
    )


def _quoted(text: str, most: int) -> str:
    return one_line(text, most).replace("://", ": //")


def _subject(told: Sequence[Told], workspace: str) -> str:
    first = told[0]
    if len(told) == 1:
        start = {NoticeKind.DECISION: "Needs you: ", NoticeKind.WORK: "A task for you: "}.get(first.kind, "")
        return _quoted(f"{start}{first.text if first.kind is not NoticeKind.ENDED else _ended(first)}", SUBJECT)
    waiting = sum(one.kind is not NoticeKind.ENDED for one in told)
    what = f"{waiting} things wait for you" if waiting > 1 else f"{len(told)} things happened"
    return _quoted(f"{what} in {workspace}", SUBJECT)


def _ended(one: Told) -> str:
    return f"{one.text.partition(':')[0].rstrip('.')}: {one.title}"


def confirming_letter(name: str, url: str) -> LetterText:
    """Asks whether an address is that of the person `name`. `url`: of the page with the button."""
    body = (
        f"{one_line(name, 80)} entered this address for notices of IoA Web.\n"
        "If that was you, confirm it within a day:\n\n"
        f"{url}\n\nIf it was not you, do nothing: nothing more is sent here.\n"
    )
    return LetterText("Is this your address?", body)


def trial_letter(workspace: str, settings: str) -> LetterText:
    """Shows that letters arrive."""
    name = one_line(workspace, 80)
    return LetterText(f"Letters of {name} arrive", f"This is what you asked for under {settings}\n")
