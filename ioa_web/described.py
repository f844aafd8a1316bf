"""The description of the REST API, with errors under the media type that they are sent with."""

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from ioa_web.problems import MEDIA_TYPE

FIRST_ERROR = 400


class DescribedAPI(NinjaAPI):
    """ninja describes every answer as application/json; our errors are problem documents."""

    def get_openapi_schema(self, **where: Any) -> OpenAPISchema:
        """The OpenAPI document."""
        document = super().get_openapi_schema(**where)
        for methods in document["paths"].values():
            for operation in methods.values():
                for status, answer in operation["responses"].items():
                    if int(status) >= FIRST_ERROR and "content" in answer:
                        answer["content"] = {MEDIA_TYPE: answer["content"].pop("application/json")}
        return document
