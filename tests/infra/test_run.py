"""What every other test relies on: own services, no network."""

import socket

import pytest
import redis
from django.conf import settings
from django.db import connection


@pytest.mark.django_db
def test_the_database_has_pgvector():
    with connection.cursor() as cursor:
        cursor.execute("select 1 from pg_extension where extname = 'vector'")
        assert cursor.fetchone() == (1,)


def test_redis_answers():
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert client.ping()


def test_a_connection_to_another_machine_is_refused():
    with socket.socket() as probe, pytest.raises(RuntimeError, match="tests have no network"):
        probe.connect(("192.0.2.1", 80))
