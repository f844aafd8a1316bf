"""What no database takes as a text, wherever somebody may send a text: in an address, its query, a body."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from ioa_web.api import api
from tests.access.conftest import addresses, dumped, filled, session_of, undone
from tests.access.rules import BODIES, FORM, PAGES, QUERIES

pytestmark = pytest.mark.thorough

REST = "/api/v1"
NUL = "a%00b"
UNSTORABLE = ("a\x00b", "a\ud800b")
FREE = re.compile(r"<(?:str:|path:|slug:)?\w+>")
READ = re.compile(r"""(?:GET|asked)(?:\.get|\.getlist)\("(\w+)\"""")
SENT = re.compile(r"""POST(?:\.get|\.getlist)\("(\w+)\"""")
SOURCE = "".join(path.read_text() for path in sorted(Path("apps/web").rglob("*.py")))


@pytest.fixture
def programs(world):
    """Sends what a program of the owner sends; gives the status."""
    client = Client(raise_request_exception=False)
    token = {"Authorization": f"Bearer {world.tokens['owner']}"}

    def send(method, path, body=b""):
        return undone(lambda: client.generic(method, path, body, "application/json", headers=token)).status_code

    return send


@pytest.fixture
def browsers(world):
    """Sends what a browser of the owner sends; gives the status."""
    client = session_of(world, "owner")
    client.raise_request_exception = False

    def send(method, path, form=None):
        return undone(lambda: getattr(client, method)(path, form)).status_code

    return send


def routes(names=None):
    """All but the admin's, or those of the pages that are named."""
    found = ((name, route) for name, route in addresses() if not route.startswith(settings.ADMIN_PATH))
    return sorted({route for name, route in found if names is None or name in names})


def where(route, world):
    """A route with what exists."""
    if route.startswith(REST.removeprefix("/")):
        return REST + filled(route.removeprefix(REST.removeprefix("/")), world)
    return filled(route, world)


def operations():
    for path, methods in api.get_openapi_schema(path_prefix="")["paths"].items():
        for method, described in methods.items():
            yield f"{method.upper()} {path}", described


def texts_in(schema, name):
    """The fields of a described body that take text, each with what spoils it, whatever else it takes."""
    for field, about in schema["components"]["schemas"][name].get("properties", {}).items():
        kinds = [about, *about.get("anyOf", ())]
        for bad in UNSTORABLE:
            if any(kind.get("type") == "string" and "format" not in kind for kind in kinds):
                yield {field: bad}
            if any(kind.get("type") == "array" and kind["items"].get("type") == "string" for kind in kinds):
                yield {field: [bad]}
            if any(kind.get("type") == "object" for kind in kinds):
                yield {field: {bad: bad}}


@pytest.mark.django_db
def test_no_address_breaks_on_a_nul_in_its_path(world, browsers, programs):
    broken = []
    for route in routes():
        for place in FREE.finditer(route):
            path = where(route[: place.start()] + NUL + route[place.end() :], world)
            found = (browsers("get", path), browsers("post", path, FORM), programs("GET", path), programs("POST", path))
            broken += [path] if max(found) >= 500 else []
    assert broken == []


@pytest.mark.django_db
def test_no_page_breaks_on_a_nul_in_its_query(world, browsers):
    query = "&".join(f"{name}={NUL}" for name in sorted(set(READ.findall(SOURCE))))
    broken = [route for route in routes(PAGES) if browsers("get", f"{where(route, world)}?{query}") >= 500]
    assert broken == []


@pytest.mark.django_db
def test_no_page_breaks_on_a_nul_in_a_form(world, browsers):
    names, broken = sorted({*SENT.findall(SOURCE), "adds", "offered"}), []
    for route in routes({name for name, (_, change) in PAGES.items() if change}):
        path = where(route, world)
        broken += [(path, name) for name in names if browsers("post", path, FORM | {name: "a\x00b"}) >= 500]
    assert broken == []


@pytest.mark.django_db
def test_no_operation_breaks_on_a_nul_in_its_query(world, programs):
    broken = []
    for operation, described in operations():
        method, path = operation.split()
        usual = where(REST[1:] + path + QUERIES.get(operation, "?"), world)
        asked = [one["name"] for one in described.get("parameters", ()) if one["in"] == "query"]
        broken += [(operation, name) for name in asked if programs(method, f"{usual}&{name}={NUL}") >= 500]
    assert broken == []


@pytest.mark.django_db
def test_no_operation_breaks_on_what_can_not_be_stored_in_its_body(world, programs):
    schema, broken = api.get_openapi_schema(path_prefix=""), []
    for operation, described in operations():
        method, path = operation.split()
        content = described.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None or "$ref" not in content["schema"]:
            continue
        for bad in texts_in(schema, content["schema"]["$ref"].rpartition("/")[2]):
            body = (BODIES.get(operation) or {}) | bad
            if programs(method, where(REST[1:] + path, world), dumped(body)) >= 500:
                broken.append((operation, bad))
    assert broken == []
