"""A setting that can't be read stops the start with one line that says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from ioa_web.environment import Environment

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({"IOA_PORT": "abc"}, "IOA_PORT is 'abc': give a whole number, 0 or more"),
        ({"IOA_WAITING_GOALS": "-1"}, "IOA_WAITING_GOALS is '-1': give a whole number, 0 or more"),
        ({"IOA_LOG_LEVEL": "loud"}, "IOA_LOG_LEVEL is 'loud': give one of DEBUG, INFO, WARNING, ERROR, CRITICAL"),
        ({"IOA_SECURITY_EXPIRES": "never"}, "IOA_SECURITY_EXPIRES: 'never' is no date such as 2027-06-30"),
        ({"IOA_HOST": "two..dots", "IOA_ALLOWED_HOSTS": "localhost"}, "can't listen on two..dots, port 8000"),
        ({"IOA_HOST": "a b"}, "IOA_ALLOWED_HOSTS: 'a b' is no name of a host: leave out http:// and the port"),
        ({"IOA_ALLOWED_HOSTS": "x,http://y"}, "IOA_ALLOWED_HOSTS: 'http://y' is no name of a host"),
        ({"IOA_PUBLIC_URL": "https://tools.example/ioa/"}, "IOA_PUBLIC_URL has the path /ioa: give the product a host"),
        ({"IOA_MODEL_BASE_URL": "models"}, "IOA_MODEL_BASE_URL is no address: begin with http:// or https://"),
    ],
)
def test_a_start_says_which_setting_is_wrong_and_how(setting, said, tmp_path):
    env = os.environ | {"IOA_DATA_DIR": str(tmp_path)} | setting
    done = subprocess.run(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    *before, last = done.stderr.splitlines()
    assert not before
    assert last.removeprefix("CommandError: ").startswith("can't start: ")
    assert said in last


@pytest.mark.parametrize(("command", "pool"), [("sign_in_link", "0"), ("verify_audit", "16")])
def test_a_command_without_a_database_says_so_in_one_line_and_where_it_looked(command, pool, tmp_path):
    nowhere = {"DATABASE_URL": f"postgres:///ioa?host={tmp_path}", "IOA_DATABASE_POOL": pool}
    env = os.environ | {"IOA_DATA_DIR": str(tmp_path), "IOA_SECRET_KEYS": "a-key"} | nowhere
    done = subprocess.run(
        [sys.executable, "manage.py", command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("can't reach the database at ")
    assert f"the same IOA_DATA_DIR (now {tmp_path})" in last


def read(kind, value, default=None, **more):
    """What an environment gives whose variable IOA_X has this value."""
    env = Environment()
    env.ENVIRON = {"IOA_X": value}
    return getattr(env, kind)("IOA_X", default, **more)


@pytest.mark.parametrize(
    ("kind", "written", "value"),
    [
        ("int", "0", 0),
        ("int", "1_000", 1000),
        ("float", "2.5", 2.5),
        ("float", "1e3", 1000.0),
        *[("bool", word, True) for word in ("1", "2", "true", "YES", " on ", "ok", "y")],
        *[("bool", word, False) for word in ("0", "false", "No", "off", "n")],
    ],
)
def test_numbers_and_switches_are_read(kind, written, value):
    assert read(kind, written) == value


@pytest.mark.parametrize(
    ("kind", "written"),
    [
        ("int", "2.5"),
        ("int", "-1"),
        ("float", "5 minutes"),
        ("float", "2,5"),
        ("float", "nan"),
        ("float", "inf"),
        ("float", "-0.1"),
        ("bool", "ture"),
    ],
)
def test_what_is_no_number_and_no_switch_is_named(kind, written):
    with pytest.raises(ImproperlyConfigured, match=f"IOA_X is '{written}': give "):
        read(kind, written)


@pytest.mark.parametrize(
    "name", ["*", ".example.com", "localhost", "10.1.0.2", "[::1]", "fd12::7", "ioa_web", "hub.example.com"]
)
def test_a_name_of_a_host_is_taken_as_it_stands(name):
    assert read("hosts", f"{name},other", []) == [name, "other"]


@pytest.mark.parametrize("name", ["localhost:8000", "http://x", "a b", "x/y", "[::1"])
def test_what_is_no_name_of_a_host_is_refused(name):
    with pytest.raises(ImproperlyConfigured, match="is no name of a host: leave out http:// and the port"):
        read("hosts", name, [])


POSTGRES = ("postgresql", "postgres")


@pytest.mark.parametrize(
    "address",
    [
        "",
        "postgres://ioa:s3cret@host:5432/ioa",
        "postgresql:///ioa?host=/run/postgresql",
        "postgres://ioa@%2Frun%2Fpostgresql/ioa",
    ],
)
def test_an_address_is_taken_as_it_stands(address):
    assert read("address", address, "postgres://usual", schemes=POSTGRES) == address


@pytest.mark.parametrize(
    "address", ["ioa", "mysql://ioa:s3cret@host/ioa", "postgres://", "postgres://ioa:s3cret@host:port/ioa"]
)
def test_an_address_of_another_kind_is_refused_and_its_password_not_repeated(address):
    with pytest.raises(ImproperlyConfigured) as refused:
        read("address", address, schemes=POSTGRES)
    assert str(refused.value) == "IOA_X is no address: begin with postgresql:// or postgres://"
