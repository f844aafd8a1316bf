"""Whoever sends much at once waits behind itself: others have their places all the same."""

import asyncio

import pytest

from ioa_web.admission import Crowd, Places, credentials, share_places


def scope_of(token=None, session=None, address="192.0.2.1", path="/api/v1/goals"):
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    headers += [(b"cookie", f"theme=dark; sessionid={session}".encode())] if session else []
    return {"type": "http", "path": path, "headers": headers, "client": [address, 4711]}


class Door:
    """An application whose requests stay in hand until they are let go."""

    def __init__(self):
        self.inside, self._gate = [], asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.inside.append(credentials(scope))
        await self._gate.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def open(self):
        self._gate.set()


@pytest.fixture
def few():
    """Two places and three who wait, for each."""
    return Places(in_hand=2, waiting=3)


async def answer(application, scope):
    """The status, the headers and the body that a request gets."""
    sent = []

    async def send(message):
        sent.append(message)

    await application(scope, None, send)
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_beside_whoever_sends_much_others_are_served_at_once(few):
    door = Door()
    shared = share_places(door, few)

    crowd = [asyncio.create_task(answer(shared, scope_of("many"))) for _ in range(5)]
    await settle()
    other = asyncio.create_task(answer(shared, scope_of("one")))
    await settle()

    assert len(door.inside) == 3
    assert credentials(scope_of("one")) in door.inside
    door.open()
    assert {status for status, _, _ in await asyncio.gather(*crowd, other)} == {200}
    assert len(few) == 0


async def test_one_too_many_is_told_to_come_again_and_the_others_are_served(few):
    door = Door()
    shared = share_places(door, few)

    crowd = [asyncio.create_task(answer(shared, scope_of("many"))) for _ in range(5)]
    await settle()
    status, headers, body = await answer(shared, scope_of("many"))
    page_status, page, _ = await answer(shared, scope_of("many", path="/"))
    door.open()

    assert (status, headers["content-type"]) == (429, "application/problem+json")
    assert int(headers["retry-after"]) > 0
    assert b"nothing of this one was done" in body
    assert (page_status, page["content-type"].split(";")[0]) == (429, "text/html")
    assert {status for status, _, _ in await asyncio.gather(*crowd)} == {200}


async def test_an_answer_that_has_begun_holds_no_place(few):
    begun = []
    over = asyncio.Event()

    async def stream(scope, receive, send):
        begun.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await over.wait()
        await send({"type": "http.response.body", "body": b"the end"})

    watching = [asyncio.create_task(answer(share_places(stream, few), scope_of("many"))) for _ in range(20)]
    await settle()
    assert len(begun) == 20 - len([task for task in watching if task.done()])
    assert len(begun) >= 5
    over.set()
    await asyncio.gather(*watching)
    assert len(few) == 0


async def test_who_goes_away_or_fails_leaves_the_place(few):
    async def broken(scope, receive, send):
        raise ValueError

    waiting = [asyncio.create_task(answer(share_places(Door(), few), scope_of("many"))) for _ in range(4)]
    await settle()
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    with pytest.raises(ValueError):  # noqa: PT011 - the application's own
        await answer(share_places(broken, few), scope_of("many"))

    assert len(few) == 0


async def test_a_place_is_had_by_all_who_wait_in_their_order():
    places, order = Places(in_hand=1, waiting=9), []

    async def come(number):
        await places.take("many")
        order.append(number)
        await asyncio.sleep(0)
        places.give_back("many")

    await asyncio.gather(*(come(number) for number in range(10)))
    assert order == list(range(10))


async def test_with_no_room_to_wait_the_next_is_refused():
    places = Places(in_hand=1, waiting=0)
    await places.take("many")
    with pytest.raises(Crowd):
        await places.take("many")
    await places.take("one")
    assert len(places) == 2


def test_a_token_and_a_session_count_both_and_before_an_address():
    assert credentials(scope_of("t", "s")) == credentials(scope_of("t")) + credentials(scope_of(None, "s"))
    assert credentials(scope_of(None, "s")) == credentials(scope_of(None, "s", "192.0.2.2"))
    assert credentials(scope_of()) != credentials(scope_of(address="192.0.2.2"))
    assert "secret" not in str(credentials(scope_of("secret")))


@pytest.mark.parametrize("made_up", ["token", "session"])
async def test_what_is_made_up_beside_a_credential_gives_no_place_more(few, made_up):
    door, kept = Door(), {"token": "session", "session": "token"}[made_up]
    shared = share_places(door, few)

    crowd = [asyncio.create_task(answer(shared, scope_of(**{kept: "mine", made_up: f"x{n}"}))) for n in range(5)]
    await settle()
    status, _, _ = await answer(shared, scope_of(**{kept: "mine", made_up: "y"}))

    assert (len(door.inside), status) == (2, 429)
    door.open()
    assert {status for status, _, _ in await asyncio.gather(*crowd)} == {200}
    assert len(few) == 0
