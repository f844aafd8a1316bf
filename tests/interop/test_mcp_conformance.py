"""The conformance suite of MCP against `/mcp` of a hub as people start it."""

import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.browser.product import running
from tests.interop.admitting import admitting
from tests.interop.environments import HOME
from tests.interop.running import look_for

pytestmark = [pytest.mark.interop, pytest.mark.processes, pytest.mark.timeout(600)]

PACKAGES = HOME / "mcp-conformance/node_modules"
BASELINE = Path(__file__).with_name("mcp_conformance.yaml")


def test_the_hub_passes_what_it_does_not_say_that_it_fails():
    look_for("conformance", "mcp-conformance")
    suite = [PACKAGES / "node/bin/node", PACKAGES / "@modelcontextprotocol/conformance/dist/index.js", "server"]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o711)  # started as root, its services run as somebody else, who has to get there
        with running(root / "hub") as hub, admitting(hub.url, hub.token) as door:
            options = ["--url", f"{door}/mcp", "--suite", "all", "--expected-failures", BASELINE]
            done = subprocess.run([*suite, *options], cwd=root, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    for scenario in ("server-initialize", "ping", "tools-list", "resources-list", "dns-rebinding-protection"):
        assert f"✓ {scenario}:" in done.stdout
