"""Each door through which files come names how much it reads."""

import re

import pytest
from django.conf import settings
from django.urls import NoReverseMatch, resolve, reverse

from ioa_web.api import api
from ioa_web.claims import most_at, with_files

SOME_ID = "01920000-0000-7000-8000-000000000000"
USUAL = settings.DATA_UPLOAD_MAX_MEMORY_SIZE


def of_pages():
    """The addresses to which forms with files are sent."""
    texts = [path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*.html")]
    forms = [form for text in texts for form in re.findall(r"<form[^>]*>", text) if "multipart/form-data" in form]
    return {("POST", re.search(r"{% url '([\w-]+)'", form)[1]) for form in forms}


def of_rest():
    """The operations that take a form with files, by the names of their addresses."""
    paths = api.get_openapi_schema(path_prefix="/api/v1")["paths"]
    named = [
        (method.upper(), path)
        for path, methods in paths.items()
        for method, operation in methods.items()
        if "multipart/form-data" in operation.get("requestBody", {}).get("content", {})
    ]
    return {(method, resolve(re.sub(r"{\w+}", SOME_ID, path)).view_name) for method, path in named}


def address_of(name: str) -> str:
    """Of a door, of some goal where it is one of a goal."""
    try:
        return reverse(name)
    except NoReverseMatch:
        return reverse(name, args=[SOME_ID])


def test_every_door_for_files_names_its_bound_and_no_other_does():
    assert of_pages() | of_rest() == set(with_files())


@pytest.mark.parametrize(("method", "name"), sorted(with_files()))
def test_a_door_for_files_reads_more_than_others_and_only_what_is_sent_to_it(method, name):
    assert most_at(method, address_of(name)) > USUAL
    assert most_at("PUT", address_of(name)) == USUAL


def test_other_doors_read_what_a_form_may_have_and_no_door_reads_nothing():
    assert most_at("POST", reverse("settings-model")) == USUAL
    assert most_at("POST", "/nowhere/") == 0
