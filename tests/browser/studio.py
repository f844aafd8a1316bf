"""A third workspace, whose model says what it is told to: for goals in which a plan has others look at the work."""

import json

from apps.accounts import actions as accounts
from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import User
from tests.browser.workshop import register_scripted

RIGHT = json.dumps({"holds": True, "wrong": "", "evidence": ["The total is 42, as the two lines add up to it."]})
WRONG = json.dumps({"holds": False, "wrong": "It does not say which unit the 42 have.", "evidence": ["40"]})

AGENTS: dict[str, tuple[str, list[dict]]] = {
    "counter": ("Count sales", [{"result": "North 30, South 12, in all 42."}]),
    "writer": (
        "Write letters",
        [
            {"result": "The hall opens on Friday."},
        ],
    ),
    "noter": (
        "Take notes",
        [{"file": {"name": "scratch.txt", "content": "Chairs, lights."}}, {"result": "Two things lack."}],
    ),
    "critic": ("Check work", [{"if_brief": "which unit", "then": [{"result": RIGHT}]}, {"result": WRONG}]),
    "renter": ("Speak for renting halls", [{"result": json.dumps({"do": "object", "text": "Renting costs less."})}]),
    "buyer": ("Speak for buying halls", [{"result": json.dumps({"do": "agree", "text": "Then let us rent it."})}]),
}
PEOPLE = {"boss": Role.OWNER, "first": Role.OPERATOR, "second": Role.OPERATOR, "reader": Role.VIEWER}


def furnish(number: int, model: str) -> None:
    """Make such a workspace; `model` is the address of its model. Prints links and a token. Run inside the product."""
    owner = User.objects.create_user(username=f"stella-{number}", display_name="Stella")
    workspace = accounts.create_workspace(f"studio-{number}", "Studio", owner.pk)
    actor = Actor(owner.pk, workspace, Role.OWNER, "Stella")
    accounts.set_model_settings(actor, base_url=model, model="told")
    people = {
        name: accounts.add_member(actor, username=f"studio-{name}-{number}", display_name=name.title(), role=role)
        for name, role in PEOPLE.items()
    }
    for handle, (skill, steps) in AGENTS.items():
        register_scripted(workspace, handle, skill, steps)
    links = {name: accounts.issue_sign_in_link(user) for name, user in people.items()}
    print(json.dumps({"links": links, "token": accounts.issue_token(actor, "browser tests")}))  # noqa: T201
