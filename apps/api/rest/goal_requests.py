"""Reading a goal from a request: JSON, or a form where files come along."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from ninja.errors import HttpError
from ninja.errors import ValidationError as Invalid
from pydantic import BaseModel, ValidationError

from apps.api.rest.schemas.goals import GoalIn, TemplateUseIn
from apps.chat.actions import GoalRequest, Upload
from apps.chat.actions.goal_templates import TemplateUse
from apps.chat.domain.uploads import Sent
from apps.core.json_texts import read_json
from apps.core.sentences import sentence

FORM, JSON = "multipart/form-data", "application/json"
Asked = TypeVar("Asked", bound=BaseModel)
KEY_HEADER = "Idempotency-Key"
KEY: dict[str, Any] = {
    "parameters": [
        {
            "name": KEY_HEADER,
            "in": "header",
            "schema": {"type": "string", "maxLength": 200},
            "description": "The same key with the same request gives the goal it made before; with another one, 409.",
        }
    ]
}
"""What the description of an operation says of the key."""
OBJECTS = frozenset({"limits", "claimed_chain", "blanks"})
"""Fields of a form that are JSON."""


class UnreadableField(HttpError):
    """A field of a form that is to be JSON and is not."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(400, sentence("{field}: {fault}", field=field, fault=fault))
        self.field, self.fault = field, fault


def goal_request(request: HttpRequest) -> GoalRequest:
    """What was asked. Raises ninja's errors for what can't be read or is too large."""
    body, files = _body(request)
    goal = _valid(GoalIn, body, "goal")
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


def template_use(request: HttpRequest) -> TemplateUse:
    """What a template is to be filled with. Raises ninja's errors for what can't be read or is too large."""
    body, files = _body(request)
    use = _valid(TemplateUseIn, body, "use")
    team = None if use.team is None else tuple(use.team)
    return TemplateUse(use.blanks, team, files, request.headers.get(KEY_HEADER, ""))


def _body(request: HttpRequest) -> tuple[Any, tuple[Upload, ...]]:
    """The fields that were sent, and the files that came along."""
    if request.content_type in (JSON, ""):
        return _parse(request.body), ()
    if request.content_type == FORM:
        _check_length(request)
        return _form(request), _uploads(request.FILES.getlist("files"))
    raise HttpError(415, f"Send {JSON}, or {FORM} where files come along.")


def _valid(model: type[Asked], data: Any, where: str) -> Asked:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise Invalid([{**entry, "loc": ("body", where, *entry["loc"])} for entry in found]) from None


def _parse(body: bytes) -> Any:
    try:
        return read_json(body)
    except ValueError as error:
        raise HttpError(400, error.args[0]) from None


def _parse_field(name: str, text: str) -> Any:
    try:
        return read_json(text)
    except ValueError as error:
        raise UnreadableField(name, error.args[0]) from None


def _form(request: HttpRequest) -> dict[str, Any]:
    """The form's fields as JSON has them: `team` repeats, OBJECTS are JSON; unknown names stay, to be refused."""
    fields: dict[str, Any] = {name: request.POST[name] for name in request.POST}
    if "team" in fields:
        fields["team"] = request.POST.getlist("team")
    for name in OBJECTS & fields.keys():
        fields[name] = _parse_field(name, fields[name])
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
    return _bodies(GoalIn, "GoalForm", "A goal to work on", OBJECTS - {"blanks"})


def use_bodies() -> dict[str, Any]:
    """The two bodies with which a template becomes a goal: TemplateUseIn as JSON, and TemplateUseForm."""
    return _bodies(TemplateUseIn, "TemplateUseForm", "What a template becomes a goal with", frozenset({"blanks"}))


def _bodies(model: type[BaseModel], form: str, about: str, objects: frozenset[str]) -> dict[str, Any]:
    sent = model.model_json_schema(ref_template="#/components/schemas/{model}")
    as_form = _form_schema(sent, objects) | {
        "title": form,
        "description": f"{about}, as a form: files may come with it.",
    }
    content = {JSON: {"schema": sent}, FORM: {"schema": as_form}}
    return {"requestBody": {"required": True, "content": content}} | KEY


def _form_schema(sent: dict[str, Any], objects: frozenset[str]) -> dict[str, Any]:
    """The same fields as a form has them, with files. A form has no null: what is not meant is left out."""
    fields = {name: _without_null(field) for name, field in sent["properties"].items()}
    texts = {name: {"type": "string", "description": "The same as JSON text."} for name in sorted(objects)}
    files = {"type": "array", "title": "Files", "items": {"type": "string", "format": "binary"}}
    return sent | {"properties": {**fields, **texts, "files": files}}


def _without_null(field: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in field.items() if name != "anyOf" and value is not None}
    found = [one for one in field.get("anyOf", ()) if one != {"type": "null"}]
    return kept | (found[0] if found else {})
