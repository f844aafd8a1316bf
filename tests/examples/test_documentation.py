"""What the documentation tells people to type is typed, word for word, against the product as people start it."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.browser.product import running
from tests.client.hub import free_port

pytestmark = [pytest.mark.slow, pytest.mark.processes]

ROOT = Path(__file__).parents[2]
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
REFUSING = 'set -euo pipefail\ncurl() { command curl --fail-with-body --max-time 200 "$@"; }\n'
SALES = "region,2023,2024\nNorth,10,14\nSouth,12,13\n"

# what a program written for IoA sends, to the port that it knows
LAUNCH = {
    "goal": "Find the annual revenue and describe its trend.",
    "team_member_names": ["AutoGPT", "Open Interpreter"],
    "max_turns": 40,
}


@pytest.fixture(scope="module")
def compat_port():
    return free_port()


@pytest.fixture(scope="module")
def product(tmp_path_factory, compat_port):
    with running(tmp_path_factory.mktemp("product") / "data", IOA_COMPAT_PORT=str(compat_port)) as started:
        yield started


def blocks(name):
    """The shell blocks of a page of the documentation."""
    found = SHELL.findall((ROOT / "docs" / name).read_text())
    assert found
    return found


def typed(script, folder, product):
    """What a shell prints for a block, with the product's own address and token where the page has examples."""
    script = script.replace("http://127.0.0.1:8000", product.url).replace("TOKEN=ioa_...", f"TOKEN={product.token}")
    done = subprocess.run(
        ["bash", "-c", REFUSING + script], cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_page_of_the_rest_api(product, tmp_path):
    (tmp_path / "sales.csv").write_text(SALES)
    goals, launch, _ = blocks("rest.md")  # the third needs the token of a task
    said = typed(goals, tmp_path, product)
    assert "event: goal.ended" in said
    assert '"verdict": "done"' in said
    downloaded = {path.suffix for path in tmp_path.iterdir()} - {".csv"}
    assert downloaded
    comm_id, conclusion = json.loads(typed(launch, tmp_path, product))
    assert product.get(f"/goals/{comm_id}")["outcome"] in ("done", "partial")
    assert "grew by" in conclusion  # not the plot alone


def test_the_example_in_python(product):
    environ = os.environ | {"API": f"{product.url}/api/v1", "TOKEN": product.token}
    command = [sys.executable, ROOT / "examples" / "automation.py", "Plot the annual revenue in the library."]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "goal.ended" in done.stdout
    assert " bytes" in done.stdout


def test_a_program_written_for_ioa_hears_which_agents_are_missing(product, compat_port):
    request = urllib.request.Request(
        f"http://127.0.0.1:{compat_port}/launch_goal",
        json.dumps(LAUNCH).encode(),
        {"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=60)
    assert refused.value.code == 422
    assert "AutoGPT, Open Interpreter" in json.load(refused.value)["detail"]
