"""The only reader of what a voice returned: untrusted text or JSON in, an utterance or a reason out."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from apps.chat.domain.utterances import MAX_TEXT, MAX_TITLE, Assign, Say, Stance, TaskDraft, Utterance
from apps.core.sentences import change_words, sentence
from apps.core.texts import drop_unstorable
from apps.core.validation import first_fault
from apps.teams.domain.waits import WaitGraph, circle_through, path_in_words

MAX_RAW = 200_000
"""Characters of an answer that are looked at; a longer one is a failure, not something to be read in part."""

_ADAPTER: TypeAdapter[Utterance] = TypeAdapter(Utterance)
_FENCE = re.compile(r"```(?:json)?\s*(?=\{)")
_MAX_REASON = 300
_STANCES = frozenset(stance.value for stance in Stance)


@dataclass(frozen=True)
class Misspoken:
    """Why an answer is no utterance: one sentence that the voice can act on. `text`: what it said, if words."""

    reason: str
    text: str = ""


def parse(raw: str | Mapping[str, object], *, known_tasks: Sequence[int] = ()) -> Utterance | Misspoken:
    """Read a voice's answer. Plain words are a thing said; an empty or endless answer, or a broken object, is not.

    `known_tasks` are the numbers of the team's tasks so far.
    """
    data = raw if isinstance(raw, Mapping) else _as_object(raw)
    if isinstance(data, Misspoken | Say):
        return data
    try:
        utterance = _ADAPTER.validate_python(_in_full(data))
    except ValidationError as error:
        return Misspoken(change_words(_first_error(error), drop_unstorable)[:_MAX_REASON], _words(data))
    if isinstance(utterance, Assign) and not known_tasks:  # forms have a place for numbers, and models fill it
        utterance = utterance.model_copy(update={"replaces": ()})
    if isinstance(utterance, Assign) and (reason := graph_error(utterance, known_tasks)):
        return Misspoken(reason[:_MAX_REASON], utterance.text)
    return utterance


def parse_talk(raw: str | Mapping[str, object], *, known_tasks: Sequence[int] = ()) -> Utterance | Misspoken:
    """Read what a member said that does not lead: what is no utterance is a thing said, as it stands."""
    heard = parse(raw, known_tasks=known_tasks)
    if not isinstance(heard, Misspoken):
        return heard
    words = heard.text or (drop_unstorable(raw).strip()[:MAX_TEXT] if isinstance(raw, str) else "")
    return Say(text=words) if words else heard


def _in_full(data: Mapping[str, object]) -> dict[str, object]:
    """The utterance that a short form stands for: `next`, a stance in the place of "say", a team's purpose as text."""
    full = dict(data)
    if isinstance(named := full.get("next"), str):
        full.setdefault("next_speaker", named)
    kind = full.get("do")
    if isinstance(kind, str) and kind in _STANCES:
        full |= {"do": "say", "stance": kind}
    if kind == "form_subteam" and isinstance(text := full.get("text"), str):
        full.setdefault("purpose", text)
        full.setdefault("title", text.strip().split("\n", 1)[0][:MAX_TITLE])
    return full


def _as_object(raw: str) -> Mapping[str, object] | Say | Misspoken:
    text = drop_unstorable(raw).strip()
    if not text:
        return Misspoken(sentence("The answer was empty."))
    if len(text) > MAX_RAW:
        return Misspoken(
            sentence(
                "The answer had {count:,} characters; at most {max_raw:,} are read.", count=len(text), max_raw=MAX_RAW
            )
        )
    candidate = _without_fence(text)
    if not candidate.startswith("{"):
        return Say(text=text[:MAX_TEXT])
    try:
        data: dict[str, object] = json.loads(candidate)
    except (ValueError, RecursionError):
        return Misspoken(sentence("The answer began like a JSON object but is not valid JSON."))
    return data


def _without_fence(text: str) -> str:
    """The object in a code fence, from the first that opens with one to the last fence; `text` where there is none.

    In one pass: an answer made of fences must not cost more than another of its length.
    """
    opening, closing = _FENCE.search(text), text.rfind("```")
    inside = text[opening.end() : closing].rstrip() if opening else ""
    return inside if inside.endswith("}") else text


def _words(data: Mapping[str, object]) -> str:
    text = data.get("text") or data.get("answer") or data.get("question")
    return drop_unstorable(text).strip()[:MAX_TEXT] if isinstance(text, str) else ""


def _first_error(error: ValidationError) -> str:
    """The first fault, as whoever spoke and people in the room can read it: pydantic names types of ours."""
    fault, (place, words) = error.errors(include_url=False, include_input=False)[0], first_fault(error)
    where, bounds = ".".join(place) or "do", fault.get("ctx", {})
    match fault["type"]:
        case "union_tag_not_found":
            return sentence("do: say what is to be done.")
        case "union_tag_invalid":
            return sentence("do: nobody can “{tag}”.", tag=bounds["tag"])
        case "missing":
            return sentence("{where}: it is needed.", where=where)
        case "tuple_type":
            return sentence("{where}: a list is needed.", where=where)
        case "too_short" if bounds["field_type"] == "Tuple":
            return sentence("{where}: it must not be empty.", where=where)
        case "too_long" if bounds["field_type"] == "Tuple":
            most, count = bounds["max_length"], bounds["actual_length"]
            return sentence("{where}: at most {most} are taken, not {count}.", where=where, most=most, count=count)
    return sentence("{where}: {fault}", where=where, fault=words)


def graph_error(assign: Assign, known_tasks: Sequence[int]) -> str:
    """Why the task graph can't be run, as a sentence; empty when it can."""
    keys = [draft.key for draft in assign.tasks]
    if len(set(keys)) != len(keys):
        return sentence("tasks: two tasks have the same key.")
    known = set(keys) | {f"#{number}" for number in known_tasks}
    for draft in assign.tasks:
        if reason := _draft_error(draft, known):
            return reason
    if assign.answer and assign.answer not in keys:
        return sentence("answer: there is no task {answer} here; give the key of one.", answer=repr(assign.answer))
    if unknown := [number for number in assign.replaces if number not in known_tasks]:
        return sentence("There is no task {unknown} that could be taken back.", unknown=unknown[0])
    if circle := _circle(assign.tasks):
        return sentence("tasks: the dependencies form a cycle: {circle}.", circle=circle)
    return ""


def _draft_error(draft: TaskDraft, known: set[str]) -> str:
    if draft.key.startswith("#"):
        return sentence("task {key}: a key must not begin with '#', which names earlier tasks.", key=repr(draft.key))
    if not draft.owner and not draft.needs:
        return sentence("task {key}: give an owner or at least one need.", key=repr(draft.key))
    if unknown := [key for key in draft.after if key not in known]:
        return sentence(
            "task {key}: it comes after {unknown}, which is not a task.", key=repr(draft.key), unknown=repr(unknown[0])
        )
    return ""


def _circle(drafts: Sequence[TaskDraft]) -> str:
    """Which tasks would wait for each other for ever, in words; "" for none."""
    graph = WaitGraph({}, {}, {}, {draft.key: frozenset(draft.after) for draft in drafts})
    circles = (circle_through(graph, draft.key) for draft in drafts)
    return next((path_in_words([str(key) for key in circle]) for circle in circles if circle), "")
