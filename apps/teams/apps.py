from django.apps import AppConfig


class TeamsConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.teams"
    default_auto_field = "django.db.models.BigAutoField"
