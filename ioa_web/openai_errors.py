"""Errors at the doors that speak OpenAI's forms: what a problem document says, as the object that clients read."""

import json
from collections.abc import Mapping

from django.http import HttpResponse

PATHS = "/v1/"
INVALID = 400
"""What is refused for its fields is 422 elsewhere here; these clients know 400."""

# status -> (type, code)
KINDS: Mapping[int, tuple[str, str | None]] = {
    401: ("authentication_error", "invalid_api_key"),
    403: ("permission_error", None),
    404: ("invalid_request_error", "not_found"),
    409: ("conflict_error", None),
    429: ("rate_limit_error", "rate_limit_exceeded"),
    500: ("server_error", None),
    503: ("server_error", None),
}
USUAL = ("invalid_request_error", None)


def in_openai_form(path: str, document: HttpResponse) -> HttpResponse:
    """A problem document as clients of this path read errors; its headers stay."""
    if not path.startswith(PATHS):
        return document
    problem = json.loads(document.content)
    kind, code = KINDS.get(document.status_code, USUAL)
    param = next((error["field"] for error in problem.get("errors", ()) if error["field"]), None)
    error = {"message": problem["detail"], "type": kind, "param": param, "code": code}
    document.content = json.dumps({"error": error}).encode()
    document["Content-Type"], document["Content-Length"] = "application/json", str(len(document.content))
    if document.status_code == 422:
        document.status_code = INVALID
    return document
