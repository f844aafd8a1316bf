"""What a newcomer may do first, and what of it is done."""

from dataclasses import dataclass

from django.urls import reverse

from apps.accounts import queries as accounts
from apps.accounts.domain.access import Actor
from apps.teams.queries.trees import goals_of


@dataclass(frozen=True)
class Step:
    """One of the first steps."""

    label: str
    help: str
    url: str
    action: str
    done: bool


def first_steps(actor: Actor) -> list[Step]:
    """The steps in their order; nothing when all are done."""
    settings = reverse("settings")
    _, goals = goals_of(actor.workspace_id, (), offset=0, limit=1)
    steps = [
        Step("Give a goal of your own", "Type it above; files may go with it", "#goal", "Begin", goals > 1),
        Step(
            "Connect a model",
            "Without one, rules speak for the teams",
            settings,
            "Connect",
            accounts.model_settings(actor.workspace_id).configured,
        ),
        Step(
            "Invite somebody",
            "They can watch, speak and decide with you",
            settings,
            "Invite",
            len(accounts.members_of(actor.workspace_id)) > 1,
        ),
        Step("Get an API token", "", settings, "Get", bool(accounts.tokens_of(actor))),
    ]
    return [] if all(step.done for step in steps) else steps
