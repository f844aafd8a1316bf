"""Whoever sends much at once waits behind itself: others have their places all the same."""

import asyncio

import pytest
from asgiref.sync import markcoroutinefunction
from django.http import HttpResponse
from django.test import AsyncRequestFactory

from ioa_web import sharing
from ioa_web.sharing import Crowd, Places, credential

REQUESTS = AsyncRequestFactory()


def request_of(token=None, session=None, address="192.0.2.1", path="/api/v1/goals"):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    request = REQUESTS.get(path, headers=headers)
    request.META["REMOTE_ADDR"] = address
    if session:
        request.COOKIES["sessionid"] = session
    return request


class Door:
    """A handler whose requests stay in hand until they are let go."""

    def __init__(self):
        self.inside, self._gate = [], asyncio.Event()
        markcoroutinefunction(self)

    async def __call__(self, request):
        self.inside.append(credential(request))
        await self._gate.wait()
        return HttpResponse()

    def open(self):
        self._gate.set()


@pytest.fixture
def few(monkeypatch, settings):
    """Two places and three who wait, for each."""
    settings.DATABASE_POOL = 4
    monkeypatch.setattr(sharing, "places", Places(in_hand=2, waiting=3))
    return sharing.places


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_beside_whoever_sends_much_others_are_served_at_once(few):
    door = Door()
    served = sharing.sharing(door)

    crowd = [asyncio.create_task(served(request_of("many"))) for _ in range(5)]
    await settle()
    other = asyncio.create_task(served(request_of("one")))
    await settle()

    assert len(door.inside) == 3
    assert credential(request_of("one")) in door.inside
    door.open()
    answers = await asyncio.gather(*crowd, other)
    assert {answer.status_code for answer in answers} == {200}
    assert len(few) == 0


async def test_one_too_many_is_told_to_come_again_and_the_others_are_served(few):
    door = Door()
    served = sharing.sharing(door)

    crowd = [asyncio.create_task(served(request_of("many"))) for _ in range(5)]
    await settle()
    refused = await served(request_of("many"))
    page = await served(request_of("many", path="/"))
    door.open()
    answers = await asyncio.gather(*crowd)

    assert (refused.status_code, refused["Content-Type"]) == (429, "application/problem+json")
    assert int(refused["Retry-After"]) > 0
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (429, "text/html")
    assert {answer.status_code for answer in answers} == {200}


async def test_who_goes_away_or_fails_leaves_the_place(few):
    async def broken(request):
        raise ValueError

    door = Door()
    waiting = [asyncio.create_task(sharing.sharing(door)(request_of("many"))) for _ in range(4)]
    await settle()
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    with pytest.raises(ValueError):  # noqa: PT011 - the handler's own
        await sharing.sharing(broken)(request_of("many"))

    assert len(few) == 0


async def test_a_place_is_had_by_all_who_wait_in_their_order():
    places, order = Places(in_hand=1, waiting=9), []

    async def come(number):
        async with places.place("many"):
            order.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(*(come(number) for number in range(10)))
    assert order == list(range(10))


async def test_with_no_room_to_wait_the_next_is_refused():
    places = Places(in_hand=1, waiting=0)
    async with places.place("many"):
        with pytest.raises(Crowd):
            async with places.place("many"):
                pass
        async with places.place("one"):
            assert len(places) == 2


def test_a_token_counts_before_a_session_and_a_session_before_an_address():
    assert credential(request_of("t", "s")) == credential(request_of("t", "other", "192.0.2.2"))
    assert credential(request_of(None, "s")) == credential(request_of(None, "s", "192.0.2.2"))
    assert credential(request_of()) != credential(request_of(address="192.0.2.2"))
    assert "secret" not in credential(request_of("secret"))
