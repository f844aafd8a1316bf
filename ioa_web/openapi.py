"""The description of the REST API, with the scopes of tokens, and errors under the media type they are sent with."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from ioa_web.problems import MEDIA_TYPE
from ioa_web.scopes import scope_of

FIRST_ERROR = 400


class DescribedAPI(NinjaAPI):
    """ninja describes every answer as application/json; our errors are problem documents."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._documents: dict[str, OpenAPISchema] = {}

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
                for status, answer in operation["responses"].items():
                    if int(status) >= FIRST_ERROR and "content" in answer:
                        answer["content"] = {MEDIA_TYPE: answer["content"].pop("application/json")}
        return document
