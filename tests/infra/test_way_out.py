"""There is one way out: no other module makes a client of its own, and none uses what a library keeps to itself."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WAY_OUT = "apps/core/outbound/"
CLIENTS = {"aiohttp", "httpx", "httpx2", "requests", "urllib3", "urllib.request", "http.client", "socket", "smtplib"}
OPENING = {"open_connection", "create_connection", "urlopen"}
KNOWN = {
    ("apps/chat/voices/llm/clients.py", "httpx2"): "names the class in which the SDK gives an answer as it came",
    ("apps/agents/gateway/pool.py", "socket"): "says what this machine is called",
    ("ioa_web/server.py", "socket"): "listens",
    ("ioa_web/supervisor/ports.py", "socket"): "looks for ports that are free here",
    (
        "apps/attention/gateway/mail.py",
        "smtplib",
    ): "names the errors of Django's mail, which goes to the operator's server",
    ("ioa_web/supervisor/run.py", "http.client"): "asks the hub that it started whether it is up, on this machine",
}
"""Where else one of them is imported, and why that is no way out."""


def sources():
    for top in ("apps", "ioa_web"):
        for path in (ROOT / top).rglob("*.py"):
            yield str(path.relative_to(ROOT)), path.read_text()


def imported(text):
    """The modules that a source imports; of `from a import b` also a.b, which may be one."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def clients_in(text):
    return {client for name in imported(text) for client in CLIENTS if f"{name}.".startswith(f"{client}.")}


def opened_in(text):
    return {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)} & OPENING


def private_in(text):
    """Modules of others that their names call private; `__future__` is none, nor is what type stubs give to all."""
    names = (name for name in imported(text) if not name.startswith(("apps.", "ioa_web.", "_typeshed")))
    return {name for name in names if any(part.startswith("_") and part[:2] != "__" for part in name.split("."))}


def test_nobody_but_the_way_out_makes_a_client():
    found = {(path, client) for path, text in sources() if WAY_OUT not in path for client in clients_in(text)}
    assert found == set(KNOWN)
    assert {path: opened for path, text in sources() if (opened := opened_in(text))} == {}


def test_the_sdk_for_models_gets_the_client_of_the_way_out():
    users = {path: text for path, text in sources() if "AsyncOpenAI(" in text or "OpenAI(" in text}
    assert list(users) == ["apps/chat/voices/llm/clients.py"]
    assert "http_client=httpx_client(" in users["apps/chat/voices/llm/clients.py"]


def test_no_module_that_a_library_keeps_to_itself_is_imported():
    assert {path: private for path, text in sources() if (private := private_in(text))} == {}


@pytest.mark.parametrize(
    "line", ["import httpx2 as web", "from urllib import request", "from aiohttp.client import x", "import http.client"]
)
def test_an_import_of_a_client_is_found_however_it_is_written(line):
    assert clients_in(line)


def test_a_private_module_is_found_and_an_own_one_is_none():
    assert private_in("from openai._vendor.httpx_aiohttp import transport")
    assert not private_in("from __future__ import annotations\nfrom apps.files.migrations._frozen import mover")
