"""The containers have no more rights than they need, and what compose.yaml says is what Docker understands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import yaml
from compose_spec import ComposeSpecification
from compose_spec.models import Service

from ioa_web.supervisor.processes import postgres_folder

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docker" / "compose.yaml"
COMPOSE = yaml.safe_load(FILE.read_text())["services"]
OURS = ("prepare", "web", "worker", "beat")
SECRETS = {
    "IOA_SECRET_KEYS",
    "POSTGRES_PASSWORD",
    "POSTGRES_OWNER_PASSWORD",
    "POSTGRES_APP_PASSWORD",
    "REDIS_PASSWORD",
}


def unknown(services):
    """The words of services that the specification does not know; what it knows is checked by its model."""
    known = {field.alias or name for name, field in Service.model_fields.items()}
    return {word for service in services.values() for word in service} - known


def test_the_file_is_one_of_the_compose_specification():
    ComposeSpecification.model_validate(yaml.safe_load(FILE.read_text()))
    assert unknown(COMPOSE) == set()
    assert unknown({"web": {"cap_dorp": ["ALL"]}}) == {"cap_dorp"}


def test_the_dockerfile_is_as_its_linter_wants_it():
    linter = Path(sys.executable).with_name("hadolint")
    linted = subprocess.run([linter, "--no-color", ROOT / "docker" / "Dockerfile"], capture_output=True, text=True)
    assert (linted.stdout, linted.returncode) == ("", 0)


@pytest.mark.parametrize("name", COMPOSE)
def test_no_container_has_more_than_it_needs(name):
    service = COMPOSE[name]
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert "mem_limit" in service
    assert service["pids_limit"]
    assert not service.get("privileged")
    assert name in OURS or service["user"].split(":")[0] != "0"


def test_the_image_runs_as_a_plain_user():
    assert re.findall(r"^USER (.*)$", (ROOT / "docker" / "Dockerfile").read_text(), re.MULTILINE)[-1] == "10001"


def test_only_the_migrations_know_the_owner_of_the_tables():
    knows = {name for name in OURS if "OWNER" in str(COMPOSE[name]["environment"])}
    assert knows == {"prepare"}
    assert all(COMPOSE[name]["environment"]["DATABASE_URL"].startswith("postgres://ioa_app:") for name in OURS)


def test_every_secret_has_to_be_set_and_stands_in_the_example():
    asked = set(re.findall(r"\$\{(\w+):\?", FILE.read_text()))
    assert asked == SECRETS
    example = (ROOT / "docker" / ".env.example").read_text()
    assert {name for name in asked if f"\n{name}=\n" not in example} == set()


def test_every_setting_of_the_page_reaches_the_containers_from_the_one_file():
    page = (ROOT / "docs" / "configuration.md").read_text()
    cells = re.findall(r"^\| (`[A-Z][^|]*) \|", page, re.MULTILINE)
    described = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    of_the_image = {"IOA_HOST", "IOA_PORT", "IOA_COMPAT_PORT", "IOA_DATA_DIR"}
    left_out = of_the_image | {"IOA_DEBUG", "IOA_SECRET_KEY", "IOA_MIGRATION_DATABASE_URL", "IOA_BACKED_UP"}
    for name in OURS:
        passed = COMPOSE[name]["environment"]
        assert described - set(passed) - left_out == set()
        assert not [key for key, value in passed.items() if value == ""], "empty is not the same as left out"


def test_only_this_machine_reaches_the_port():
    assert {port for service in COMPOSE.values() for port in service.get("ports", [])} == {"127.0.0.1:8000:8000"}


def test_every_image_can_be_pinned():
    images = [service["image"] for name, service in COMPOSE.items() if name not in OURS]
    assert all(re.fullmatch(r"\$\{\w+_IMAGE:-[^:]+:[^:]+\}", image) for image in images)
    froms = re.findall(r"^FROM (\S+)", (ROOT / "docker" / "Dockerfile").read_text(), re.MULTILINE)
    assert set(froms) == {"${PYTHON_IMAGE}"}


@pytest.fixture
def fresh():
    """A database of its own on the test's server."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute("drop database if exists fresh")
        server.execute("create database fresh")
        yield server.info.host
        server.execute("drop database fresh with (force)")


@pytest.mark.processes
def test_the_files_that_the_database_starts_with_make_its_roles_with_their_passwords(fresh):
    """As the image of Postgres runs them; the second time on a database that has them already."""
    psql = shutil.which("psql") or postgres_folder(None) / "bin" / "psql"
    passwords = {"POSTGRES_OWNER_PASSWORD": "it's", "POSTGRES_APP_PASSWORD": 'a "b" c'}
    mounted = [volume.split(":")[0] for volume in COMPOSE["postgres"]["volumes"] if "initdb.d" in volume]
    files = [(FILE.parent / path).resolve() for path in mounted]
    assert [file.name for file in files] == ["roles.sql", "passwords.sql"]
    for _ in range(2):
        for file in files:
            words = [
                psql,
                "--host",
                fresh,
                "--username",
                "ioa",
                "--dbname",
                "fresh",
                "--set=ON_ERROR_STOP=1",
                "--file",
                file,
            ]
            done = subprocess.run(words, env=os.environ | passwords, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
    with psycopg.connect(host=fresh, user="ioa", dbname="fresh") as database:
        with_password = database.execute(
            "select rolname from pg_authid where rolpassword is not null and rolname like 'ioa%' order by 1"
        )
        assert with_password.fetchall() == [("ioa_app",), ("ioa_owner",)]
