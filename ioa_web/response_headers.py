"""What answers say in their headers: the policy of their path, and whether they changed."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware


class PolicyByPath(CSPMiddleware):
    """django-csp with a second policy for the admin."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The configured policy; under the admin with the admin's sources in place of the strict ones."""
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and request.path_info.startswith(f"/{settings.ADMIN_PATH}"):
            parts.replace = {**settings.ADMIN_CONTENT_SECURITY_POLICY, **(parts.replace or {})}
        return parts


class CompressedPages(GZipMiddleware):
    """Django's own, with its random lengths against guessing, for pages and their parts alone.

    What programs read keeps its strong ETag, and streams come as they are.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress HTML for who takes it."""
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


class ApiConditional(ConditionalGetMiddleware):
    """Django's own, for what programs read; pages carry tokens that differ each time."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the ETag, or answer 304."""
        if not request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)
