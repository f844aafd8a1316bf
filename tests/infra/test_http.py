"""What every answer carries, and what is answered while a service is away."""

import json

import psycopg
import pytest
from django.db import OperationalError, connection
from psycopg_pool import PoolTimeout, TooManyRequests

from ioa_web import problems
from ioa_web.errors import server_error
from ioa_web.problems import problem
from tests import factories


@pytest.mark.django_db
def test_a_page_may_run_nothing_inline(client):
    policy = client.get("/healthz")["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "style-src 'self';" in policy + ";"
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_only_the_admin_may_evaluate_its_own_expressions(client):
    policy = client.get("/admin/login/")["Content-Security-Policy"]
    assert "script-src 'self' 'unsafe-eval';" in policy + ";"
    assert "default-src 'self'" in policy


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/api/v1/me", "/api/v1/goals", "/v1/models", "/launch_goal/x", "/mcp", "/a2a/hub/tasks"]
)
def test_what_programs_read_is_kept_by_nothing_on_the_way(client, path):
    client.force_login(factories.person(factories.workspace()))
    assert "private" in client.get(path)["Cache-Control"]


def failing(request, error):
    """The answer of the error handler, called as Django calls it: while the error is being handled."""
    try:
        raise error
    except type(error):
        return server_error(request)


@pytest.mark.parametrize(("path", "kind"), [("/", "text/"), ("/api/v1/goals", "application/problem+json")])
def test_a_database_that_is_away_is_503_with_a_time_to_retry(rf, path, kind):
    answer = failing(rf.get(path), OperationalError("the server went away: password=secret"))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert answer["Content-Type"].startswith(kind)
    assert "secret" not in answer.content.decode()


def test_the_api_says_so_as_a_problem_document(rf):
    body = json.loads(failing(rf.get("/api/v1/goals"), OperationalError()).content)
    assert (body["status"], body["title"]) == (503, "Service Unavailable")


def of_the_pool(kind):
    error = OperationalError("couldn't get a connection after 10.00 sec")
    error.__cause__ = kind("no connection")
    return error


@pytest.fixture
def a_look(monkeypatch):
    """The next look at the database is a new one."""
    monkeypatch.setattr(problems, "_look", problems._Look())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/goals", "/launch_goal"])
@pytest.mark.parametrize("kind", [PoolTimeout, TooManyRequests])
def test_more_requests_than_the_pool_can_take_are_429_and_no_word_of_the_database(rf, a_look, path, kind):
    answer = failing(rf.get(path), of_the_pool(kind))
    assert (answer.status_code, answer["Retry-After"]) == (429, "2")
    assert b"database" not in answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/api/v1/goals", "/launch_goal"])
def test_a_pool_without_connections_to_a_database_that_is_away_is_503(rf, a_look, monkeypatch, tmp_path, path):
    monkeypatch.setitem(connection.settings_dict, "HOST", str(tmp_path))
    answer = failing(rf.get(path), of_the_pool(PoolTimeout))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_what_somebody_holds_locked_for_long_is_429(rf):
    error = OperationalError("canceling statement due to lock timeout")
    error.__cause__ = psycopg.errors.LockNotAvailable()
    assert failing(rf.get("/api/v1/goals"), error).status_code == 429


def test_every_503_has_the_same_shape(rf):
    documents = [failing(rf.get(path), OperationalError()) for path in ("/api/v1/goals", "/launch_goal")]
    assert {document.content for document in documents} == {problem(503).content}


def test_any_other_failure_is_500(rf):
    assert failing(rf.get("/"), RuntimeError()).status_code == 500
