"""What a program that has no token yet reads of `/mcp`: the metadata of a protected resource (RFC 9728)."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from apps.accounts.domain.access import Scope
from apps.accounts.domain.issuers import Issuer

RESOURCE = "/mcp"
METADATA = f"/.well-known/oauth-protected-resource{RESOURCE}"  # section 3.1: the resource's path comes after


@require_safe
def resource_metadata(request: HttpRequest) -> JsonResponse:
    """The metadata. It names the operator's issuer; without one none, as tokens are made in the hub."""
    issuer: Issuer | None = settings.IOA_ISSUER
    servers = {"authorization_servers": [issuer.url]} if issuer else {}
    return JsonResponse(
        {
            "resource": f"{settings.IOA_PUBLIC_URL}{RESOURCE}",
            "resource_name": "IoA Web",
            "scopes_supported": [Scope.READ, Scope.RUN],
            "bearer_methods_supported": ["header"],
            **servers,
        }
    )


def challenge_for(path: str) -> str:
    """What an address's challenge says beside its realm (section 5.1): where its metadata stands, if it has any."""
    return f', resource_metadata="{settings.IOA_PUBLIC_URL}{METADATA}"' if path == RESOURCE else ""


def wider_challenge(path: str) -> str:
    """What an address says to a token that reaches less far than it takes (RFC 6750, section 3.1); "": nothing."""
    if path != RESOURCE:
        return ""
    return f'Bearer realm="IoA Web", error="insufficient_scope", scope="{Scope.READ} {Scope.RUN}"{challenge_for(path)}'
