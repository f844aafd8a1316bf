"""The wiring as an installed app, so that Django finds its management commands."""

from django.apps import AppConfig


class WiringConfig(AppConfig):
    """No models; carries `manage.py up` and what it needs."""

    name = "ioa_web"
    label = "wiring"
    verbose_name = "IoA Web"

    def ready(self) -> None:
        """Have `check --deploy` look at what Django knows nothing of."""
        from ioa_web import deployment  # noqa: F401  registers itself
