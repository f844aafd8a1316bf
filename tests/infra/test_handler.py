"""What a request costs in threads: one, which the next request finds warm."""

import asyncio
import threading

import pytest
from channels.testing import HttpCommunicator
from django.core import signals
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
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


def stream(request: HttpRequest) -> StreamingHttpResponse:
    """A view whose answer is not whole when it returns."""

    async def parts():
        noted.append("a part")
        yield b"ok"

    return StreamingHttpResponse(parts())


noted: list[object] = []
urlpatterns = [path("note", note), path("linger", linger), path("stream", stream)]


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


@pytest.fixture
def ends():
    """What Django says of the beginning and the end of requests, and where it was said."""
    noted.clear()
    told = {
        name: lambda name=name, **_: noted.append((name, threading.get_ident()))
        for name in ("request_started", "request_finished")
    }
    for name, note_it in told.items():
        getattr(signals, name).connect(note_it)
    yield noted
    for name, note_it in told.items():
        getattr(signals, name).disconnect(note_it)


async def test_a_request_begins_and_ends_once_and_in_the_thread_of_its_view(handler, ends):
    await asked(handler, "/note")
    assert ends == [("request_started", seen[-1]), ("request_finished", seen[-1])]


async def test_a_stream_ends_when_all_of_it_was_sent(handler, ends):
    request = HttpCommunicator(handler, "GET", "/stream")
    await request.send_input({"type": "http.request", "body": b""})
    await request.wait(timeout=10)
    (began, began_in), part, (ended, ended_in) = ends
    assert (began, part, ended) == ("request_started", "a part", "request_finished")
    assert began_in == ended_in


async def test_a_request_whose_client_left_ends_too(handler, ends):
    left = HttpCommunicator(handler, "GET", "/linger")
    await left.send_input({"type": "http.request", "body": b""})
    await asyncio.to_thread(waits.wait, 10)
    await left.send_input({"type": "http.disconnect"})
    may_go.set()
    await left.wait(timeout=10)
    assert ends[-1] == ("request_finished", seen[-1])


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
