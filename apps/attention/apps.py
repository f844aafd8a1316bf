from django.apps import AppConfig


class AttentionConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.attention"
    default_auto_field = "django.db.models.BigAutoField"
