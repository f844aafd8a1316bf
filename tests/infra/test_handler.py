"""What a request costs in threads: one, which the next request finds warm."""

import asyncio
import threading

import pytest
from channels.testing import HttpCommunicator
from django.http import HttpRequest, HttpResponse
from django.urls import path

from ioa_web.handler import OneThreadHandler

seen: list[int] = []
waits, may_go = threading.Event(), threading.Event()


def note(request: HttpRequest) -> HttpResponse:
    """A view that says in which thread it runs."""
    seen.append(threading.get_ident())
    return HttpResponse("ok")


def linger(request: HttpRequest) -> HttpResponse:
    """A view that goes on after whoever asked has gone."""
    waits.set()
    assert may_go.wait(10)
    return note(request)


urlpatterns = [path("note", note), path("linger", linger)]


class NotedMiddleware:
    """Middleware as most is: it could be called from the event loop, and asks the database."""

    sync_capable = async_capable = True

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        seen.append(threading.get_ident())
        return self.get_response(request)


@pytest.fixture
def handler(settings):
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = [f"{__name__}.NotedMiddleware"] * 3
    seen.clear()
    waits.clear()
    may_go.clear()
    return OneThreadHandler()


async def asked(handler, where):
    """The status of the answer, once the request is over."""
    request = HttpCommunicator(handler, "GET", where)
    status = (await request.get_response(timeout=10))["status"]
    await request.wait(timeout=10)
    return status


async def test_a_view_and_its_middleware_run_in_one_thread_that_is_not_the_loops(handler):
    assert await asked(handler, "/note") == 200
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert threading.get_ident() not in seen


async def test_the_next_request_has_the_thread_of_the_one_before(handler):
    for _ in range(5):
        await asked(handler, "/note")
    assert len(set(seen)) == 1


async def test_requests_at_one_time_have_threads_of_their_own(handler):
    lingering = asyncio.create_task(asked(handler, "/linger"))
    await asyncio.to_thread(waits.wait, 10)
    assert await asked(handler, "/note") == 200, "it waits for nobody"
    may_go.set()
    assert await lingering == 200
    assert len(set(seen)) == 2


async def test_a_thread_that_is_busy_for_somebody_who_left_is_given_to_nobody(handler):
    left = HttpCommunicator(handler, "GET", "/linger")
    await left.send_input({"type": "http.request", "body": b""})
    await asyncio.to_thread(waits.wait, 10)
    await left.send_input({"type": "http.disconnect"})
    assert await asked(handler, "/note") == 200, "it waits for nobody"
    may_go.set()
    await left.wait(timeout=10)
    assert await asked(handler, "/note") == 200
