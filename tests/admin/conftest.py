from types import SimpleNamespace

import pytest

from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import User
from tests import factories


@pytest.fixture
def world(db):
    """A small workspace with one goal, whose team has asked a person and has three agents."""
    of = factories.workspace()
    boss, viewer = factories.person(of, "owner", "Yara Okafor"), factories.person(of, "viewer", "Vic Stone")
    story = factories.small_goal(of, boss)
    story.agents = agents = {handle: factories.agent(of, handle) for handle in ("scout", "tally", "scribe")}
    root = story.root
    root.join(*agents)
    root.ask("Send the report to the whole board?", "approval", ("Approve", "Deny"))
    return SimpleNamespace(workspace=of, owner=boss, viewer=viewer, agents=agents, goal=story.goal, root=root)


@pytest.fixture
def owner(world):
    return Actor(world.owner.pk, world.workspace.pk, Role.OWNER, "Yara Okafor")


@pytest.fixture
def staff(client, world):
    """A browser in which somebody is signed in who runs the installation, and belongs to no workspace."""
    client.force_login(User.objects.create(username="runner", display_name="Rune Runner", is_staff=True))
    return client
