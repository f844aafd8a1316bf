from django.apps import AppConfig


class TeamsConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the registry how many calls run over a connection: it shows that, and knows no rows of calls."""
        from apps.agents.queries.workload import count_calls_by
        from apps.teams.queries.load import running_calls

        count_calls_by(running_calls)
