"""Templates become goals: those that come along are done by the built-in agents, without a model."""

import pytest
from django.utils.translation import override

from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import actor_for
from apps.chat.actions import Upload
from apps.chat.actions.goal_templates import (
    NewTemplate,
    TemplateUse,
    import_template,
    remove_template,
    save_template,
    use_template,
)
from apps.chat.domain.built_in_templates import BLANKS, BUILT_IN_TEMPLATES
from apps.chat.domain.goal_templates import blanks_of
from apps.chat.models import GoalTemplate
from apps.chat.queries.goal_templates import built_in_templates, own_templates, team_folder, template_view
from apps.core.languages import say
from apps.journal.models import AuditEntry
from apps.teams.models import Task
from tests import factories

SALES = b"region,2021,2022,2023,2024\nNorth,120,126,131,150\nSouth,80,96,110,121\nWest,200,190,195,199\n"
OFFLINE = [one for one in BUILT_IN_TEMPLATES if one.key != "web-page-memo"]


@pytest.fixture
def actor(office):
    return office.owner


@pytest.mark.parametrize("template", OFFLINE, ids=lambda one: one.key)
def test_a_template_that_comes_along_is_done_without_a_model(office, actor, template):
    files = (Upload("sales.csv", SALES),) if template.settings.needs_files else ()
    goal = office.until_ended(use_template(actor, template.key, TemplateUse(files=files)))
    assert (goal.outcome, goal.failure, goal.missing_skills) == ("done", "", [])
    owners = Task.objects.filter(team__goal=goal, seats=[]).values_list("owner__agent__handle", flat=True)
    assert set(owners) == set(template.agents)


def test_the_names_of_their_blanks_are_said_in_each_language():
    named = {blank.name for one in BUILT_IN_TEMPLATES for blank in blanks_of(one.text)}
    assert named == set(BLANKS)
    with override("de"):
        assert [name for name in BLANKS if say(name) == name] == []


def test_every_agent_that_they_name_comes_along(office, actor):
    assert [one.key for one in built_in_templates(actor.workspace_id) if one.missing] == []


def test_a_page_is_read_by_its_address_and_without_one_it_is_asked_for(office, actor):
    with pytest.raises(Refused) as refused:
        use_template(actor, "web-page-memo", TemplateUse())
    assert list(refused.value.fields) == ["blanks.address"]
    goal = use_template(actor, "web-page-memo", TemplateUse(blanks={"address": "https://example.org/a"}))
    assert goal.text == "Read https://example.org/a and summarise it in a memo."


def test_a_template_that_works_on_a_file_asks_for_it(office, actor):
    with pytest.raises(Refused) as refused:
        use_template(actor, "table-question", TemplateUse())
    assert list(refused.value.fields) == ["files"]


def test_what_is_saved_begins_goals_as_it_was_set_up(office, actor):
    settings = {"team": ("@Document-Search",), "limits": {"turns": 7}, "priority": "high", "shows_plan": True}
    saved = save_template(actor, NewTemplate("Look it up", "What do our documents say about {subject}?", "", settings))
    assert saved.settings.team == ("document-search",)
    assert [one.name for one in saved.members] == ["Document search"]
    goal = use_template(actor, saved.key, TemplateUse(blanks={"subject": "revenue"}))
    assert goal.text == "What do our documents say about revenue?"
    assert (goal.wanted_handles, goal.priority, goal.shows_plan) == (["document-search"], "high", True)
    assert goal.limits["turns"] == 7


def test_the_same_key_gives_the_same_goal(office, actor):
    first, second = (use_template(actor, "calculation", TemplateUse(idempotency_key="once")) for _ in range(2))
    assert first.pk == second.pk


def test_a_team_goes_along_in_a_folder_and_says_who_is_missing_elsewhere(office, actor):
    there = factories.workspace("Elsewhere")
    factories.agent(there, "scout")
    theirs = actor_for(factories.person(there))
    saved = save_template(theirs, NewTemplate("Scouting", "Find {what}.", "As we do", {"team": ("scout",)}))

    came = import_template(actor, team_folder(saved))

    assert (came.name, came.about, came.text, came.missing) == ("Scouting", "As we do", "Find {what}.", ("scout",))
    assert came.members == saved.members
    with pytest.raises(Refused) as refused:
        use_template(actor, came.key, TemplateUse(blanks={"what": "it"}))
    assert "@scout" in refused.value.fields["team"]
    goal = use_template(actor, came.key, TemplateUse(blanks={"what": "it"}, team=("document-search",)))
    assert goal.wanted_handles == ["document-search"]


def test_what_is_no_folder_is_said_beside_the_file(actor):
    with pytest.raises(Refused) as refused:
        import_template(actor, b"nothing")
    assert list(refused.value.fields) == ["file"]
    assert not GoalTemplate.objects.exists()


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (NewTemplate("", "Find it."), "name"),
        (NewTemplate("x" * 200, "Find it."), "name"),
        (NewTemplate("A", " "), "text"),
        (NewTemplate("A", "x" * 30_000), "text"),
        (NewTemplate("A", " ".join(f"{{b{n}}}" for n in range(30))), "text"),
        (NewTemplate("A", "Find it.", "x" * 2_000), "about"),
        (NewTemplate("A", "Find it.", "", {"team": ("nobody",)}), "team"),
        (NewTemplate("A", "Find it.", "", {"limits": {"turns": 0}}), "limits"),
        (NewTemplate("A", "Find it.", "", {"protocol": "shouting"}), "protocol"),
        (NewTemplate("A", "Find it.", "", {"colour": "red"}), "colour"),
    ],
)
def test_what_can_not_be_saved_is_said_beside_its_field(actor, new, field):
    with pytest.raises(Refused) as refused:
        save_template(actor, new)
    assert list(refused.value.fields) == [field]


def test_a_name_stands_once_in_a_workspace(actor):
    save_template(actor, NewTemplate("Weekly", "Find it."))
    with pytest.raises(Refused) as refused:
        save_template(actor, NewTemplate("Weekly", "Find more."))
    assert list(refused.value.fields) == ["name"]


def test_templates_are_their_workspaces_alone_and_who_saved_or_removed_them_is_noted(actor):
    saved = save_template(actor, NewTemplate("Weekly", "Find it."))
    stranger = actor_for(factories.person(factories.workspace("Elsewhere")))
    for act in (template_view, remove_template):
        with pytest.raises(NotFound):
            act(stranger, saved.key)
    assert own_templates(stranger.workspace_id) == []
    remove_template(actor, saved.key)
    assert own_templates(actor.workspace_id) == []
    assert set(AuditEntry.objects.filter(object_id=saved.key).values_list("deed", flat=True)) == {
        "template.saved",
        "template.removed",
    }


def test_one_that_came_along_can_not_be_removed_and_viewers_change_nothing(office, actor):
    with pytest.raises(Conflict, match="came along"):
        remove_template(actor, "calculation")
    viewer = actor_for(factories.person(office.workspace, "viewer"))
    for act in (
        lambda: save_template(viewer, NewTemplate("Weekly", "Find it.")),
        lambda: use_template(viewer, "calculation", TemplateUse()),
        lambda: import_template(viewer, b""),
    ):
        with pytest.raises(Forbidden):
            act()
