"""Stored credentials of agents are sealed again under the newest of the installation's own keys."""

from django.db import transaction

from apps.accounts.queries.sealing import Resealed, reseal
from apps.agents.models import Agent
from apps.agents.queries.credentials import SEALED, is_sealed


@transaction.atomic
def reseal_credentials() -> Resealed:
    """Seal every agent's credentials again; gives how many, and how many open with none of the keys."""
    done = Resealed()
    for agent in Agent.objects.select_for_update().only("connector_config"):
        config = dict(agent.connector_config)
        for name in [name for name, value in config.items() if is_sealed(value)]:
            again = reseal(config[name][SEALED].encode())
            done = done.plus(again)
            if again is not None:
                config[name] = {SEALED: again.decode()}
        if config != agent.connector_config:
            Agent.objects.filter(pk=agent.pk).update(connector_config=config)
    return done
