"""The REST API under /api/v1/: one NinjaAPI to which each app adds its router."""

from ninja import NinjaAPI

api = NinjaAPI(title="IoA Web", version="1", urls_namespace="api")
