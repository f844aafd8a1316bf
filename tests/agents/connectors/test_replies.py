"""What a status and its headers mean, before anybody looks at the body."""

import pytest

from apps.agents.connectors import replies
from apps.agents.connectors.replies import error_of, seconds_in

NOW = 1_790_000_000.0  # 2026-09-21 14:13:20 UTC


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("17", 17.0),
        ("0", 0.0),
        ("Mon, 21 Sep 2026 14:13:50 GMT", 30.0),
        ("Mon, 21 Sep 2026 14:13:10 GMT", 0.0),
        ("9" * 5000, 999_999_999.0),
        ("", None),
        ("-1", None),
        ("1.5", None),
        ("soon", None),
        ("\u0661\u0667", None),
        ("Mon, 99 Sep 99999 14:13:50 GMT", None),
        ("Thu, 01 Jan 0001 00:00:00 +2359", 0.0),
    ],
)
def test_when_to_come_again_is_a_number_or_a_date_or_not_said(header, seconds, monkeypatch):
    monkeypatch.setattr(replies.time, "time", lambda: NOW)
    assert seconds_in(header) == seconds


@pytest.mark.parametrize(("status", "seconds"), [(429, 17.0), (503, 17.0), (500, None), (404, None), (302, None)])
def test_only_one_that_has_too_much_to_do_can_say_when_to_come_again(status, seconds):
    assert error_of(status, "host", b"", {"Retry-After": "17"}).retry_after == seconds


@pytest.mark.parametrize(
    ("location", "words"),
    [
        (
            "https://bees.example/run?key=sesame",
            "with a redirect (308) to https://bees.example/run; set the URL to that.",
        ),
        ("", "with a redirect (308); set the URL to where it leads."),
        ("/" + "b" * 5000, "bbb…; set the URL to that."),
    ],
)
def test_a_redirect_says_where_it_leads_without_what_may_be_secret(location, words):
    assert error_of(308, "host", b"", {"Location": location}).reason.endswith(words)
