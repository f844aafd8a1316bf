"""The content security policy, by path: strict everywhere, wider where the admin's own scripts need it."""

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase


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
