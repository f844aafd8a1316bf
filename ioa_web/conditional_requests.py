"""ETags of the REST API: who asks again with `If-None-Match` gets 304 while nothing changed."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware


class ApiConditional(ConditionalGetMiddleware):
    """Django's own, for what programs read; pages carry tokens that differ each time."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the ETag, or answer 304."""
        if not request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)
