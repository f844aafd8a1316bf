from django.apps import AppConfig


class FilesConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.files"
    default_auto_field = "django.db.models.BigAutoField"
