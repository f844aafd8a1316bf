"""What a process hears of streams, on whichever event loop it listens."""

import asyncio
import contextlib
import uuid

from redis.asyncio.client import PubSub

from apps.core.chains import ChainIds
from apps.journal import gateway
from apps.journal.actions import open_stream, recording
from apps.journal.domain.streams import StreamKind


def told(stream_id):
    """A stream of which one thing was told."""
    open_stream(stream_id, StreamKind.GOAL)
    with recording(stream_id) as log:
        log.add("goal.created", ChainIds(goal=stream_id))


async def heard(subscriptions, stream_id):
    async with asyncio.timeout(20), subscriptions.listen(stream_id) as feed:
        return await anext(feed)


async def swept():
    """End what this loop still has to do."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def test_a_listener_hears_though_a_loop_that_runs_no_more_listened_before(transactional_db, monkeypatch):
    monkeypatch.setattr(gateway, "POLL_SECONDS", 0.05)
    subscriptions, stream_id = gateway.Subscriptions(), uuid.uuid4()
    told(stream_id)
    stopped = asyncio.new_event_loop()
    stopped.run_until_complete(subscriptions.listen(stream_id).__aenter__())

    assert asyncio.run(heard(subscriptions, stream_id)) == 1

    stopped.run_until_complete(swept())
    stopped.run_until_complete(stopped.shutdown_asyncgens())
    stopped.close()


async def test_a_loop_ends_though_what_it_called_swallowed_the_cancellation():
    async def work():
        while gateway.is_wanted():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(3600)

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    async with asyncio.timeout(20):
        assert await task is None


async def test_a_process_stops_listening_though_the_client_of_redis_swallowed_the_cancellation(monkeypatch):
    begun, swallowed, get_message = asyncio.Event(), [], PubSub.get_message

    async def swallowing(*args, **kwargs):
        begun.set()
        try:
            return await get_message(*args, **kwargs)
        except asyncio.CancelledError:
            if swallowed:
                raise
            swallowed.append("once")

    monkeypatch.setattr(PubSub, "get_message", swallowing)
    async with asyncio.timeout(20), gateway.Subscriptions().listen(uuid.uuid4()):
        await begun.wait()
        await swept()
    assert swallowed


async def test_a_newcomer_listens_though_the_connection_of_those_who_left_is_being_closed(monkeypatch):
    async def closed(*_):
        raise AttributeError("'NoneType' object has no attribute 'writelines'")

    subscriptions = gateway.Subscriptions(lambda streams: dict.fromkeys(streams, 7))
    async with asyncio.timeout(20), subscriptions.listen(uuid.uuid4()):
        while subscriptions._pubsub is None:  # noqa: ASYNC110  it is listened to once Redis has answered
            await asyncio.sleep(0.01)
        monkeypatch.setattr(PubSub, "subscribe", closed)
        monkeypatch.setattr(PubSub, "unsubscribe", closed)
        assert await heard(subscriptions, uuid.uuid4()) == 7


async def test_who_begins_to_listen_while_redis_is_being_connected_to_hears_of_what_has_no_number(monkeypatch):
    """No look would find that: it is told to whoever listens then, or to nobody."""
    first, second = uuid.uuid4(), uuid.uuid4()
    connecting, go, subscribe = asyncio.Event(), asyncio.Event(), PubSub.subscribe

    async def slowly(pubsub, *channels, **more):
        if not connecting.is_set():
            connecting.set()
            await go.wait()
        return await subscribe(pubsub, *channels, **more)

    monkeypatch.setattr(PubSub, "subscribe", slowly)
    subscriptions = gateway.Subscriptions(lambda _: {})
    async with asyncio.timeout(20), subscriptions.listen(first) as before:
        await connecting.wait()
        async with subscriptions.listen(second) as feed:
            go.set()
            published = asyncio.create_task(told_again(first, second))
            await anext(before)
            async with asyncio.timeout(5):
                await anext(feed)
            published.cancel()


async def told_again(*topics):
    while True:
        await asyncio.to_thread(gateway.publish, {}, topics)
        await asyncio.sleep(0.05)
