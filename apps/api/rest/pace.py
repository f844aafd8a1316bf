"""Rate limits of programs: by token, person, workspace and address; no header says what the address is."""

import threading

from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from apps.accounts.actions.rate_limits import count_refusal, keep_pace, quota_of
from apps.accounts.domain.access import Actor
from apps.accounts.domain.proxies import origin
from apps.accounts.domain.rate_limits import RateLimit
from apps.accounts.queries.tokens import digest_of


class PaceThrottle(BaseThrottle):
    """Counts a request of somebody who was let in."""

    def __init__(self) -> None:
        self._of_thread = threading.local()

    def allow_request(self, request: HttpRequest) -> bool:
        """Whether the request may be answered now; else ninja asks `wait` at once, in the same thread."""
        self._of_thread.seconds = keep_pace(_own_limits(request), _shared_limits(request))
        return not self._of_thread.seconds

    def wait(self) -> float:
        """How many seconds the sender has to wait."""
        seconds: int = self._of_thread.seconds
        return seconds


def count_refused_request(request: HttpRequest) -> int:
    """Count a request of somebody who was not let in; gives how many seconds they have to wait, 0 for none."""
    return count_refusal(_address(request))


def _own_limits(request: HttpRequest) -> list[RateLimit]:
    """What a token and its person have for themselves."""
    quotas = [quota_of("user", str(_actor(request).user_id))]
    token = request.headers.get("Authorization", "")
    return [*quotas, quota_of("token", digest_of(token))] if token else quotas


def _shared_limits(request: HttpRequest) -> list[RateLimit]:
    """What they have with their colleagues: an address counts for each workspace by itself, else one of them would
    use up what all behind one proxy or office have.
    """
    workspace_id = _actor(request).workspace_id
    return [
        quota_of("workspace", str(workspace_id)),
        quota_of("address", f"{origin(_address(request))}:{workspace_id.hex}"),
    ]


def _actor(request: HttpRequest) -> Actor:
    actor: Actor = request.auth  # type: ignore[attr-defined]  # set by the API's authentication
    return actor


def _address(request: HttpRequest) -> str:
    return request.META.get("REMOTE_ADDR") or "local"
