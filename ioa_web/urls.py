"""Every address: the REST API, IoA's own request, the admin, health, then the pages of accounts, agents and chat."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from apps.api.a2a.cards import hub_card, signing_keys
from apps.api.ard.manifest import manifest
from apps.api.mcp.protected import METADATA, resource_metadata
from apps.web.views.accounts.sign_in import sign_in_to_admin
from ioa_web.api import api, launching, listing, meeting, modelling, showing, tooling, working
from ioa_web.health import health, readiness
from ioa_web.metrics import metrics
from ioa_web.robots_txt import robots_txt
from ioa_web.security_txt import security_txt

handler400 = "ioa_web.errors.bad_request"
handler404 = "ioa_web.errors.not_found"
handler500 = "ioa_web.errors.server_error"
to_its_pages = RedirectView.as_view(url="/api/v1/docs", http_method_names=["get"])
urlpatterns = [
    path("healthz", health, name="health"),
    path("readyz", readiness, name="readiness"),
    path("metrics", metrics, name="metrics"),
    path("robots.txt", robots_txt, name="robots-txt"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path(".well-known/agent-card.json", hub_card, name="hub-card"),
    path(".well-known/jwks.json", signing_keys, name="signing-keys"),
    path(".well-known/ard.json", manifest, name="ard-manifest"),
    path(".well-known/ai-catalog.json", manifest, name="ai-catalog"),
    path(METADATA.removeprefix("/"), resource_metadata, name="resource-metadata"),
    path("api/v1/colleagues/", working.urls),
    path("api/v1", to_its_pages, name="rest-root"),
    path("api/v1/", to_its_pages, name="rest-root"),
    path("api/v1/", api.urls),
    path("v1/", modelling.urls),
    path("a2a/", meeting.urls),
    path("ag-ui/", showing.urls),
    path("ard/", listing.urls),
    path(f"{settings.ADMIN_PATH}login/", sign_in_to_admin),  # the admin's own form would not count wrong passwords
    path(settings.ADMIN_PATH, admin.site.urls),
    path("", include("apps.web.urls")),
    path("", launching.urls),
    path("", tooling.urls),
]
