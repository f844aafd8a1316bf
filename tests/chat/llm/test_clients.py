"""One client for each loop, address and key; none outlives its loop."""

import asyncio
import gc

import pytest

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.chat.voices.llm import clients
from apps.core.outbound import ForbiddenTarget


def settings(**changes):
    return ModelSettings(**{"base_url": "http://127.0.0.1:9/v1", "model": "m", "api_key": "k"} | changes)


async def test_the_same_address_and_key_share_a_client():
    assert await clients.client_for(settings()) is await clients.client_for(settings(model="other"))


@pytest.mark.parametrize("changes", [{"api_key": "another"}, {"base_url": "http://127.0.0.1:10/v1"}], ids=str)
async def test_another_address_or_key_has_a_client_of_its_own(changes):
    assert await clients.client_for(settings()) is not await clients.client_for(settings(**changes))


async def test_two_that_come_first_at_once_share_a_client():
    first, second = await asyncio.gather(clients.client_for(settings()), clients.client_for(settings()))
    assert first is second


async def test_an_address_that_is_none_does_not_disturb_the_next():
    with pytest.raises(ForbiddenTarget):
        await clients.client_for(settings(base_url="nonsense"))
    gc.collect()
    await asyncio.sleep(0)
    assert await clients.client_for(settings()) is await clients.client_for(settings())


def test_a_client_is_closed_with_its_loop():
    client = asyncio.run(clients.client_for(settings()))
    assert client._sdk.is_closed()


def test_a_loop_that_is_gone_leaves_nothing_behind():
    asyncio.run(clients.client_for(settings()))
    gc.collect()
    assert all(not loop.is_closed() for loop in clients._by_loop)
