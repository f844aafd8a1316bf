"""Reading a goal from a request: JSON, or a form where files come along."""

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.errors import ValidationError as Invalid
from pydantic import ValidationError

from apps.api.rest.schemas.goals import GoalIn
from apps.chat.actions import GoalRequest, Upload
from apps.chat.domain.uploads import Sent

FORM, JSON = "multipart/form-data", "application/json"
KEY_HEADER = "Idempotency-Key"
OBJECTS = frozenset({"limits", "claimed_chain"})
"""Fields of a form that are JSON."""


def goal_request(request: HttpRequest) -> GoalRequest:
    """What was asked. Raises ninja's errors for what can't be read or is too large."""
    if request.content_type in (JSON, ""):
        goal, files = _goal(_parse(request.body)), tuple[Upload, ...]()
    elif request.content_type == FORM:
        _check_length(request)
        goal, files = _goal(_form(request)), _uploads(request.FILES.getlist("files"))
    else:
        raise HttpError(415, f"Send {JSON}, or {FORM} where files come along.")
    return GoalRequest(
        text=goal.text,
        limits=goal.named_limits,
        team=tuple(goal.team),
        priority=goal.priority,
        claimed_chain=goal.claimed_chain,
        shows_plan=goal.shows_plan,
        review=goal.review or "",
        protocol=goal.protocol,
        files=files,
        idempotency_key=request.headers.get(KEY_HEADER, ""),
    )


def _goal(data: Any) -> GoalIn:
    try:
        return GoalIn.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        raise Invalid([{"loc": ("body", "goal", *entry["loc"]), "msg": entry["msg"]} for entry in found]) from None


def _parse(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise HttpError(400, "This is not JSON.") from None


def _form(request: HttpRequest) -> dict[str, Any]:
    """The form's fields as GoalIn has them: `team` repeats, OBJECTS are JSON; unknown names stay, to be refused."""
    fields: dict[str, Any] = {name: request.POST[name] for name in request.POST}
    if "team" in fields:
        fields["team"] = request.POST.getlist("team")
    for name in OBJECTS & fields.keys():
        fields[name] = _parse(fields[name])
    return fields | {name: "" for name in request.FILES if name != "files"}


def _check_length(request: HttpRequest) -> None:
    """Refuse a form that can't be small enough before it is taken apart."""
    most = settings.IOA_REQUEST_LIMIT
    if int(request.META.get("CONTENT_LENGTH") or 0) > most:
        raise HttpError(413, f"All files together have at most {most // 2**20} MB.")


def _uploads(files: "Sequence[UploadedFile[bytes]]") -> tuple[Upload, ...]:
    return tuple(Upload(file.name or "file", sent_file(file)) for file in files)


def sent_file(file: "UploadedFile[bytes]") -> Sent:
    """A file that came along, to be read. Raises ninja's error for one that is too large."""
    if (file.size or 0) > settings.IOA_FILE_LIMIT:
        raise HttpError(413, f"A file has at most {settings.IOA_FILE_LIMIT // 2**20} MB.")
    return Sent(file)


def body_schemas() -> dict[str, Any]:
    """The two bodies for the API's description: GoalIn as JSON, and GoalForm, which files may come with."""
    goal = GoalIn.model_json_schema(ref_template="#/components/schemas/{model}")
    key = {
        "name": KEY_HEADER,
        "in": "header",
        "schema": {"type": "string", "maxLength": 200},
        "description": "The same key with the same request gives the goal it made before; with another one, 409.",
    }
    content = {JSON: {"schema": goal}, FORM: {"schema": _form_schema(goal)}}
    return {"requestBody": {"required": True, "content": content}, "parameters": [key]}


def _form_schema(goal: dict[str, Any]) -> dict[str, Any]:
    """The fields of a goal as a form has them, with files. A form has no null: what is not meant is left out."""
    fields = {name: _without_null(field) for name, field in goal["properties"].items()}
    texts = {name: {"type": "string", "description": "The same as JSON text."} for name in sorted(OBJECTS)}
    files = {"type": "array", "title": "Files", "items": {"type": "string", "format": "binary"}}
    about = "A goal to work on, as a form: files may come with it."
    return goal | {"title": "GoalForm", "description": about, "properties": {**fields, **texts, "files": files}}


def _without_null(field: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in field.items() if name != "anyOf" and value is not None}
    found = [one for one in field.get("anyOf", ()) if one != {"type": "null"}]
    return kept | (found[0] if found else {})
