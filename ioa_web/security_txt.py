"""/.well-known/security.txt (RFC 9116): whom to tell of a weakness of this installation."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

LASTS = timedelta(days=180)  # where the operator named no end; the RFC wants less than a year


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The file, with CRLF line ends."""
    return HttpResponse("\r\n".join([*_fields(), ""]), content_type="text/plain; charset=utf-8")


def _fields() -> Iterator[str]:
    yield from (f"Contact: {contact}" for contact in settings.IOA_SECURITY_CONTACT)
    expires = settings.IOA_SECURITY_EXPIRES or datetime.now(UTC) + LASTS
    yield f"Expires: {expires.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    yield "Preferred-Languages: en"
    if settings.HTTPS:  # the RFC knows no web address without TLS
        yield f"Canonical: {settings.IOA_PUBLIC_URL}/.well-known/security.txt"
