"""docs/security.md names tests that there are, and an installation says whom to tell of a weakness."""

import ast
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client

from ioa_web.security_contact import contacts, end_of_security_txt

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text()
THREATS = {"agent", "document", "colleague", "page", "neighbour", "stolen token", "proxy", "operator"}


def rows():
    lines = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    return lines[1:]


def named_in(path):
    """The names of a file's tests, those of its classes as `Class::test`."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}::{each.name}" for each in node.body if hasattr(each, "name"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def missing():
    for name in re.findall(r"`(tests/[^`]+)`", PAGE):
        file, _, test = name.partition("::")
        if test and (not (ROOT / file).is_file() or test not in named_in(ROOT / file)):
            yield name


def test_every_row_names_its_threat_its_promise_and_a_test():
    assert len(rows()) >= 20
    wrong = [row for row in rows() if len(row) != 3 or row[0] not in THREATS or "::test_" not in row[2]]
    assert wrong == []
    assert {row[0] for row in rows()} == THREATS


def test_every_test_that_is_named_is_there():
    assert list(missing()) == []


def security_txt():
    answer = Client().get("/.well-known/security.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = answer.content.decode().split("\r\n")
    return [tuple(line.split(": ", 1)) for line in lines if line]


def test_without_settings_the_usual_mailbox_of_the_host_is_named_for_half_a_year():
    fields = dict(security_txt())
    assert fields["Contact"] == "mailto:security@127.0.0.1"
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=170) < left < timedelta(days=365)


def test_what_the_operator_set_is_said(settings):
    settings.IOA_SECURITY_CONTACT = ["mailto:safe@example.org", "https://example.org/report"]
    settings.IOA_SECURITY_EXPIRES = datetime(2027, 1, 1, tzinfo=UTC)
    settings.HTTPS, settings.IOA_PUBLIC_URL = True, "https://ioa.example"
    assert security_txt() == [
        ("Contact", "mailto:safe@example.org"),
        ("Contact", "https://example.org/report"),
        ("Expires", "2027-01-01T00:00:00Z"),
        ("Preferred-Languages", "en"),
        ("Canonical", "https://ioa.example/.well-known/security.txt"),
    ]


def test_an_address_is_made_a_mailto():
    assert contacts(["safe@example.org", "tel:+1-201-555-0123"]) == ["mailto:safe@example.org", "tel:+1-201-555-0123"]


@pytest.mark.parametrize("contact", ["http://example.org", "nobody", "mailto:a@b.org\r\nContact: mailto:evil@c.org"])
def test_a_contact_that_is_none_stops_the_start(contact):
    with pytest.raises(ValueError, match="IOA_SECURITY_CONTACT"):
        contacts([contact])


def test_an_end_that_is_no_moment_stops_the_start():
    assert end_of_security_txt("") is None
    assert end_of_security_txt("2027-01-01") == datetime(2027, 1, 1, tzinfo=UTC)
    with pytest.raises(ValueError, match="IOA_SECURITY_EXPIRES"):
        end_of_security_txt("soon")
