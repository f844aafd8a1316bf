"""/robots.txt (RFC 9309): where programs find what the hub tells everybody."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

LINES = ("User-agent: *", "Disallow:", "", "Agentmap: {url}/.well-known/ard.json", "")
"""Nothing is closed: what nobody shall find says so itself, which a crawler that may not read it would not see."""


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """The file, with the directive of Agentic Resource Discovery."""
    told = "\n".join(LINES).format(url=settings.IOA_PUBLIC_URL)
    return HttpResponse(told, content_type="text/plain; charset=utf-8")
