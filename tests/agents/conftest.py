import pytest

from apps.accounts.models import Workspace
from apps.agents.actions import register_agent
from apps.agents.domain.registration import AgentProfile
from apps.agents.models import Agent


@pytest.fixture
def workspace(db):
    return Workspace.objects.create(slug="north", name="North")


@pytest.fixture
def other_workspace(db):
    return Workspace.objects.create(slug="south", name="South")


@pytest.fixture
def register():
    return _register


def _register(workspace, handle, description, *, skills=(), **more):
    """Register an agent whose skills are given as names."""
    shaped = [{"id": name.replace(" ", "-"), "name": name} if isinstance(name, str) else name for name in skills]
    values = {"name": handle.replace("-", " ").title(), "connector": "scripted"} | more
    profile = AgentProfile(handle=handle, description=description, skills=shaped, **values)
    return Agent.objects.get(pk=register_agent(workspace.pk, profile))
