"""Settings of the server for the conformance suite: the hub's own, with one address and nobody to let in."""

from ioa_web.settings import *  # noqa: F403 - all of them

ROOT_URLCONF = "tests.interop.mcp_fixture_urls"
MIDDLEWARE: list[str] = []
