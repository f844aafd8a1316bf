"""A second workspace with slow agents, so that a test can act in the middle of a goal. The demo's stays as it comes."""

import json
from uuid import UUID

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import User
from apps.agents import actions as agents
from apps.agents.domain.registration import AgentProfile

SECONDS = 4.0
"""How long the slow agent takes for one piece of work."""

AGENTS = {
    "painter": (
        "Paint walls",
        [{"progress": "First coat"}, {"wait": SECONDS / 2}, {"progress": "Second coat"}, {"wait": SECONDS / 2}],
        "The walls are painted.",
    ),
    "poet": (
        "Write poems",
        [{"write": "The hall was dark,\n"}, {"wait": SECONDS}, {"write": "now it is <b>light</b>."}, {"wait": SECONDS}],
        "The poem is written.",
    ),
    "gardener": ("Plant trees", [], "The trees are planted."),
    "herald": ("Announce openings", [], "We are glad to announce that the new hall opens its doors on Friday evening."),
}
PEOPLE = {
    "viewer": Role.VIEWER,
    "newcomer": Role.OPERATOR,
    "doubter": Role.OPERATOR,
    "leaver": Role.OPERATOR,
    "collector": Role.OPERATOR,
    "notary": Role.OPERATOR,
    "guest": Role.OPERATOR,
}
"""Whose link a test looks at, unused, is no other test's of its module: the first who enters by a link uses it up."""

ASKER = ("carpenter", "Build a wooden table", "Oak or pine?", "The table is built of {answer}.")


def furnish(number: int) -> None:
    """Make such a workspace with its people and agents; print links and tokens as JSON. Run inside the product."""
    owner = User.objects.create_user(username=f"olga-{number}", display_name="Olga")
    workspace = accounts.create_workspace(f"workshop-{number}", "Workshop", owner.pk)
    actor = Actor(owner.pk, workspace, Role.OWNER, "Olga")
    people = {"owner": owner.pk}
    for name, role in PEOPLE.items():
        username = f"{name}-{number}"
        people[name] = accounts.add_member(actor, username=username, display_name=name.title(), role=role)
    for handle, (skill, steps, result) in AGENTS.items():
        register_scripted(workspace, handle, skill, [*steps, {"result": result}])
    handle, skill, question, result = ASKER
    register_scripted(workspace, handle, skill, [{"if_answered": [{"result": result}]}, {"ask": question}])
    links = {name: accounts.issue_sign_in_link(user) for name, user in people.items()}
    print(json.dumps({"links": links, "token": accounts.issue_token(actor, "browser tests")}))  # noqa: T201


def open_empty() -> None:
    """A workspace with nothing in it; print the link of its owner."""
    owner = User.objects.create_user(username="nadia", display_name="Nadia")
    accounts.create_workspace("empty", "Empty", owner.pk)
    print(accounts.issue_sign_in_link(owner.pk))  # noqa: T201


def register_scripted(workspace: UUID, handle: str, skill: str, steps: list[dict]) -> None:
    """An agent of a workspace that can do one thing, and plays its steps."""
    profile = AgentProfile(
        handle=handle,
        name=handle.title(),
        description=skill,
        skills=[
            {
                "id": handle,
                "name": skill,
                "description": skill,
                "tags": skill.lower().split(),
                "repeatable": True,
                "read_only": True,
            }
        ],
        connector="scripted",
        connector_config={"steps": steps},
    )
    agents.register_agent(workspace, profile)
