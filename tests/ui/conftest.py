"""What the tests of pages share."""

import pytest

from tests import snapshot


@pytest.fixture
def world(db):
    return snapshot.world()


@pytest.fixture
def signed_in(client, world):
    client.force_login(world.owner)
    return client


@pytest.fixture
def as_operator(client, world):
    client.force_login(world.operator)
    return client


@pytest.fixture
def as_viewer(client, world):
    client.force_login(world.viewer)
    return client
