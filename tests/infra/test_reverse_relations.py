"""A reverse name counts as an import: no app asks the database for rows of the apps above it."""

import ast
from pathlib import Path

import pytest
from django.apps import apps

APPS = Path(__file__).parents[2] / "apps"
FLOORS = (
    "core",
    "journal",
    "accounts",
    "files",
    "agents",
    "teams",
    "chat",
    "webhooks",
    "attention",
)  # the lowest first
ASKING = {
    *("filter", "exclude", "get", "values", "values_list", "annotate", "alias", "aggregate", "order_by", "only"),
    *("defer", "select_related", "prefetch_related", "update", "Q", "F", "Count", "Sum", "Max", "Min", "OuterRef"),
    *("Prefetch", "FilteredRelation"),
}
OF_MANAGERS = {"filter", "exclude", "all", "count", "exists", "first", "last", "values", "values_list", "order_by"}


def floor(model):
    label = model._meta.app_label
    return FLOORS.index(label) if label in FLOORS else 0  # Django's own lie below


def names_upwards(app):
    """What rows above are called from below, and the tables that they are in.

    A name that also leads elsewhere is left out, unless a model of the app itself has it.
    """
    here = FLOORS.index(app)
    known = [model for model in apps.get_models() if floor(model) <= here]
    found = names_of(known, here) | names_of([model for model in known if floor(model) == here], here)
    return found, {model._meta.db_table for model in apps.get_models() if floor(model) > here}


def names_of(models, here):
    """Names that lead up from these models and nowhere else."""
    fields = [each for model in models for each in model._meta.get_fields()]
    leading_up = {each.name for each in fields if each.related_model and floor(each.related_model) > here}
    return leading_up - {each.name for each in fields if not each.related_model or floor(each.related_model) <= here}


def paths_in(text):
    """The field paths that a source names, and its texts, which may be SQL."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args, keywords=keywords):
                if name in ASKING:
                    yield from (each.arg for each in keywords if each.arg)
                    yield from (str(each.value).lstrip("-") for each in args if isinstance(each, ast.Constant))
            case ast.Attribute(value=ast.Attribute(attr=relation), attr=name) if name in OF_MANAGERS:
                yield relation
            case ast.keyword(arg=str(path)) if "__" in path:
                yield path
            case ast.Constant(value=str(words)):
                yield words if "__" in words or " " in words else ""


def upwards(app, text):
    """What a source of an app asks of the apps above."""
    names, tables = names_upwards(app)
    for path in paths_in(text):
        if set(path.split("__")) & names or (" " in path and set(path.split()) & tables):
            yield path


@pytest.mark.parametrize("app", FLOORS)
def test_no_app_asks_for_rows_of_the_apps_above(app):
    sources = [path for path in (APPS / app).rglob("*.py") if "migrations" not in path.parts]
    found = {str(path.relative_to(APPS)): asked for path in sources if (asked := list(upwards(app, path.read_text())))}
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        'agents.filter(attempts__state="running")',
        'Count("id", filter=Q(attempts__state="running"))',
        'FilteredRelation("attempts", condition=here)',
        'agents.values("pk", "attempts__state")',
        'agents.order_by("-attempts__started_at")',
        "agents.filter(attempts=None)",
        'agent.attempts.filter(state="running")',
        'agents.prefetch_related("memberships__team")',
        'cursor.execute("SELECT 1 FROM teams_attempt WHERE agent_id = %s")',
    ],
)
def test_it_would_be_found_however_it_is_written(line):
    assert list(upwards("agents", line))


def test_an_apps_own_rows_are_its_own():
    assert not list(upwards("teams", 'tasks.filter(attempts__state="running").values("team__memberships")'))
