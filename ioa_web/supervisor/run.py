"""The whole start: data folder, services, database, web server, worker, beat; then keep them until told to stop."""

import contextlib
import http.client
import os
import signal
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

from ioa_web.services_file import Services, forget_services, write_services
from ioa_web.supervisor import data_dir, ports
from ioa_web.supervisor.data_dir import Installation, preparation, product
from ioa_web.supervisor.keeper import Child, Keeper
from ioa_web.supervisor.logs import ProcessLog, QuietLog, Say, SecretsLog
from ioa_web.supervisor.privileges import step_down
from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Program
from ioa_web.supervisor.services import STOP_SECONDS, Service, addresses, wanted_services

READY_SECONDS = 90
PROBE_PAUSE = 0.1
PROBE_SECONDS = 2  # who comes before the web server runs is kept waiting
DRAIN_SECONDS = 30.0  # for the worker to hand back what it holds
STARTING = "starting; the first time it makes its database, which takes a minute on a slow machine"
AGAIN = "to get in: sign in as before, or make a sign-in link: make link (manage.py sign_in_link)"
ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - read, not listened on


class StopRequested(BaseException):
    """A signal asked for the end."""


def run(place: Installation, say: Say, *, services_only: bool = False) -> None:
    """Start everything, say how to get in, and keep it running until SIGINT, SIGTERM or SIGHUP.

    Raises CannotStart with one line for a person. Nothing that was started outlives this call, after which a process
    that was root's is so no more.
    """
    with (
        _until_signalled(),
        contextlib.suppress(StopRequested),
        _hold_folder(place),
        _listen_on([] if services_only else place.ports) as sockets,
    ):
        remark = step_down(place.base, place.data)
        _furnish(place)
        with _road(place) as road:
            services = wanted_services(road, place.data, os.environ)
            start = _Start(place, addresses(services, os.environ), services, say, sockets, remark)
            start.services_alone() if services_only else start.everything()


class _Start:
    """One start on one place. Its children end when the method that started them does, the product before Postgres."""

    def __init__(
        self,
        place: Installation,
        found: Services,
        services: Mapping[str, Service],
        say: Say,
        listening: Sequence[int],
        remark: str,
    ) -> None:
        self._began = time.monotonic()
        self._listening = listening
        self._remark = remark
        self._place = place
        self._found = found
        self._services = services
        self._say = say
        self._keeper = Keeper()

    def services_alone(self) -> NoReturn:
        """Postgres and Redis for a developer."""
        with self._ending(STOP_SECONDS) as children:
            self._start_services(children)
            self._say(f"DATABASE_URL={self._found.database_url}\nREDIS_URL={self._found.redis_url}")
            self._say_remark()
            self._keep()

    def everything(self) -> NoReturn:
        """The services, then the product on them. Preparing loads while the services start, and waits for Postgres."""
        self._say_remark()
        self._say(STARTING)
        with self._ending(STOP_SECONDS) as children:
            log = SecretsLog("prepare", self._place.logs, self._say)
            preparing = self._add(children, preparation(self._place, self._found), log)
            self._start_services(children)
            if self._keeper.finish(preparing):
                raise CannotStart(f"the database could not be prepared: {log.file} says why")
            with self._ending(DRAIN_SECONDS) as processes:
                self._start_product(processes)
                ready = f"ready in {time.monotonic() - self._began:.1f} s"
                self._say("\n".join([f"url: {self._place.url}", *(log.secrets or [AGAIN]), ready]))
                self._keep()

    def _say_remark(self) -> None:
        if self._remark:
            self._say(self._remark)

    def _start_services(self, children: list[Child]) -> None:
        """Start Postgres and Redis, wait for both, leave the note for other commands."""
        started = []
        for name, service in self._services.items():
            child = self._keeper.add(service.program, QuietLog(name, self._place.logs, self._say), needed=True)
            children.append(child)
            started.append((service, child))
        for service, child in started:
            service.wait_ready(child.process)
        write_services(self._place.data, replace(self._found, public_url=self._place.url))

    def _start_product(self, children: list[Child]) -> None:
        """Start the processes; beat, which nobody waits for, when the page answers."""
        programs = product(self._place, self._found, self._listening)
        beat = programs.pop("beat")
        for name, program in programs.items():
            self._add(children, program, self._log(name))
        _wait_for_page(self._place, self._keeper)
        self._add(children, beat, self._log("beat"))

    def _add(self, children: list[Child], program: Program, log: ProcessLog) -> Child:
        child = self._keeper.add(lambda: program, log)
        children.append(child)
        return child

    def _log(self, name: str) -> ProcessLog:
        return ProcessLog(name, self._place.logs, self._say)

    def _keep(self) -> NoReturn:
        while True:
            self._keeper.tick()

    @contextlib.contextmanager
    def _ending(self, seconds: float) -> Iterator[list[Child]]:
        """A list of children that are ended at the end, with `seconds` for an orderly one."""
        children: list[Child] = []
        try:
            yield children
        finally:
            self._keeper.stop(children, seconds)


@contextlib.contextmanager
def _until_signalled() -> Iterator[None]:
    """Turn the first signal into Stopped; further ones are ignored while the children end."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def on_signal(number: int, frame: FrameType | None) -> None:
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise StopRequested

    before = {each: signal.signal(each, on_signal) for each in signals}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@contextlib.contextmanager
def _hold_folder(place: Installation) -> Iterator[None]:
    """The data folder made and locked."""
    data_dir.prepare(place.data)
    with data_dir.lock(place.data, place.url):
        yield


@contextlib.contextmanager
def _listen_on(wanted_ports: Iterable[tuple[str, int, str]]) -> Iterator[list[int]]:
    """The numbers of sockets that listen, as host, port and name of its setting ask for, until the end."""
    with contextlib.ExitStack() as open_ones:
        yield [open_ones.enter_context(ports.listen(*wanted_port)).fileno() for wanted_port in wanted_ports]


def _furnish(place: Installation) -> None:
    """Make what a start needs in the data folder, as the user who works there."""
    if place.keys_file:
        data_dir.ensure_secret_keys(place.keys_file)
    place.logs.mkdir(exist_ok=True)
    place.heartbeats.mkdir(exist_ok=True)


@contextlib.contextmanager
def _road(place: Installation) -> Iterator[Path]:
    """The way to the sockets, as long as it is needed; the note about them goes with it."""
    road = data_dir.road_to(place.data)
    try:
        yield road
    finally:
        forget_services(place.data)
        data_dir.leave_road(road, place.data)


def _wait_for_page(place: Installation, keeper: Keeper) -> None:
    """Wait until the first page really answers."""
    until = time.monotonic() + READY_SECONDS
    while not _page_answers(place):
        if time.monotonic() > until:
            raise CannotStart(f"the page did not answer in {READY_SECONDS} s: {place.logs} says why")
        again = time.monotonic() + PROBE_PAUSE
        while time.monotonic() < again:
            keeper.tick()


def _page_answers(place: Installation) -> bool:
    host = next((name for name in place.allowed_hosts if name not in ("*", "")), "localhost").lstrip(".")
    connection = http.client.HTTPConnection(ANY_ADDRESS.get(place.host, place.host), place.port, timeout=PROBE_SECONDS)
    try:
        connection.request("GET", "/", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return connection.getresponse().status < http.client.BAD_REQUEST
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
