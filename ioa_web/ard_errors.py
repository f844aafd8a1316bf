"""Errors of the registry: what a problem document says, as the object of Agentic Resource Discovery.

Source: the specification v0.91, appendix B.
"""

import json

from django.http import HttpResponse

PATHS = "/ard/"
INVALID = 400
"""What is refused for its fields is 422 elsewhere here; these clients know 400."""

CODES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    405: "METHOD_NOT_ALLOWED",
    422: "INVALID_ARGUMENT",
    429: "RATE_LIMIT_EXCEEDED",
    503: "UNAVAILABLE",
}


def in_ard_form(path: str, document: HttpResponse) -> HttpResponse:
    """A problem document as clients of the registry read errors; its headers stay."""
    if not path.startswith(PATHS):
        return document
    status = document.status_code
    usual = "INTERNAL_ERROR" if status >= 500 else "INVALID_ARGUMENT"
    said = {"errorCode": CODES.get(status, usual), "message": json.loads(document.content)["detail"]}
    document.content = json.dumps(said).encode()
    document["Content-Type"], document["Content-Length"] = "application/json", str(len(document.content))
    document["Cache-Control"] = "no-store"
    if status == 422:
        document.status_code = INVALID
    return document
