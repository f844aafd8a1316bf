"""Connections that don't come from the pool of the process."""

from copy import deepcopy

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper


def unpooled_connection(**settings: str) -> BaseDatabaseWrapper:
    """A connection of its own to the database, not opened yet: it waits for nobody who uses the pool.

    `settings`: what Postgres is to hold by on it, beside what all connections have.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    options = {**usual.settings_dict["OPTIONS"], "pool": None, "connect_timeout": 2}
    for name, value in settings.items():
        options["options"] += f" -c {name}={value}"
    own = {**usual.settings_dict, "OPTIONS": options, "CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": False}
    return type(usual)(deepcopy(own), DEFAULT_DB_ALIAS)
