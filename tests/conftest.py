"""What every test of the product shares."""

import pytest


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """Hash passwords the quick way: the slow one, which keeps attackers busy, would take a third of a second a user."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
