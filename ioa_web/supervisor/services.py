"""Postgres and Redis together: the embedded ones, or those that the environment names."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ioa_web.services_file import Services
from ioa_web.supervisor import processes
from ioa_web.supervisor.data_dir import leave_road, road_to
from ioa_web.supervisor.postgres import Postgres
from ioa_web.supervisor.redis_server import RedisServer

STOP_SECONDS = 20.0

Service = Postgres | RedisServer


def wanted(road: Path, data_dir: Path, environ: Mapping[str, str], *, durable: bool = True) -> dict[str, Service]:
    """The services to start, by name: those that the environment does not bring."""
    services: dict[str, Service] = {}
    if not environ.get("DATABASE_URL"):
        services["postgres"] = Postgres(data_dir / "postgres", road / "postgres", durable)
    if not environ.get("REDIS_URL"):
        services["redis"] = RedisServer(data_dir / "redis", road / "redis")
    return services


def addresses(services: Mapping[str, Service], environ: Mapping[str, str]) -> Services:
    """Where both are, embedded or not."""
    postgres, redis = services.get("postgres"), services.get("redis")
    return Services(
        postgres.url if postgres else environ["DATABASE_URL"],
        redis.url if redis else environ["REDIS_URL"],
    )


@contextmanager
def running(data_dir: Path, environ: Mapping[str, str]) -> Iterator[Services]:
    """Services for a test run: output to files in `data_dir`, nothing restarted, nothing kept safe on disk."""
    road = road_to(data_dir)
    services = wanted(road, data_dir, environ, durable=False)
    started = []
    try:
        for name, service in services.items():
            with (data_dir / f"{name}.log").open("ab") as log:
                program = service.program()
                started.append((service, program, processes.spawn(program, log)))
        for service, _, process in started:
            service.wait_ready(process)
        yield addresses(services, environ)
    finally:
        for _, program, process in started:
            processes.stop(process, program.stopping, STOP_SECONDS)
        leave_road(road, data_dir)
