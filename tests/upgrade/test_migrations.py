"""Migrations tell how data that exists came to be: they never change, and name nothing that may."""

import ast
import subprocess
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from scripts.list_migrations import LIST, ROOT, migrations, read

OURS = [app for app in apps.get_app_configs() if Path(app.path).is_relative_to(settings.BASE_DIR)]
FILES = [file for app in OURS for file in sorted(Path(app.path, "migrations").glob("*.py"))]


def imports_of(file: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(file.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.parent.name}/{file.stem}")
def test_a_migration_imports_no_product_code(file):
    ours = {name for name in imports_of(file) if name.split(".")[0] in ("apps", "ioa_web")}
    assert {name for name in ours if not name.endswith(".migrations._frozen")} == set()


def git(*command: str) -> str:
    return subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def earlier_lists() -> list[str]:
    """Every committed version of the list; skips, and says so, where there is no history to compare with."""
    try:
        if git("rev-parse", "--is-shallow-repository").strip() == "true":
            pytest.skip("not compared: this clone has no history")
        commits = git("log", "--format=%H", "--", str(LIST)).split()
        return [git("show", f"{commit}:{LIST.relative_to(ROOT)}") for commit in commits]
    except (subprocess.CalledProcessError, FileNotFoundError):
        pytest.skip("not compared: this is no clone")


def test_every_migration_is_listed_and_none_that_is_listed_has_changed():
    hint = "never edit or rename one that is on main; list a new one by: python scripts/list_migrations.py"
    assert migrations() == read(LIST.read_text()), hint


def test_the_list_of_migrations_only_grows():
    now = read(LIST.read_text()).items()
    assert [read(text).items() - now for text in earlier_lists() if read(text).items() - now] == []
