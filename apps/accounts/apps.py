from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.accounts"
    default_auto_field = "django.db.models.BigAutoField"
