"""The test run: its own Postgres and Redis, the product's settings for tests, no network.

It stands before Django is loaded: settings read the addresses from the environment. Under xdist the controller starts
the services and its workers inherit the addresses.
"""

import atexit
import contextlib
import gc
import ipaddress
import os
import secrets
import sys
import tempfile
from pathlib import Path

import django
import hypothesis
import pytest
from celery import current_app

from ioa_web.supervisor.services import run_services

DOUBLES = Path(__file__).parent / "tests" / "doubles"

resources = contextlib.ExitStack()


def start_services() -> None:
    """Start what DATABASE_URL and REDIS_URL do not name, in a folder that goes away with the run."""
    data_dir = Path(resources.enter_context(tempfile.TemporaryDirectory(prefix="ioa-test-")))
    services = resources.enter_context(run_services(data_dir, os.environ))
    os.environ |= {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(DOUBLES), os.environ.get("PYTHONPATH")])),  # for processes too
        "DJANGO_SETTINGS_MODULE": "ioa_web.settings",
        "DATABASE_URL": services.database_url,
        "REDIS_URL": services.redis_url,
        "IOA_DATA_DIR": str(data_dir),
        "IOA_SECRET_KEYS": secrets.token_urlsafe(64),
        "IOA_DEBUG": "1",  # static files without collectstatic; pytest-django then sets DEBUG to False
        "IOA_CALLS": "inline",
        "IOA_JOBS": "eager",
        "IOA_DATABASE_POOL": "0",
        "IOA_LOG_LEVEL": "WARNING",
    }
    for name in (
        "IOA_MODEL",
        "IOA_MODEL_BASE_URL",
        "IOA_MODEL_API_KEY",
        "IOA_PUBLIC_URL",
        "IOA_ALLOWED_HOSTS",
        "IOA_SCRIPT",
    ):
        os.environ.pop(name, None)  # no test spends money or depends on who runs it


def refuse_network(event: str, arguments: tuple) -> None:
    """An audit hook: a connection may only go to this machine."""
    if event != "socket.connect":
        return
    address = arguments[1]
    if isinstance(address, tuple) and not is_loopback(str(address[0])):
        raise RuntimeError(f"a test tried to reach {address[0]}: tests have no network")


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine; a name other than localhost is not."""
    try:
        return ipaddress.ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return host == "localhost"


# the suite says the same of the same code each time, on some dozens of examples; `make fuzz` looks for what nobody
# thought of
hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, max_examples=40)
hypothesis.settings.register_profile("fuzz", deadline=None, max_examples=10_000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))
if "PYTEST_XDIST_WORKER" not in os.environ:
    start_services()
    atexit.register(resources.close)
sys.addaudithook(refuse_network)
sys.setrecursionlimit(3_000)  # what follows from a step is done at once here, within it: fifty tasks are that deep
django.setup()
current_app.autodiscover_tasks(related_name="jobs", force=True)  # eager jobs are found only once they are known


def pytest_collection_finish() -> None:
    """Look for garbage less often: the modules stay, and what a test leaves is small. It saves a tenth of the run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what this run started."""
    resources.close()
