"""The description of the REST API: short names for those who generate clients, the scopes of tokens, and errors under
the media type they are sent with.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from apps.accounts.domain.errors import Refused
from apps.core.sentences import sentence
from ioa_web.answers import QuickRenderer
from ioa_web.problems import MEDIA_TYPE
from ioa_web.scopes import operation_of, scope_of

FIRST_ERROR = 400
UNKNOWN = "This operation knows no such query. It knows: {names}."
UNKNOWN_FIELD = "This form has no such field. It has: {names}."
ONCE = sentence("Only one value is taken here: send this once.")
NONE = sentence("none")
PARTS = "#/components/schemas/"
NO_NAMES = {"MultiPartBodyParams", "FileParams"}
"""What ninja calls each form with files, with fields beside them and without."""


class DescribedAPI(NinjaAPI):
    """ninja names operations by module, writes forms in place and describes every answer as application/json."""

    def __init__(self, **options: Any) -> None:
        super().__init__(renderer=QuickRenderer(), **options)
        self._documents: dict[str, OpenAPISchema] = {}

    def create_temporal_response(self, request: HttpRequest) -> HttpResponse:
        """See NinjaAPI, which has this done once it is known who asks, and before it is read what for.

        Raises Refused for a name in the query, or in a form with a file, that the operation does not know: a typing
        error would narrow nothing, and put a new file where the next version was meant. So too for a name that stands
        twice in the query where one value is taken: the first would be nothing.
        """
        asked = operation_of(request)
        known = self._queries.get(asked, frozenset())
        if unknown := request.GET.keys() - known:
            raise Refused(**dict.fromkeys(sorted(unknown), sentence(UNKNOWN, names=_in_words(known))))
        single = request.GET.keys() - self._lists.get(asked, frozenset())
        if twice := {name for name in single if len(request.GET.getlist(name)) > 1}:
            raise Refused(**dict.fromkeys(sorted(twice), ONCE))
        fields = self._forms.get(asked)
        if fields and request.FILES and (unknown := (request.POST.keys() | request.FILES.keys()) - fields):
            raise Refused(**dict.fromkeys(sorted(unknown), sentence(UNKNOWN_FIELD, names=_in_words(fields))))
        return super().create_temporal_response(request)

    @cached_property
    def _queries(self) -> Mapping[str, frozenset[str]]:
        """The names that the query of each operation may have."""
        return {named: _names(operation, {"query"}) for named, operation in self._operations()}

    @cached_property
    def _lists(self) -> Mapping[str, frozenset[str]]:
        """Those of them that may stand in a query more than once."""
        return {named: _lists_in_query(operation) for named, operation in self._operations()}

    @cached_property
    def _forms(self) -> Mapping[str, frozenset[str]]:
        """The fields of each form that ninja reads, which says by itself when the file is missing."""
        return {named: _names(operation, {"form", "file"}) for named, operation in self._operations()}

    def _operations(self) -> Iterator[tuple[str, Operation]]:
        for bound in self._get_bound_routers():
            for path, view in bound.path_operations.items():
                for operation in view.operations:
                    for method in operation.methods:
                        yield f"{method} /{_without_kinds(f'{bound.prefix}{path}')}", operation

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of the function: `create_goal`. No two have the same, as a test sees."""
        return operation.view_func.__name__

    def get_openapi_schema(
        self, *, path_prefix: str | None = None, path_params: dict[str, Any] | None = None
    ) -> OpenAPISchema:
        """The OpenAPI document; made once for each prefix, since that takes half a second. Not to be changed."""
        prefix = self.get_root_path(path_params or {}) if path_prefix is None else path_prefix
        if prefix not in self._documents:
            self._documents[prefix] = self._described(prefix)
        return self._documents[prefix]

    def _described(self, prefix: str) -> OpenAPISchema:
        document = super().get_openapi_schema(path_prefix=prefix)
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                operation["x-scope"] = scope_of(method.upper(), path.removeprefix(prefix.rstrip("/")))
                _name_body(operation, document["components"]["schemas"])
                for status, answer in operation["responses"].items():
                    if int(status) >= FIRST_ERROR and "application/json" in answer.get("content", ()):
                        answer["content"] = {MEDIA_TYPE: answer["content"].pop("application/json")}
        return document


def _without_kinds(path: str) -> str:
    return re.sub(r"{(?:\w+:)?(\w+)}", r"{\1}", path.strip("/"))


def _in_words(names: Collection[str]) -> str:
    return ", ".join(sorted(names)) or NONE


def _names(operation: Operation, sources: Collection[str]) -> frozenset[str]:
    """What may be named in these parts of a request; only of files ninja keeps no map."""
    return frozenset(
        name
        for model in operation.models
        if model.__ninja_param_source__ in sources
        for name in getattr(model, "__ninja_flatten_map__", model.model_fields)
    )


def _lists_in_query(operation: Operation) -> frozenset[str]:
    """The names in its query that take several values."""
    queries = [model for model in operation.models if model.__ninja_param_source__ == "query"]
    return frozenset(name for model in queries for name in getattr(model, "__ninja_collection_fields__", ()))


def _name_body(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Put a body that is written in place among the named ones, under its title or, without, its operation's."""
    body = operation.get("requestBody")
    if body is None:
        return
    content = {}
    for media_type, part in body["content"].items():
        schema = part["schema"]
        if "$ref" not in schema:
            schema = {"$ref": PARTS + _note(schema, operation["operationId"], schemas)}
        content[media_type] = part | {"schema": schema}
    operation["requestBody"] = body | {"content": content}


def _note(schema: dict[str, Any], operation: str, schemas: dict[str, Any]) -> str:
    """Keep a schema with those that it brings along, and say its name."""
    title = schema["title"]
    name = operation.title().replace("_", "") + "Form" if title in NO_NAMES else title
    schemas |= schema.get("$defs", {})
    schemas[name] = {key: value for key, value in schema.items() if key != "$defs"} | {"title": name}
    if title in NO_NAMES:
        schemas[name]["additionalProperties"] = False
    return name
