from contextlib import ExitStack

import pytest

from tests.interop.running import ALL, model, running


@pytest.fixture(autouse=True)
def agents_beside_the_hub(settings):
    settings.IOA_LOCAL_AGENTS = True


@pytest.fixture(scope="module")
def model_server():
    with model() as server:
        yield server


@pytest.fixture(scope="module")
def peers(model_server):
    """Start a peer once a module; all are stopped at its end."""
    with ExitStack() as stack:
        started = {}

        def peer(name):
            if name not in started:
                started[name] = stack.enter_context(running(ALL[name], model_server.url))
            return started[name]

        yield peer
