import pytest


@pytest.fixture(autouse=True)
def agents_beside_the_hub(settings):
    settings.IOA_LOCAL_AGENTS = True
