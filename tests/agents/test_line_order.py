"""Whoever holds several connections, or agents too, asks for them in the order of the work that goes over them."""

import threading
import time

import pytest
from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import Member
from apps.agents import actions as agents
from apps.agents.actions.call_limits import lines_to_hold
from apps.agents.actions.configs import reseal_credentials
from apps.agents.actions.connections import switch_off_theirs
from apps.agents.actions.registry import remove_agent
from apps.agents.models import Agent, Connection
from apps.core.ids import uuid7
from tests import factories
from tests.engine.beside import closing, somebody_waits_for_a_lock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def office():
    return factories.workspace()


@pytest.fixture
def owner(office):
    return Actor(factories.person(office).id, office.id, Role.OWNER, "Ann")


def own_line(agent, person, **columns) -> Connection:
    return Connection.objects.create(agent=agent, owner=person, connector="builtin", **columns)


def beside_work_that_holds(first, then, do) -> None:
    """Do this while the work of a goal holds a row, and then needs another; neither may wait for ever."""
    held = threading.Event()

    def work():
        with transaction.atomic():
            list(first)
            held.set()
            while not somebody_waits_for_a_lock():
                time.sleep(0.01)
            list(then)

    working = threading.Thread(target=closing(work))
    working.start()
    assert held.wait(10)
    do()
    working.join(10)


def lines(*keys):
    return lines_to_hold().filter(pk__in=[line.pk for line in keys])


def agents_at(*held):
    """As the record of who did what is written, at the end of a transaction."""
    return Agent.objects.select_for_update(no_key=True).filter(pk__in=[one.pk for one in held]).order_by("pk")


@pytest.mark.parametrize("deed", ["switched off", "removed"])
def test_an_agent_is_switched_off_or_removed_beside_work_over_somebody_s_own_connection(office, owner, deed):
    agent = factories.agent(office, "worker")
    own = own_line(agent, factories.person(office))

    def do():
        if deed == "removed":
            remove_agent(owner, agent.pk)
        else:
            agents.set_enabled([agent.pk], enabled=False)

    beside_work_that_holds(lines(own), agents_at(agent), do)

    assert not Agent.objects.get().enabled


def test_connections_of_who_left_are_switched_off_beside_work_over_them(office):
    person = factories.person(office)
    first, second = sorted((factories.agent(office, handle) for handle in ("one", "two")), key=lambda one: one.pk)
    of_second, of_first = sorted(uuid7() for _ in range(2))
    own, later = own_line(first, person, pk=of_first), own_line(second, person, pk=of_second)
    Member.objects.filter(user=person).delete()

    beside_work_that_holds(lines(own), lines(later), switch_off_theirs)

    assert not Connection.objects.filter(owner=person, enabled=True).exists()


def test_credentials_are_sealed_again_beside_work_over_their_connections(office):
    first, second = sorted((factories.agent(office, handle) for handle in ("one", "two")), key=lambda one: one.pk)
    Connection.objects.filter(agent=first).update(problem="")  # now it comes after the other in its table

    beside_work_that_holds(lines(first.connection), lines(second.connection), reseal_credentials)
