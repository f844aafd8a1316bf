"""One descriptor says all that is known of a way of reaching agents, whoever wrote it."""

import inspect
import re
import subprocess
import sys
from io import StringIO

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.core.management import call_command
from pydantic import BaseModel

from apps.accounts.domain.errors import Refused
from apps.agents.actions import register_agent
from apps.agents.connectors import (
    BUILT_IN,
    UnknownConnectorError,
    connector_for,
    descriptor_of,
    descriptors,
    problems,
    recogniser_of,
    settings_model,
)
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.connectors import Descriptor, Resume
from apps.agents.domain.registration import AgentProfile
from apps.agents.gateway.probe import probe
from apps.agents.gateway.trials import _ways
from apps.agents.queries.connectors import choosable_kinds, installed_connectors, settings_of
from ioa_web.worker import tell_of_plugins
from tests.agents.connectors.plugins import plugged_in

LIGHT = """
import sys
from apps.agents.connectors import descriptors
assert descriptors()
print([name for name in ("aiohttp", "apps.core.outbound", "django") if name in sys.modules])
"""
TABLE = re.compile(r"^\| `(\w+)` \| .*? \| .*? \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)
PIGEON = """
from apps.agents.domain.connectors import Descriptor

DESCRIPTOR = Descriptor("pigeon", "Pigeon post", settings="flock:Settings", connector="flock:Connector", {more})
"""


def test_people_choose_among_them_in_the_order_in_which_they_ship():
    assert [way.kind for way in choosable_kinds()] == [
        "openai",
        "http",
        "a2a",
        "mcp",
        "agui",
        "agent_protocol",
        "responses",
    ]
    assert [view.kind for view in installed_connectors()] == [way.kind for way in choosable_kinds()]


def test_who_says_more_of_its_agent_is_believed_first():
    assert [way.kind for way in _ways()] == ["a2a", "mcp", "agent_protocol", "agui", "http", "responses", "openai"]


@pytest.mark.parametrize("kind", BUILT_IN)
def test_what_it_names_is_there(kind):
    assert issubclass(settings_model(kind), BaseModel)
    assert connector_for(kind).run
    way = descriptor_of(kind).checked()
    assert not way.recogniser or inspect.iscoroutinefunction(recogniser_of(kind))


@pytest.mark.parametrize("kind", BUILT_IN)
def test_it_says_the_same_as_the_documentation(kind):
    [told] = [
        row[1:] for row in TABLE.findall((settings.BASE_DIR / "docs" / "agents.md").read_text()) if row[0] == kind
    ]
    signs, files, given_up, taken_up = told
    way = descriptor_of(kind)
    assert way.streaming == (signs != "no")
    assert way.files == (files != "no")
    assert way.cancel == (given_up != "taking no further step")
    assert (way.resume is not Resume.NO) == taken_up.startswith("yes")


def test_to_know_what_is_installed_loads_no_client():
    read = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True, cwd=settings.BASE_DIR)
    assert read.stdout.strip() == "[]", read.stderr


class TestOfOthers:
    @pytest.fixture
    def bad(self, tmp_path, request):
        source, entries = request.param
        with plugged_in(tmp_path, source, entries):
            yield

    @pytest.mark.parametrize(
        ("bad", "words"),
        [
            (("class Old:\n    kind = 'pigeon'", "pigeon = flock:Old"), "must name a Descriptor"),
            (("import nowhere_at_all", "pigeon = flock:DESCRIPTOR"), "can't be loaded (ModuleNotFoundError)"),
            (("raise OSError('secret')", "pigeon = flock:DESCRIPTOR"), "can't be loaded (OSError); install it anew"),
            ((PIGEON.format(more=""), "dove = flock:DESCRIPTOR"), "must be called “pigeon”"),
            (
                (PIGEON.format(more="").replace('"pigeon"', '"Pigeon post"'), "Pigeon post = flock:DESCRIPTOR"),
                "its kind must be of a-z",
            ),
            ((PIGEON.format(more="help='x' * 301"), "pigeon = flock:DESCRIPTOR"), "its help 300 at most"),
            ((PIGEON.format(more="recogniser='flock'"), "pigeon = flock:DESCRIPTOR"), "package.module:name"),
        ],
        indirect=["bad"],
    )
    def test_what_is_of_no_use_says_what_to_do_and_the_others_go_on(self, bad, words):
        [(kind, why)] = problems().items()
        assert f"The connector “{kind}” of flock is of no use" in why
        assert words in why
        assert "secret" not in why
        assert kind not in descriptors()
        assert set(BUILT_IN) <= set(descriptors())
        with pytest.raises(UnknownConnectorError, match=re.escape(why)):
            connector_for(kind)

    def test_a_kind_that_ships_with_the_hub_is_taken(self, tmp_path):
        with plugged_in(tmp_path, PIGEON.format(more="").replace("pigeon", "http"), "http = flock:DESCRIPTOR"):
            assert "there is one of that kind already" in problems()["http"]
            assert descriptor_of("http").name == "HTTP"

    def test_agents_over_one_of_no_use_are_offline_with_its_sentence(self, tmp_path):
        with plugged_in(tmp_path, "def made():\n    pass", "pigeon = flock:made"):
            card = async_to_sync(probe)(AgentAddress("1", "pigeon", {}))
            assert not card.reachable
            assert "must name a Descriptor" in card.problem

    def test_the_check_of_an_installation_says_so_too(self, tmp_path):
        told = StringIO()
        with plugged_in(tmp_path, "def made():\n    pass", "pigeon = flock:made"):
            call_command("check", stderr=told, stdout=told)
        assert "ioa_web.W002" in told.getvalue()
        assert "“pigeon”" in told.getvalue()

    def test_a_worker_says_so_in_its_log(self, tmp_path, caplog):
        with plugged_in(tmp_path, "def made():\n    pass", "pigeon = flock:made"):
            tell_of_plugins()
        assert "“pigeon” of flock is of no use" in caplog.text

    def test_one_whose_settings_are_missing_breaks_no_page_and_registers_no_agent(self, tmp_path, workspace):
        with plugged_in(tmp_path, PIGEON.format(more="")):
            assert descriptor_of("pigeon") == Descriptor(
                "pigeon", "Pigeon post", settings="flock:Settings", connector="flock:Connector"
            )
            assert settings_of("pigeon") == {}
            assert "pigeon" not in {view.kind for view in installed_connectors()}
            with pytest.raises(Refused, match="can't be loaded"):
                register_agent(workspace.pk, AgentProfile(handle="coo", name="Coo", connector="pigeon"))
