import pytest

from apps.accounts.domain.access import Actor
from apps.accounts.domain.roles import Role
from apps.accounts.models import User
from tests import factories


@pytest.fixture
def world(db):
    return factories.world()


@pytest.fixture
def owner(world):
    return Actor(world.owner.pk, world.workspace.pk, Role.OWNER, "Yara Okafor")


@pytest.fixture
def staff(client, db):
    """A browser in which somebody is signed in who runs the installation, and belongs to no workspace."""
    client.force_login(User.objects.create_user("runner", display_name="Rune Runner", is_staff=True))
    return client
