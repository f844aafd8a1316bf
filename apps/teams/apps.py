from django.apps import AppConfig


class TeamsConfig(AppConfig):
    """See the package docstring for what this app is responsible for."""

    name = "apps.teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the registry how many calls run over a connection, and who waits for one: it knows no rows of calls."""
        from apps.agents.actions.slots import guard_slots_by
        from apps.agents.queries.workload import count_calls_by
        from apps.teams.actions.waits import refuse_fewer_slots
        from apps.teams.queries.load import running_calls

        count_calls_by(running_calls)
        guard_slots_by(refuse_fewer_slots)
