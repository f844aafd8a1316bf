from django.apps import AppConfig


class AgentsConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.agents"
    default_auto_field = "django.db.models.BigAutoField"
