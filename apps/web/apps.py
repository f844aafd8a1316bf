from django.apps import AppConfig


class WebConfig(AppConfig):
    """See the package docstring for what this app is responsible for. It has no tables."""

    name = "apps.web"
