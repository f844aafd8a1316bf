"""The whole start: data folder, services, database, web server, worker, beat; then keep them until told to stop."""

import contextlib
import http.client
import os
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import NoReturn

from ioa_web.services_file import Services, forget_services, write_services
from ioa_web.supervisor import data_dir, ports
from ioa_web.supervisor.keeper import Child, Keeper
from ioa_web.supervisor.logs import Log, QuietLog, Say, SecretsLog
from ioa_web.supervisor.place import Place, prepare, product
from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Program
from ioa_web.supervisor.services import STOP_SECONDS, addresses, wanted

READY_SECONDS = 90
DRAIN_SECONDS = 30.0  # for the worker to hand back what it holds
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not listened on


class Stopped(BaseException):
    """A signal asked for the end."""


def run(place: Place, say: Say, *, services_only: bool = False) -> None:
    """Start everything, say how to get in, and keep it running until SIGINT, SIGTERM or SIGHUP.

    Raises CannotStart with one line for a person. Nothing that was started outlives this call.
    """
    began = time.monotonic()
    with _until_signalled(), contextlib.suppress(Stopped), _prepared(place, needs_port=not services_only):
        keeper = Keeper()
        with _services(place, keeper, say) as services:
            if services_only:
                say(f"DATABASE_URL={services.database_url}\nREDIS_URL={services.redis_url}")
                _keep(keeper)
            secrets = _prepare_database(place, keeper, services, say)
            with _product(place, keeper, services, say):
                _wait_for_page(place, keeper)
                say("\n".join([f"url: {place.url}", *secrets, f"ready in {time.monotonic() - began:.1f} s"]))
                _keep(keeper)


def _keep(keeper: Keeper) -> NoReturn:
    while True:
        keeper.tick()


@contextlib.contextmanager
def _until_signalled() -> Iterator[None]:
    """Turn the first signal into Stopped; further ones are ignored while the children end."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def on_signal(number: int, frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise Stopped

    before = {each: signal.signal(each, on_signal) for each in signals}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def _prepared(place: Place, *, needs_port: bool) -> Iterator[None]:
    """The data folder made and locked, the port free, the keys there."""
    data_dir.prepare(place.data)
    with data_dir.lock(place.data, place.url):
        if needs_port:
            ports.ensure_free(place.host, place.port)
        if place.keys_file:
            data_dir.ensure_secret_keys(place.keys_file)
        place.logs.mkdir(exist_ok=True)
        yield


@contextlib.contextmanager
def _services(place: Place, keeper: Keeper, say: Say) -> Iterator[Services]:
    """Postgres and Redis running; the note for other commands is there as long as they do."""
    road = data_dir.road_to(place.data)
    children: list[Child] = []
    try:
        services = wanted(road, place.data, os.environ)
        for name, service in services.items():
            children.append(keeper.add(service.program, QuietLog(name, place.logs, say)))
        for service, child in zip(services.values(), children, strict=True):
            service.wait_ready(child.process)
        found = addresses(services, os.environ)
        write_services(place.data, found)
        yield found
    finally:
        forget_services(place.data)
        keeper.stop(children, STOP_SECONDS)
        data_dir.leave_road(road, place.data)


def _prepare_database(place: Place, keeper: Keeper, services: Services, say: Say) -> list[str]:
    """Run `manage.py prepare`; the lines that let a person in."""
    log = SecretsLog("prepare", place.logs, say)
    if keeper.finish(keeper.add(_always(prepare(place, services)), log)):
        raise CannotStart(f"the database could not be prepared: {log.file} says why")
    return log.secrets


@contextlib.contextmanager
def _product(place: Place, keeper: Keeper, services: Services, say: Say) -> Iterator[None]:
    """The web server, the worker and beat running."""
    children: list[Child] = []
    try:
        for name, program in product(place, services).items():
            children.append(keeper.add(_always(program), Log(name, place.logs, say)))
        yield
    finally:
        say("stopping")
        keeper.stop(children, DRAIN_SECONDS)


def _always(program: Program) -> Callable[[], Program]:
    return lambda: program


def _wait_for_page(place: Place, keeper: Keeper) -> None:
    """Wait until the first page really answers."""
    until = time.monotonic() + READY_SECONDS
    while not _page_answers(place):
        if time.monotonic() > until:
            raise CannotStart(f"the page did not answer in {READY_SECONDS} s: {place.logs} says why")
        keeper.tick()


def _page_answers(place: Place) -> bool:
    host = next((name for name in place.allowed_hosts if name not in ("*", "")), "localhost").lstrip(".")
    connection = http.client.HTTPConnection(ANY_ADDRESS.get(place.host, place.host), place.port, timeout=10)
    try:
        connection.request("GET", "/", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return connection.getresponse().status < http.client.BAD_REQUEST
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
