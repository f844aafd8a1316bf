"""The conformance suite of MCP against `/mcp` of a hub as people start it, and against a server behind its wrapper."""

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.product import running
from tests.browser.stage import ROOT
from tests.interop.admitting import admitting
from tests.interop.environments import HOME
from tests.interop.running import look_for

pytestmark = [pytest.mark.interop, pytest.mark.processes, pytest.mark.timeout(900)]

PACKAGES = HOME / "mcp-conformance/node_modules"
REVISIONS = ("2025-11-25", "2026-07-28")
BASELINE = Path(__file__).with_name("mcp_conformance.yaml")
FIXTURE_BASELINE = Path(__file__).with_name("mcp_conformance_fixture.yaml")


def conforming(url, revision, baseline, folder):
    """What the suite says of a server."""
    look_for("conformance", "mcp-conformance")
    suite = [PACKAGES / "node/bin/node", PACKAGES / "@modelcontextprotocol/conformance/dist/index.js", "server"]
    options = ["--url", url, "--requirements", revision, "--expected-failures", baseline]
    done = subprocess.run([*suite, *options], cwd=folder, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return done.stdout


def is_open(port):
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def fixture_server():
    """The address of the server that the suite wants to meet."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"IOA_SECRET_KEYS": secrets.token_urlsafe(64)}
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.interop.mcp_fixture", str(port)], cwd=ROOT, env=os.environ | settings
    )
    try:
        until = time.monotonic() + 120
        while not is_open(port):
            assert server.poll() is None
            assert time.monotonic() < until
            time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        server.terminate()
        server.wait(30)


def test_the_hub_passes_what_it_does_not_say_that_it_fails():
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o711)  # started as root, its services run as somebody else, who has to get there
        with running(root / "hub") as hub, admitting(hub.url, hub.token) as door:
            said = {revision: conforming(f"{door}/mcp", revision, BASELINE, root) for revision in REVISIONS}
    for scenario in ("server-initialize", "server-session-lifecycle", "ping", "tools-list", "resources-list"):
        assert f"✓ {scenario}:" in said["2025-11-25"]
    for scenario in ("tools-list", "resources-list", "http-header-validation", "dns-rebinding-protection"):
        assert f"✓ {scenario}:" in said["2026-07-28"]


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_server_behind_the_hubs_wrapper_passes_what_is_required(revision, tmp_path):
    with fixture_server() as url:
        said = conforming(url, revision, FIXTURE_BASELINE, tmp_path)
    scenarios = {
        "2025-11-25": ("tools-call-elicitation", "tools-call-sampling", "tools-call-with-progress"),
        "2026-07-28": ("server-stateless", "input-required-result-tampered-state", "tools-call-with-progress"),
    }
    for scenario in scenarios[revision]:
        assert f"✓ {scenario}:" in said
