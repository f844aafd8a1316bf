from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.webhooks"
    default_auto_field = "django.db.models.BigAutoField"
