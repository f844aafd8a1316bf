import pytest

from tests.agents.connectors.conftest import Authority


@pytest.fixture(scope="session")
def authority():
    return Authority()
