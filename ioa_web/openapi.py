"""The description of the REST API: short names for those who generate clients, the scopes of tokens, and errors under
the media type they are sent with.
"""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation

from ioa_web.answers import QuickRenderer
from ioa_web.problems import MEDIA_TYPE
from ioa_web.scopes import scope_of

FIRST_ERROR = 400
PARTS = "#/components/schemas/"
NO_NAMES = {"MultiPartBodyParams", "FileParams"}
"""What ninja calls each form with files, with fields beside them and without."""


class DescribedAPI(NinjaAPI):
    """ninja names operations by module, writes forms in place and describes every answer as application/json."""

    def __init__(self, **options: Any) -> None:
        super().__init__(renderer=QuickRenderer(), **options)
        self._documents: dict[str, OpenAPISchema] = {}

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
                    if int(status) >= FIRST_ERROR and "content" in answer:
                        answer["content"] = {MEDIA_TYPE: answer["content"].pop("application/json")}
        return document


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
