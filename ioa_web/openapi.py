"""The description of the REST API: short names for those who generate clients, the scopes of tokens, and errors under
the media type they are sent with.
"""

import re
from collections.abc import Mapping
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

        Raises Refused for a name in the query that the operation does not know: a typing error would narrow nothing.
        """
        known = self._queries.get(operation_of(request), frozenset())
        if unknown := sorted(request.GET.keys() - known):
            raise Refused(**{name: sentence(UNKNOWN, names=", ".join(sorted(known)) or NONE) for name in unknown})
        return super().create_temporal_response(request)

    @cached_property
    def _queries(self) -> Mapping[str, frozenset[str]]:
        """The names that the query of each operation may have."""
        return {
            f"{method} /{_without_kinds(f'{bound.prefix}{path}')}": _query_names(operation)
            for bound in self._get_bound_routers()
            for path, view in bound.path_operations.items()
            for operation in view.operations
            for method in operation.methods
        }

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


def _query_names(operation: Operation) -> frozenset[str]:
    return frozenset(
        name
        for model in operation.models
        if model.__ninja_param_source__ == "query"
        for name in model.__ninja_flatten_map__
    )


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
    return name
