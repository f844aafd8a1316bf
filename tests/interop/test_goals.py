"""Agents of others are chosen by goals that name none of them, answer, get and give files, and are stopped."""

import json
from dataclasses import asdict

import pytest

from tests.interop import wanted
from tests.interop.dialling import UNRECORDED
from tests.interop.goals import crowded_product, row_of
from tests.interop.rows import PAGE, ROWS, read_rows, written_into
from tests.interop.running import ALL


@pytest.fixture(scope="module")
def crowd():
    with crowded_product() as product:
        yield product


@pytest.mark.interop
@pytest.mark.parametrize("name", wanted.ALL)
def test_an_agent_fares_by_goals_as_it_did(name, crowd, model_server):
    kept = {row["agent"]: row for row in json.loads(ROWS.read_text())}
    assert asdict(row_of(crowd, name, model_server)) == kept[name]


def test_every_agent_that_is_wanted_was_tried_in_its_version():
    peers = {**ALL, **UNRECORDED}
    assert {row["agent"]: row["version"] for row in read_rows()} == {name: peers[name].version for name in wanted.ALL}


def test_the_page_has_what_was_seen():
    page = PAGE.read_text()
    assert written_into(page) == page
