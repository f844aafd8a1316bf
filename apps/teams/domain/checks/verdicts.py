"""What somebody who was asked to check says of the work, read from its words: they are hostile input, and may be none.

Asked for is one JSON object; it is also taken from among other words, and the verdict of a member from a line
“Verdict: holds”. A verdict that does not say what was looked at, or what is wrong, verifies and refutes nothing.
"""

import json
from collections.abc import Iterator, Mapping

from apps.core.sentences import join_sentences, sentence
from apps.teams.domain.checks.verification import (
    MOST_EVIDENCE,
    MOST_LINE,
    CheckOutcome,
    leave_unchecked,
    refute,
    shorten,
    verify,
)

MOST_READ = 64_000  # characters of an answer
_MOST_STARTS = 20  # braces at which an object may begin
_MOST_OUTPUT = 30  # lines of a program's output that are kept, the last ones
_YES = frozenset({"true", "yes", "holds", "hold", "verified", "correct", "right", "pass", "passes", "passed", "ok"})
_NO = frozenset({"false", "no", "refuted", "incorrect", "wrong", "fail", "fails", "failed", "not"})
_UNREAD = "@{who} gave no verdict that can be read."


def read_verdict(text: str, who: str) -> CheckOutcome:
    """What comes of the check of a member; `who`: its handle."""
    said = _object_with("holds", text) or _marked(text)
    holds = _truth(said.get("holds"))
    wrong, evidence = _words(said.get("wrong")), _lines(said.get("evidence"))
    if holds is None:
        return leave_unchecked(sentence(_UNREAD, who=who), *_lines(text))
    if holds and not evidence:
        return leave_unchecked(sentence("@{who} says that it holds, and not what it looked at.", who=who))
    if not holds and not wrong:
        return leave_unchecked(sentence("@{who} says that it does not hold, and not why.", who=who), *evidence)
    return (
        verify(sentence("@{who} looked at it: {evidence}", who=who, evidence=evidence[0]), *evidence)
        if holds
        else refute(wrong, *evidence)
    )


def read_run(text: str, who: str) -> CheckOutcome:
    """What comes of a program that a member, `who`, has run: only its exit status counts."""
    said = _object_with("exit_status", text)
    command, status, output = _words(said.get("command")), _status(said.get("exit_status")), _lines(said.get("output"))
    shown = (f"$ {command}", *output[-_MOST_OUTPUT:])
    if not said:
        return leave_unchecked(sentence("@{who} gave no exit status that can be read.", who=who), *_lines(text))
    if status is None or not command:
        return leave_unchecked(
            sentence("@{who} did not run it: {why}", who=who, why=" ".join(output) or sentence("it does not say why."))
        )
    if status == 0:
        return verify(sentence("@{who} ran “{command}”: exit status 0.", who=who, command=command), *shown)
    ended = sentence(
        "“{command}”, which @{who} ran, ended with exit status {status}.", command=command, who=who, status=status
    )
    return refute(join_sentences(" ", [ended, *output[-1:]]), *shown)


def _object_with(key: str, text: str) -> Mapping[str, object]:
    """The last JSON object in a text that has this key; empty: there is none."""
    return next((one for one in reversed(list(_objects(text[:MOST_READ]))) if key in one), {})


def _objects(text: str) -> Iterator[Mapping[str, object]]:
    decoder, place = json.JSONDecoder(), 0
    for _ in range(_MOST_STARTS):
        place = text.find("{", place)
        if place < 0:
            return
        try:
            found, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        if isinstance(found, dict):
            yield found


def _marked(text: str) -> Mapping[str, object]:
    """The verdict of a line that begins with that word; the other lines say what is wrong, or was seen."""
    lines = _lines(text)
    for place, line in enumerate(lines):
        name, colon, rest = line.strip(" *#>-_`").partition(":")
        if colon and name.strip(" *_`").lower() == "verdict":
            others = [*lines[:place], *lines[place + 1 :]]
            return {"holds": _first_truth(rest), "wrong": " ".join(others), "evidence": others}
    return {}


def _first_truth(words: str) -> bool | None:
    """What a line says: a “not” in it counts before a “holds”."""
    said = {one.strip(".,;!*_`()").lower() for one in words.split()[:6]}
    if said & _NO:
        return False
    return True if said & _YES else None


def _truth(said: object) -> bool | None:
    if isinstance(said, bool):
        return said
    return _first_truth(said) if isinstance(said, str) else None


def _status(said: object) -> int | None:
    if isinstance(said, str) and said.strip().lstrip("-").isdecimal() and len(said) < 12:
        return int(said)
    return said if isinstance(said, int) and not isinstance(said, bool) else None


def _words(said: object) -> str:
    if isinstance(said, list):
        said = "; ".join(map(_words, said[:MOST_EVIDENCE]))
    return shorten(" ".join(said.split())) if isinstance(said, str) else ""


def _lines(said: object) -> list[str]:
    """The lines of a text, or of a list of texts, that say anything, within bounds: of many the last."""
    if isinstance(said, str):
        kept = [line for line in said[-MOST_READ:].splitlines() if line.strip()]
    elif isinstance(said, list):
        kept = [one for one in map(_words, said) if one]
    else:
        kept = []
    return [shorten(line.strip(), MOST_LINE) for line in kept[-MOST_EVIDENCE:]]
