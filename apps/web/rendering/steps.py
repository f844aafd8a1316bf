"""What a newcomer may do first, and what of it is done."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from apps.accounts import queries as accounts
from apps.accounts.domain.access import Actor
from apps.agents.queries.directory import has_outside
from apps.teams.queries.trees import goals_of

EXAMPLE = Path(settings.BASE_DIR) / "apps" / "agents" / "seed" / "example_goal.txt"


@dataclass(frozen=True)
class FirstStep:
    """One of the first steps."""

    label: str
    help: str
    url: str
    action: str
    done: bool


def first_steps(actor: Actor) -> list[FirstStep]:
    """The steps in their order; nothing when all are done."""
    settings_page = reverse("settings")
    _, goals = goals_of(actor.workspace_id, (), offset=0, limit=1)
    steps = [
        FirstStep("Try an example", "It fills the composer; press Start", _example_url(), "Show", goals > 0),
        FirstStep("Give a goal of your own", "Type it above; files may go with it", "#goal", "Begin", goals > 1),
        FirstStep(
            "Connect a model",
            "Without one, rules speak for the teams",
            settings_page,
            "Connect",
            accounts.model_settings(actor.workspace_id).configured,
        ),
        FirstStep(
            "Connect an agent",
            "Paste its address, or let it dial in",
            reverse("agents-joining"),
            "Connect",
            has_outside(actor.workspace_id),
        ),
        FirstStep(
            "Invite somebody",
            "They can watch, speak and decide with you",
            settings_page,
            "Invite",
            len(accounts.members_of(actor.workspace_id)) > 1,
        ),
        FirstStep("Get an API token", "", settings_page, "Get", bool(accounts.tokens_of(actor))),
    ]
    return [] if all(step.done for step in steps) else steps


def _example_url() -> str:
    """The home page with a goal typed in that the seeded agents and the seeded document can do."""
    return f"{reverse('home')}?{urlencode({'text': EXAMPLE.read_text().strip()})}"
