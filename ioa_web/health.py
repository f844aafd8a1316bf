"""/healthz: whether this process reaches Postgres and Redis."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PROBE_TIMEOUT = 2  # seconds


def database_answers() -> bool:
    """True when Postgres answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
    except DatabaseError:
        return False
    return True


def redis_answers() -> bool:
    """True when Redis answers a ping."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PROBE_TIMEOUT) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 when both services answer, else 503; the body says which does not."""
    state = {"database": database_answers(), "redis": redis_answers()}
    return JsonResponse(
        {name: "ok" if answers else "down" for name, answers in state.items()},
        status=200 if all(state.values()) else 503,
    )
