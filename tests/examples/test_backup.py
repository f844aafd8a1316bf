"""Backup and restore as the documentation has them, word for word: every row is there, and the product goes on."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from ioa_web.services_file import read_services
from tests.browser.product import OURS, running

pytestmark = [pytest.mark.slow, pytest.mark.processes]

ROOT = Path(__file__).parents[2]
CHECKOUT = ("manage.py", "apps", "ioa_web", "static", "templates")
BLOCKS = re.compile(r"```sh\n(.*?)```", re.DOTALL)
CHANGING = {"journal_pulse", "accounts_pace", "accounts_browsersession"}  # of every second, or unlogged
TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
SUM = "SELECT count(*), coalesce(md5(string_agg(md5(r::text), '' ORDER BY md5(r::text))), '') FROM {} r"


SEARCHES = """
from apps.accounts.models import Workspace
from apps.agents.queries import search_agents, search_passages
workspace = Workspace.objects.get().id
print([(each.handle, round(each.score, 4)) for each in search_agents(workspace, "plot a chart", limit=3)])
print([(each.document, each.text) for each in search_passages(workspace, None, "annual revenue")])
"""


def commands():
    """The two blocks: backing up, and restoring by the functions of the first."""
    page = (ROOT / "docs" / "operations.md").read_text()
    backup, restore = BLOCKS.findall(page.partition("## Back up and restore")[2].partition("\n## ")[0])
    functions = "".join(line for line in backup.splitlines(keepends=True) if "() {" in line)
    return backup, functions + restore


def typed(script, folder, **environ):
    plain = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=plain | environ,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def sums(data):
    """How many rows each table has, and a sum over what they say."""
    with psycopg.connect(read_services(data).database_url) as database:
        tables = [name for (name,) in database.execute(TABLES) if name not in CHANGING]
        return {name: list(database.execute(sql.SQL(SUM).format(sql.Identifier(name))).fetchone()) for name in tables}


def settled(data):
    """The sums once nothing changes any more: agents learn from a goal after its end."""
    before = None
    while (now := sums(data)) != before:
        before = now
        time.sleep(3)
    return now


@pytest.fixture
def checkout(tmp_path):
    """The product's files as a person has them, in a folder that the commands may write to."""
    for name in CHECKOUT:
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


def test_a_restored_backup_has_every_row_and_the_product_goes_on_with_it(checkout, tmp_path_factory):
    backup, restore = commands()
    kept = tmp_path_factory.mktemp("elsewhere") / "backup"
    with running(checkout / "data") as product:
        goal = product.post("/goals", {"text": "Plot the annual revenue in the library and report its growth."})
        product.await_ended(goal["id"])
        before = settled(product.data)
        typed(backup, checkout, IOA_DATA_DIR=str(product.data), BACKUP=str(kept))
        files = product.get(f"/goals/{goal['id']}/result")["files"]
        found = product.shell(SEARCHES)
        assert sums(product.data) == before, "it changed while it was backed up, so nothing can be compared"
    assert before["journal_event"][0] > 20
    assert files
    assert "chart-maker" in found
    assert "revenue" in found

    look = f'{sys.executable} -c "from tests.examples.test_backup import write_sums; write_sums()"'
    typed(restore.replace("kill $!", f"{look}\nkill $!"), checkout, PYTHONPATH=str(ROOT), BACKUP=str(kept))
    assert json.loads((checkout / "sums.json").read_text()) == before

    with running(checkout / "restored", product.token) as product:
        assert product.get(f"/goals/{goal['id']}/result")["files"] == files
        assert product.shell(SEARCHES) == found
        again = product.post("/goals", {"text": "Which year had the highest revenue growth?"})
        product.await_ended(again["id"])
        assert product.get(f"/goals/{again['id']}")["outcome"] == "done"


def write_sums():
    """Beside the database that was restored, before anything else is started on it."""
    Path("sums.json").write_text(json.dumps(sums(Path("restored").absolute())))
