import pytest

from tests.hostile.authority import Authority


@pytest.fixture(scope="session")
def authority():
    return Authority()
