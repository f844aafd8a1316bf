"""What answers say in their headers: the policy of their path, whether they changed, where the manifests are."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin

from ioa_web.problems import PROGRAMS


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
        """Have nothing on the way keep what is for one person alone; under /api/ add the ETag, or answer 304."""
        if request.path_info.startswith(PROGRAMS):
            response.headers.setdefault("Cache-Control", "private, no-cache")
        if not request.path_info.startswith("/api/"):
            return response
        return super().process_response(request, response)


class ManifestLinks(MiddlewareMixin):
    """Says beside each page where the hub's manifests are, for who reads headers and not the page.

    Source: the ARD specification v0.91, section 5.1; the form is that of RFC 8288.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add the links to whole pages."""
        if response.get("Content-Type", "").startswith("text/html") and "HX-Request" not in request.headers:
            response["Link"] = f'<{reverse("ard-manifest")}>; rel="ard", <{reverse("ai-catalog")}>; rel="ai-catalog"'
        return response
