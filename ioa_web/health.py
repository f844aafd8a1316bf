"""/healthz: this process answers. /readyz: the installation does its work."""

import shutil
import threading
import time
from collections.abc import Callable
from datetime import datetime

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.chat.queries.vitals import Vitals, vitals
from apps.journal.actions import beat, clock
from ioa_web import schema
from ioa_web.supervisor.data_dir import MIN_FREE

PROBE_TIMEOUT = 2  # seconds
RETRY_SECONDS = 10
KEPT_SECONDS = 1.0  # anybody may ask, so that the answer is looked up once a second at most
PROBE = "probe"  # the name of the pulse that shows that the database takes what is written
FINE = "ok"


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200: this process answers. It asks nobody else, so that none is restarted because another is away."""
    return JsonResponse({"process": FINE})


@never_cache
@require_safe
def readiness(request: HttpRequest) -> HttpResponse:
    """200 when goals that are given now will be worked on, else 503; the body says of each part how it is."""
    found = readiness_kept.get()
    if set(found.values()) == {FINE}:
        return JsonResponse(found)
    return JsonResponse(found, status=503, headers={"Retry-After": str(RETRY_SECONDS)})


class CachedFindings:
    """What was found a moment ago; one request looks while the others wait for it."""

    def __init__(self, look: Callable[[], dict[str, str]]) -> None:
        self._look = look
        self._lock = threading.Lock()
        self._found: dict[str, str] = {}
        self._until = 0.0

    def forget(self) -> None:
        """Have the next request look."""
        self._until = 0.0

    def get(self) -> dict[str, str]:
        """Give each part and how it is."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._found = self._look()
                self._until = time.monotonic() + KEPT_SECONDS
            return self._found


def look() -> dict[str, str]:
    """Each part and `ok`, or in a few words what is wrong with it."""
    return {"redis": _redis(), "disk": _disk(), **_database()}


def _redis() -> str:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PROBE_TIMEOUT) as client:
            client.ping()
    except redis.RedisError:
        return "down"
    return FINE


def free_bytes() -> int:
    """Give what is free below the data folder; below the checkout where the data is elsewhere."""
    return shutil.disk_usage(settings.IOA_DATA_DIR if settings.IOA_DATA_DIR.exists() else settings.BASE_DIR).free


def _disk() -> str:
    free = free_bytes()
    return FINE if free >= MIN_FREE else f"full: {free // 2**20} MB free"


def _database() -> dict[str, str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return {"database": "down"}
    try:
        schema.refuse_other()
    except schema.WrongSchema as problem:
        return {"database": FINE, "schema": str(problem)}
    except DatabaseError:
        return {"database": "down"}
    return {"schema": FINE} | _write_problem() | _work()


def _write_problem() -> dict[str, str]:
    try:
        beat(PROBE)
    except DatabaseError:
        return {"database": "takes nothing: is its disk full?"}
    return {"database": FINE}


def _work() -> dict[str, str]:
    try:
        found = vitals(clock())
    except DatabaseError:
        return {"work": "unknown"}
    return {
        "worker": FINE if found.worker_alive else _silent(found.now, found.worker_at),
        "sweeper": FINE if found.sweeper_alive else _silent(found.now, found.swept_at),
        "work": _stands_still(found) if found.stands_still else FINE,
    }


def _silent(now: datetime, at: datetime | None) -> str:
    return "never seen" if at is None else f"silent for {(now - at).total_seconds():.0f} s"


def _stands_still(found: Vitals) -> str:
    waited = (found.now - found.oldest).total_seconds() if found.oldest else 0.0
    return f"stands still: the oldest has waited for {waited:.0f} s, and nothing has ended meanwhile"


readiness_kept = CachedFindings(look)
