"""The wiring as an installed app, so that Django finds its management commands."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class WiringConfig(AppConfig):
    """No models; carries `manage.py up` and what it needs."""

    name = "ioa_web"
    label = "wiring"
    verbose_name = "IoA Web"

    def ready(self) -> None:
        """Have `check --deploy` look at what Django knows nothing of, and connections be as `ioa_web.database` says."""
        import psycopg_pool

        from ioa_web import deployment  # noqa: F401  registers itself
        from ioa_web.database import WarmPool, keep_statements, read_moments

        psycopg_pool.ConnectionPool = WarmPool  # type: ignore[misc, assignment]  # Django has no setting for another
        connection_created.connect(keep_statements)
        connection_created.connect(read_moments)
