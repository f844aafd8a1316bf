"""Requests for a host name that is not served: what whoever asks is told, and what stands in the log."""

import logging

import pytest
from django.test import Client

from tests.api.conftest import check_problem


@pytest.fixture
def served(settings):
    settings.ALLOWED_HOSTS = ["hub.example"]


@pytest.mark.parametrize("path", ["/api/v1/goals", "/launch_goal", "/mcp"])
def test_a_program_is_told_that_the_name_is_not_served(served, path):
    answer = Client().get(path, headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["detail"]) == (400, "This host name is not served here.")
    check_problem(answer)


def test_so_is_a_browser(served):
    answer = Client().get("/", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.content) == (400, b"This host name is not served here.")


def test_the_log_has_one_line_that_names_the_setting(served, caplog):
    Client().get("/api/v1/goals", headers={"Host": "evil.example"})
    said = [record for record in caplog.records if "evil.example" in record.getMessage()]
    assert [(record.levelno, record.exc_info) for record in said] == [(logging.WARNING, None)]
    assert "IOA_ALLOWED_HOSTS" in said[0].getMessage()
