"""What every answer carries, and what is answered while a service is away."""

import json

import pytest
from django.db import OperationalError

from ioa_web.errors import server_error


@pytest.mark.django_db
def test_health_is_200_while_both_services_answer(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "redis": "ok"})


@pytest.mark.django_db
def test_health_is_503_and_names_the_service_that_does_not_answer(client, settings, tmp_path):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "redis": "down"})


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
    assert (body["status"], body["title"]) == (503, "Service unavailable")


def test_any_other_failure_is_500(rf):
    assert failing(rf.get("/"), RuntimeError()).status_code == 500
