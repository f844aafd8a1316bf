"""What came back: a completion's bytes to an answer, and a model's flat form to the utterance it stands for. Pure.

Compatible servers differ in all that is not needed to get a text across, so nothing but `choices` is relied on.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, Field

from apps.agents.domain.thoughts import without_thoughts
from apps.agents.domain.untrusted_json import load_json, text_in
from apps.chat.domain.states import WaitMode
from apps.chat.domain.utterances import Verdict


class ServerError(ValueError):
    """The server says, in the place of a completion and as if all were well, why there is none."""


def text_of_parts(content: object) -> object:
    """A text that a server sends in parts, without the thoughts of its model among them; what is no list as it is."""
    if not isinstance(content, list):
        return content
    texts = (part.get("text") for part in content if isinstance(part, Mapping))
    return "".join(text for text in texts if isinstance(text, str))


_Content = Annotated[str | None, BeforeValidator(text_of_parts)]


class _Function(BaseModel):
    arguments: str | dict[str, object] = ""


class _ToolCall(BaseModel):
    function: _Function = Field(default_factory=_Function)


class _Message(BaseModel):
    content: _Content = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(BaseModel):
    message: _Message = Field(default_factory=_Message)
    finish_reason: str | None = None


class _Usage(BaseModel):
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class _Completion(BaseModel):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | dict[str, object] | None = None


@dataclass(frozen=True)
class Completion:
    """What a model said in one call. `tokens`: prompt and completion as the server counted, None if it did not."""

    text: str
    refusal: str
    finish_reason: str
    tokens: tuple[int, int] | None


def read_completion(body: bytes) -> Completion:
    """A chat completion. Raises ValueError when `body` is none, ServerError where it says why."""
    if reason := error_in(load_json(body)):
        raise ServerError(reason)
    completion = _Completion.model_validate_json(body)
    choice = completion.choices[0]
    usage = completion.usage
    return Completion(
        text=_text(choice.message),
        refusal=choice.message.refusal or "",
        finish_reason=choice.finish_reason or "",
        tokens=(usage.prompt_tokens, usage.completion_tokens) if isinstance(usage, _Usage) else None,
    )


def error_in(said: object) -> str:
    """Why a server gives no answer, where it says so; empty where it does not."""
    error = said.get("error") if isinstance(said, dict) else None
    if not error:
        return ""
    return text_in(error, "message") or "something went wrong" if isinstance(error, dict) else str(error)


def _text(message: _Message) -> str:
    arguments = message.tool_calls[0].function.arguments if message.tool_calls else ""
    if not arguments:
        return without_thoughts(message.content or "")
    return arguments if isinstance(arguments, str) else json.dumps(arguments)


def to_utterance(form: Mapping[str, object], handles: Iterable[str], draft: int | None = None) -> dict[str, object]:
    """The raw utterance, for `protocol.parse`, that a model's flat form stands for.

    What is no such form is handed on as it is: the parser says what is wrong with it. Owners are spelt as in `handles`;
    a handle that is not among them is no owner: the task is staffed by its needs, or by its title as its need, and says
    who was named.
    `draft`: the task that is accepted or sent back where no number is named.
    """
    kind = form.get("do")
    if draft is not None and isinstance(kind, str) and kind in _ABOUT_DRAFT:
        return _ABOUT_DRAFT[kind](form, draft)
    build = _BUILDERS.get(kind) if isinstance(kind, str) else None
    if build is None:
        return dict(form)
    spelling = {_plain(handle): handle for handle in handles}
    who = {"next_speaker": _spelt(form.get("next"), spelling), "plan": form.get("plan")}
    utterance = {"do": kind, **who, **build(form, spelling)}
    return {key: value for key, value in utterance.items() if value not in (None, "", [])}


Spelling = Mapping[str, str]


def _spelt(handle: object, spelling: Spelling) -> object:
    """A handle as it is spelt where it is known."""
    return spelling.get(_plain(handle), handle) if isinstance(handle, str) else None


def _plain(handle: str) -> str:
    """The same for all spellings of a handle: models like to write @Reader, table_analyst or Table Analyst."""
    return re.sub(r"[\s_-]+", "-", handle.strip().removeprefix("@").lower())


def _assign(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    """Where it is not said, all tasks without an answer among them are awaited: one turn for all results."""
    answer = form.get("answer") or None
    drafts, said = form.get("tasks"), form.get("synchronous")
    waits = said if isinstance(said, bool) else answer is None
    listed = drafts if isinstance(drafts, list) else []
    keys = frozenset(str(draft.get("key")) for draft in listed if isinstance(draft, Mapping))
    return {
        "text": form.get("text"),
        "tasks": [_draft(draft, spelling, waits, keys) for draft in drafts] if isinstance(drafts, list) else drafts,
        "answer": _key(answer),
        "replaces": form.get("numbers"),
        "missing": form.get("missing"),
    }


def _draft(draft: object, spelling: Spelling, synchronous: bool, keys: Collection[str]) -> object:
    if not isinstance(draft, Mapping):
        return draft
    owner = draft.get("owner")
    known = spelling.get(_plain(owner)) if isinstance(owner, str) else None
    needs = draft.get("needs") or ([] if known else [draft.get("title")])
    own = {key: _fitting(key, value) for key, value in draft.items() if value is not None}
    own |= {"key": _key(draft.get("key")), "needs": _listed(needs), "after": _after(draft.get("after"), keys)}
    return own | {"owner": known, "unlisted": None if known else _named(owner), "synchronous": synchronous}


def _named(owner: object) -> str | None:
    """Somebody who was named; models write nobody as a word too."""
    return owner if isinstance(owner, str) and _plain(owner) not in _NOBODY else None


def _form_subteam(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    drafts = form.get("tasks")
    first = drafts[0] if isinstance(drafts, list) and drafts else None
    task = first if isinstance(first, Mapping) else {}
    title = task.get("title")
    return {"title": _fitting("title", title), "purpose": task.get("brief"), "needs": task.get("needs") or [title]}


def _fitting(key: str, value: object) -> object:
    """A title, or a reason, that is a little too long is not worth another call."""
    limit = _LENGTHS.get(key)
    return value[:limit] if limit and isinstance(value, str) else value


def _after(after: object, keys: Collection[str]) -> list[object]:
    """The keys of this plan and, of a number that is none, an earlier task: none is lost or mistaken."""
    return [_place(one, keys) for one in _listed(after)]


def _place(one: object, keys: Collection[str]) -> object:
    named = _key(one)
    is_earlier = isinstance(named, str) and named not in keys and named.isdecimal()
    return f"#{named}" if is_earlier else named


def _key(value: object) -> object:
    """Models that number their tasks write the numbers as such."""
    return str(value) if isinstance(value, int) else value


def _listed(value: object) -> list[object]:
    """A list of one is often written as the one."""
    return value if isinstance(value, list) else [value] if isinstance(value, str | int) and value != "" else []


def _say(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    return {"text": form.get("text"), "answers": _first_number(form)}


def _pass(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    return {}


def _discuss(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    """A member is a handle, or a handle, a colon and what it stands for."""
    listed = form.get("members")
    named = [str(one).partition(":") for one in listed] if isinstance(listed, list) else []
    sides = [side.strip() for _, _, side in named]
    return {
        "protocol": form.get("protocol"),
        "question": form.get("text"),
        "members": [_spelt(handle, spelling) for handle, _, _ in named],
        "sides": sides if all(sides) else [],
        "rounds": _first_number(form),
    }


def _ask_person(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    return {"question": form.get("text") or form.get("question"), "task": _first_number(form)}


def _conclude(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
    """Without words it is the result of the first task that is named."""
    missing, numbers, answer = form.get("missing"), form.get("numbers"), form.get("text") or form.get("answer")
    accepts = None if answer else _first_number(form)
    return {
        "answer": answer,
        "accepts": accepts,
        "verdict": form.get("verdict") or (Verdict.FAILED if missing else Verdict.DONE).value,
        "abandon": numbers[1:] if accepts is not None and isinstance(numbers, list) else numbers,
        "missing": missing,
        "why": _fitting("why", form.get("why")),
    }


def _accept(form: Mapping[str, object], draft: int) -> dict[str, object]:
    number = _first_number(form)
    verdict = (Verdict.DONE if form.get("verdict") in (None, Verdict.DONE) else Verdict.PARTIAL).value
    accepted = {"accepts": draft if number is None else number, "missing": form.get("missing") or []}
    return {"do": "conclude", "verdict": verdict, **accepted}


def _send_back(form: Mapping[str, object], draft: int) -> dict[str, object]:
    number = _first_number(form)
    return {"do": "send_back", "task": draft if number is None else number, "wrong": form.get("text")}


def _wait(mode: WaitMode) -> Callable[[Mapping[str, object], Spelling], dict[str, object]]:
    def build(form: Mapping[str, object], spelling: Spelling) -> dict[str, object]:
        return {"do": "wait_for", "mode": mode.value, "text": form.get("text"), "tasks": form.get("numbers")}

    return build


def _first_number(form: Mapping[str, object]) -> object:
    numbers = form.get("numbers")
    return numbers[0] if isinstance(numbers, list) and numbers else None


_NOBODY = frozenset({"", "null", "none", "nobody", "anybody", "anyone", "any", "unassigned"})
_LENGTHS = {"title": 120, "key": 40, "brief": 8000, "why": 400}
_ABOUT_DRAFT = {"accept": _accept, "send_back": _send_back}
_BUILDERS = {
    "assign": _assign,
    "form_subteam": _form_subteam,
    "say": _say,
    "pass": _pass,
    "discuss": _discuss,
    "ask_person": _ask_person,
    "conclude": _conclude,
    "wait_all": _wait(WaitMode.ALL),
    "wait_any": _wait(WaitMode.ANY),
}
