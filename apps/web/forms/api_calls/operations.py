"""The request that does what a form does, and what it is made of."""

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from django.http import QueryDict

from apps.accounts.domain.access import Actor

Body = dict[str, object]
BASE = "/api/v1"
TOKEN = "$IOA_TOKEN"  # noqa: S105 - where the reader's own goes
SECRETS = frozenset({"api_key", "key", "token", "headers"})
"""Fields whose value is never written out."""


@dataclass(frozen=True)
class FormSent:
    """A form as it stands: its fields, what its address names, the address's own query, and whose it is."""

    actor: Actor
    fields: QueryDict
    names: Mapping[str, object]
    query: QueryDict


@dataclass(frozen=True)
class RestOperation:
    """An operation of the API that does what a form does.

    `path` stands below the API's base; a name in it is one of the form's address, else of a field. `body` gives what is
    sent as JSON; None: nothing is. `upload`: the name of the file that is sent instead. `query`: what stands in the
    address where its field is filled in.
    """

    method: str
    path: str
    body: Callable[[FormSent], Body] | None = None
    upload: str = ""
    query: Mapping[str, str] = field(default_factory=dict)

    def call(self, sent: FormSent) -> "ApiCall":
        """The request for a form as it stands."""
        names = {name: str(value) for name, value in [*sent.fields.items(), *sent.names.items()]}
        path = self.path.format(**{name: quote(value, safe="") for name, value in names.items()})
        asked = urlencode({name: names[one] for name, one in self.query.items() if names.get(one)})
        path = f"{path}?{asked}" if asked else path
        return ApiCall(self.method, path, self.body(sent) if self.body else None, self.upload)


@dataclass(frozen=True)
class ApiCall:
    """A request, with its body as JSON, None where there is none, or with a file."""

    method: str
    path: str
    body: Body | None
    upload: str = ""

    def as_curl(self, origin: str) -> str:
        """The request as a command; the token is named, never written out."""
        parts = [f"curl -X {self.method} {shlex.quote(f'{origin}{BASE}{self.path}')}"]
        parts.append(f'-H "Authorization: Bearer {TOKEN}"')
        if self.body is not None:
            parts.append("-H 'Content-Type: application/json'")
            parts.append(f"-d {shlex.quote(json.dumps(self.body, ensure_ascii=False))}")
        if self.upload:
            parts.append(f"-F {shlex.quote(f'file=@{self.upload}')}")
        return " \\\n  ".join(parts)


def without_secrets(fields: QueryDict) -> QueryDict:
    """The fields, with the name of each secret in the place of what was typed."""
    kept = fields.copy()
    for name in SECRETS & set(kept):
        if kept[name]:
            kept[name] = f"<{name}>"
    return kept


def fields_as(*names: str, **others: str) -> Callable[[FormSent], Body]:
    """Fields that are called alike, and those that have another name in the API (`name in the API="field"`).

    What is empty is left out, but for the first.
    """
    pairs = {name: name for name in names} | others
    first = next(iter(pairs))

    def body(sent: FormSent) -> Body:
        found = {name: sent.fields.get(field, "") for name, field in pairs.items()}
        return {name: value for name, value in found.items() if value or name == first}

    return body


def number(value: str, *, whole: bool = False) -> object:
    """The number; what is none as it was typed, so that the API says what is wrong with it."""
    try:
        return int(value) if whole else float(value)
    except ValueError:
        return value


def numbers(sent: FormSent, *names: str, whole: bool = False) -> Body:
    """Those of the fields in which something stands."""
    return {name: number(str(sent.fields[name]), whole=whole) for name in names if sent.fields.get(name)}


def days_chosen(sent: FormSent) -> object:
    """The days of a choice of how long; None: for ever."""
    days = sent.fields.get("days", "")
    return number(days, whole=True) if days else None
