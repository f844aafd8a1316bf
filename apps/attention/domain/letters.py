"""The words of letters: plain text alone. Pure.

What agents and others wrote is cut, stands on one line behind a >, and its addresses are broken so that mail programs
make no links of them: the links of a letter are the hub's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.attention.domain.notices import NoticeKind
from apps.core.sentences import Sentence, join_sentences, sentence
from apps.core.texts import one_line

MOST_SHOWN = 30  # notices of a letter in full; the others are counted
LONGEST = 300  # characters of what was asked
SUBJECT = 120  # characters

HEADINGS = {
    NoticeKind.DECISION: sentence("WAITS FOR YOUR ANSWER"),
    NoticeKind.WORK: sentence("TASKS FOR YOU"),
    NoticeKind.MENTION: sentence("YOU ARE MENTIONED"),
    NoticeKind.ENDED: sentence("ENDED"),
}


@dataclass(frozen=True)
class Told:
    """A notice as a letter tells it. `title`: of its goal; `text`: what was asked; `url`: whole; `at`: as its
    reader writes moments.
    """

    kind: NoticeKind
    title: str
    text: str
    url: str
    at: str


@dataclass(frozen=True)
class LetterText:
    """A letter's subject, one line, and its text: sentences, to be said in the language of whoever it goes to."""

    subject: str
    body: str


def letter_of(told: Sequence[Told], workspace: str, settings: str, stop: str) -> LetterText:
    """One letter for all of these, oldest first under their heading. `settings`, `stop`: addresses, whole."""
    parts = []
    for kind, heading in HEADINGS.items():
        rows = [one for one in told[:MOST_SHOWN] if one.kind is kind]
        if rows:
            parts.append(join_sentences("\n\n", [heading, *map(_entry, rows)]))
    if len(told) > MOST_SHOWN:
        parts.append(sentence("And {count} more, on the pages.", count=len(told) - MOST_SHOWN))
    foot = sentence(
        "{workspace}, on IoA Web. What you are told, and how soon: {settings}\nNo more letters: {stop}",
        workspace=one_line(workspace, 80),
        settings=settings,
        stop=stop,
    )
    return LetterText(
        _subject(told, workspace), join_sentences("", [join_sentences("\n\n", parts), "\n\n--\n", foot, "\n"])
    )


def _entry(one: Told) -> str:
    return "\n".join([f"{_quoted(one.title, SUBJECT)} ({one.at})", f"> {_quoted(one.text, LONGEST)}", one.url])


def _quoted(text: str, most: int) -> str:
    return one_line(text, most).replace("://", ": //")


def _subject(told: Sequence[Told], workspace: str) -> Sentence:
    if len(told) == 1:
        return _subject_of(told[0])
    waiting = sum(one.kind in (NoticeKind.DECISION, NoticeKind.WORK) for one in told)
    named = _quoted(workspace, SUBJECT - 40)
    if waiting > 1:
        return sentence("{count} things wait for you in {workspace}", count=waiting, workspace=named)
    return sentence("{count} things happened in {workspace}", count=len(told), workspace=named)


def _subject_of(one: Told) -> Sentence:
    text, title = _quoted(one.text, SUBJECT - 20), _quoted(one.title, SUBJECT - 20)
    if one.kind is NoticeKind.DECISION:
        return sentence("Needs you: {text}", text=text)
    if one.kind is NoticeKind.WORK:
        return sentence("A task for you: {text}", text=text)
    if one.kind is NoticeKind.MENTION:
        return sentence("You are mentioned: {text}", text=text)
    return sentence("{outcome:bare}: {goal}", outcome=text.partition(":")[0], goal=title)


def confirming_letter(name: str, url: str) -> LetterText:
    """Asks whether an address is that of the person `name`. `url`: of the page with the button."""
    body = sentence(
        "{name} entered this address for notices of IoA Web.\n"
        "If that was you, confirm it within a day:\n\n"
        "{url}\n\nIf it was not you, do nothing: nothing more is sent here.\n",
        name=one_line(name, 80),
        url=url,
    )
    return LetterText(sentence("Is this your address?"), body)


def trial_letter(workspace: str, settings: str) -> LetterText:
    """Shows that letters arrive."""
    subject = sentence("Letters of {workspace} arrive", workspace=one_line(workspace, 80))
    return LetterText(subject, sentence("This is what you asked for under {settings}\n", settings=settings))
