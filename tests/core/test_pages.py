"""PDF documents are read aside, page by page; what can't be read is no error of ours."""

from base64 import b64encode

import pytest

from apps.core import pdf
from apps.core.pages import Pages, pages_of
from tests.pdf import pdf_of

MEGABYTE = 1024 * 1024


def test_each_page_has_its_text():
    assert pages_of(pdf_of("One.", "", "Three.")) == Pages(3, ("One.", "", "Three."))


def test_pages_without_words_are_not_readable():
    found = pages_of(pdf_of("", ""))
    assert (found.total, found.is_readable) == (2, False)


@pytest.mark.parametrize("content", [b"words", b"%PDF-1.7", pdf_of("One.")[:200], b"%PDF-1.7" + bytes(MEGABYTE)])
def test_what_is_none_or_damaged_has_no_pages(content):
    assert pages_of(content) is None


def test_one_as_large_as_any_that_is_taken_is_read():
    assert pages_of(pdf_of("One.") + b"%" + b"x" * 20 * MEGABYTE).texts == ("One.",)


def test_of_a_document_without_end_the_first_pages_are_read(monkeypatch):
    monkeypatch.setattr(pdf, "MOST_CHARACTERS", 10)
    total, texts = pdf.read_pages(encoded(pdf_of("12345678", "12345678", "12345678")))
    assert (total, texts) == (3, ["12345678", "12"])


def test_no_page_is_begun_when_its_time_is_over(monkeypatch):
    monkeypatch.setattr(pdf, "SECONDS", -1.0)
    assert pdf.read_pages(encoded(pdf_of("One."))) == (1, [])


def encoded(content):
    return b64encode(content).decode()
