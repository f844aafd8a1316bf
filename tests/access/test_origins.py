"""Which pages may open a socket with somebody's cookie: scheme, host and port count, behind a proxy too."""

import pytest
from channels.testing import WebsocketCommunicator

from ioa_web.asgi import application
from ioa_web.origins import is_same_site

PLAIN = "http://127.0.0.1:8000"
PROXIED = "https://hub.example"


@pytest.fixture
def here(settings):
    settings.IOA_PUBLIC_URL, settings.ALLOWED_HOSTS = PLAIN, ["127.0.0.1", "localhost", "[::1]"]


@pytest.fixture
def behind_a_proxy(settings):
    settings.IOA_PUBLIC_URL, settings.ALLOWED_HOSTS = PROXIED, ["hub.example", "127.0.0.1"]


def said(host, *origins, **more):
    headers = [(b"host", host.encode()), *((b"origin", origin.encode()) for origin in origins)]
    return is_same_site(headers + [(name.replace("_", "-").encode(), value.encode()) for name, value in more.items()])


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "localhost", "127.0.0.1:5050"])
def test_a_page_opens_a_socket_where_it_came_from(here, host):
    assert said(host, f"http://{host}")


@pytest.mark.parametrize(
    "origin",
    [
        "http://127.0.0.1:3000",
        "http://127.0.0.1",
        "http://localhost:8000",
        "https://127.0.0.1:8000",
        "http://127.0.0.1.evil.example:8000",
        "http://evil.example:8000",
        "ws://127.0.0.1:8000",
        "http://127.0.0.1:80000",
        "http://[::1",
        "http://",
        "null",
        "",
    ],
)
def test_a_page_of_another_port_scheme_or_host_does_not(here, origin):
    assert not said("127.0.0.1:8000", *([origin] if origin else []), x_forwarded_host="evil.example")


def test_neither_does_one_whose_name_leads_here(here):
    assert not said("evil.example:8000", "http://evil.example:8000")


def test_two_origins_are_none(here):
    assert not said("127.0.0.1:8000", "http://127.0.0.1:8000", "http://evil.example")


@pytest.mark.parametrize("host", ["hub.example", "hub.example:443", "127.0.0.1:8000"])
@pytest.mark.parametrize("proto", ["https", "wss", "http"])
def test_behind_a_proxy_the_public_address_counts_whatever_it_passes_on(behind_a_proxy, host, proto):
    assert said(host, PROXIED, x_forwarded_proto=proto)
    assert said(host, f"{PROXIED}:443", x_forwarded_proto=proto)


@pytest.mark.parametrize("origin", ["http://hub.example", "https://hub.example:8443", "http://127.0.0.1:8000"])
def test_behind_a_proxy_with_tls_nothing_without_it_counts(behind_a_proxy, origin):
    assert not said("hub.example", origin, x_forwarded_proto="https")
    assert not said("127.0.0.1:8000", origin)


@pytest.mark.parametrize(("origin", "opened"), [("http://localhost:8000", True), ("http://localhost:3000", False)])
async def test_the_socket_of_a_page_is_behind_that_check(here, origin, opened, transactional_db):
    headers = [(b"host", b"localhost:8000"), (b"origin", origin.encode())]
    socket = WebsocketCommunicator(application, "/ws/home/", headers)
    assert (await socket.connect(timeout=30))[0] is opened
    await socket.disconnect()


async def test_the_socket_of_agents_looks_at_no_origin(here, transactional_db):
    headers = [(b"host", b"localhost:8000"), (b"origin", b"https://evil.example")]
    socket = WebsocketCommunicator(application, "/ws/agents/", headers, ["a2a.v1"])
    assert (await socket.connect(timeout=30))[0]
    await socket.disconnect()


@pytest.mark.parametrize("path", ["/ws/nothing/x", "/ws/goals/nothing/", "/", "/ws/directory/x/y/"])
async def test_an_address_that_there_is_not_is_refused_and_no_error(here, path):
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", PLAIN.encode())]
    accepted, _ = await WebsocketCommunicator(application, path, headers=headers).connect()
    assert not accepted
