from django.apps import AppConfig


class ChatConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.chat"
    default_auto_field = "django.db.models.BigAutoField"
