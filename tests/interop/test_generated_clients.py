"""Clients that generators make of the REST API's description: each gives a goal with a file to a running hub."""

import json
import subprocess
import urllib.request

import pytest

from tests.interop.environments import HOME
from tests.interop.running import look_for
from tests.interop.test_clients import CLIENTS, PATIENCE, hub, said_by

__all__ = ["hub"]

pytestmark = [pytest.mark.interop, pytest.mark.processes, pytest.mark.timeout(600)]


@pytest.fixture
def description(hub, tmp_path):
    """The description that the hub gives of its REST API, as a file."""
    asked = urllib.request.Request(f"{hub.url}/api/v1/openapi.json", headers={"Authorization": f"Bearer {hub.token}"})
    with urllib.request.urlopen(asked) as answer:
        path = tmp_path / "openapi.json"
        path.write_bytes(answer.read())
    return str(path)


def test_openapi_generator_makes_a_client_that_gives_a_goal_with_a_file(hub, description, tmp_path):
    look_for("openapi-generator", "openapi-generator")
    options = ["-g", "python", "-o", str(tmp_path / "made"), "--package-name", "ioa_generated"]
    generate = [str(HOME / "openapi-generator/bin/openapi-generator-cli"), "generate", "-i", description, *options]
    subprocess.run(generate, check=True, capture_output=True, timeout=PATIENCE)
    holds_answer_and_file(said_by("openapi-generator", "openapi_generator.py", hub, str(tmp_path / "made")))


@pytest.mark.parametrize(
    ("script", "generate"),
    [
        ("hey_api.mts", ["openapi-ts", "-c", "@hey-api/client-fetch", "-o", "hey", "-i"]),
        ("openapi_fetch.mts", ["openapi-typescript", "--default-non-nullable", "false", "-o", "schema.d.ts"]),
    ],
)
def test_a_generator_of_typescript_makes_a_client_that_gives_a_goal_with_a_file(hub, description, script, generate):
    look_for(script, "generators")
    home = HOME / "generators"
    program, *options = generate
    run(home, program, *options, description)
    (home / script).write_text((CLIENTS / script).read_text())
    check = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"]
    run(home, "tsc", *check, "--moduleResolution", "bundler", "--types", "node", script)
    holds_answer_and_file(json.loads(run(home, "tsx", script, hub.url, hub.token).splitlines()[-1]))


def run(home, program, *words):
    """What a program of a folder's packages printed."""
    command = [str(home / "node_modules/.bin" / program), *words]
    done = subprocess.run(command, cwd=home, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def holds_answer_and_file(said):
    assert "84" in said["answer"]
    assert "notes.csv" in said["files"]
