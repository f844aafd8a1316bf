"""Postgres and Redis together: the embedded ones, or those that the environment names."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ioa_web.services_file import Services
from ioa_web.supervisor import processes
from ioa_web.supervisor.data_dir import leave_road, road_to
from ioa_web.supervisor.postgres import NAME, OWNER, Postgres
from ioa_web.supervisor.redis_server import RedisServer

STOP_SECONDS = 20.0

Service = Postgres | RedisServer


def wanted_services(
    road: Path, data_dir: Path, environ: Mapping[str, str], *, durable: bool = True
) -> dict[str, Service]:
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
    database_url = postgres.url() if isinstance(postgres, Postgres) else environ["DATABASE_URL"]
    owner = postgres.url(OWNER) if isinstance(postgres, Postgres) else environ.get("IOA_MIGRATION_DATABASE_URL", "")
    redis_url = redis.url if isinstance(redis, RedisServer) else environ["REDIS_URL"]
    return Services(database_url, redis_url, migration_database_url=owner)


@contextmanager
def run_services(data_dir: Path, environ: Mapping[str, str]) -> Iterator[Services]:
    """Services for a test run: output to files in `data_dir`, nothing restarted, nothing kept safe on disk.

    Its database is the superuser's: tests make databases of their own.
    """
    road = road_to(data_dir)
    services = wanted_services(road, data_dir, environ, durable=False)
    started = []
    try:
        for name, service in services.items():
            with (data_dir / f"{name}.log").open("ab") as log:
                program = service.program()
                started.append((service, program, processes.spawn(program, log)))
        for service, _, process in started:
            service.wait_ready(process)
        yield _of_superuser(addresses(services, environ), services.get("postgres"))
    finally:
        for _, program, process in started:
            processes.stop(process, program.stopping, STOP_SECONDS)
        leave_road(road, data_dir)


def _of_superuser(found: Services, postgres: Service | None) -> Services:
    if not isinstance(postgres, Postgres):
        return found
    return replace(found, database_url=postgres.url(NAME), migration_database_url="")
