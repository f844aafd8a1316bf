from django.apps import AppConfig


class JournalConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.journal"
    default_auto_field = "django.db.models.BigAutoField"
