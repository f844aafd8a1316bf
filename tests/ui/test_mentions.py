"""The pages around mentions: the list of who may be named, who will be told, and what names oneself."""

import re

from apps.chat.models import Mention, Message
from tests import factories
from tests.markup import shown


def say(signed_in, world, text, **more):
    return signed_in.post(f"/teams/{world.root.team.pk}/say/", {"text": text, **more})


def test_the_list_has_members_first_then_others_each_with_how_they_are(signed_in, world):
    html = shown(signed_in.get(f"/teams/{world.root.team.pk}/mentionable/?q="))
    assert html.index("@scribe") < html.index("not in this team")
    assert f"@{world.viewer.username}" in html
    assert "Never here yet" in html
    narrowed = shown(signed_in.get(f"/teams/{world.root.team.pk}/mentionable/?q=scri"))
    assert "@scribe" in narrowed
    assert f"@{world.viewer.username}" not in narrowed


def test_before_it_is_sent_one_sees_who_is_told_and_who_would_join(signed_in, world):
    url, text = f"/teams/{world.root.team.pk}/preview/", f"@linguist and @{world.viewer.username}, please."
    html = shown(signed_in.post(url, {"text": text}))
    assert "is told of it" in html
    assert f'name="wakes" value="{world.viewer.username}"' in " ".join(html.split())


def test_an_agent_that_was_unticked_stays_so_while_one_types_on(signed_in, world):
    factories.agent(world.workspace, "painter")
    url = f"/teams/{world.root.team.pk}/preview/"

    def box(**more):
        html = " ".join(shown(signed_in.post(url, {"text": "@painter come in", **more})).split())
        assert 'name="offered" value="painter"' in html
        return re.search(r'name="adds" value="painter" (checked)?', html)[1]

    assert box() == "checked"
    assert box(offered=["painter"], adds=["painter"]) == "checked"
    assert box(offered=["painter"]) is None


def test_what_names_oneself_stands_on_the_page_of_what_needs_one_until_it_is_seen(signed_in, world):
    said = Message.objects.filter(conversation=world.root.conversation, kind="say").first()
    Mention.objects.create(message=said, user=world.owner, workspace=world.workspace, at=said.created_at)
    assert f"#e{said.event_seq}" in shown(signed_in.get("/needs-you/"))
    signed_in.post(f"/needs-you/mentions/{said.pk}/seen/")
    assert f"#e{said.event_seq}" not in shown(signed_in.get("/needs-you/"))


def test_the_page_of_what_needs_one_says_when_something_else_does(signed_in, world):
    page = shown(signed_in.get("/needs-you/"))
    look = re.search(r'hx-get="(/needs-you/news/[^"]+)"', page)[1]
    assert "Show it" not in page + shown(signed_in.get(look))
    asked = world.root.ask("Which years?", "question", ())
    assert "Show it" in shown(signed_in.get(look))
    asked.delete()
    assert "Show it" not in shown(signed_in.get(look))
    said = Message.objects.filter(conversation=world.root.conversation, kind="say").first()
    Mention.objects.create(message=said, user=world.owner, workspace=world.workspace, at=said.created_at)
    assert "Show it" in shown(signed_in.get(look))
    assert shown(signed_in.get("/needs-you/news/?known=" + "x" * 5000)).count("x") < 100


def test_who_is_unticked_is_not_told(signed_in, world):
    name = world.viewer.username
    say(signed_in, world, f"For @{name}: look.", shown=[name], wakes=[], delivery="note")
    assert not Mention.objects.exists()
    say(signed_in, world, f"For @{name}: look.", shown=[name], wakes=[name], delivery="note")
    assert Mention.objects.get().user == world.viewer


def test_whom_a_person_brought_in_stands_in_the_room_in_a_line_and_not_as_a_team_formed_anew(signed_in, world):
    factories.agent(world.workspace, "painter")
    url = f"/goals/{world.goal.pk}/"
    before = shown(signed_in.get(url)).count("Why this team")
    say(signed_in, world, "@painter come in.", adds=["painter"])
    html = shown(signed_in.get(url))
    assert f"Joined: @painter, brought in by {world.owner.display_name}." in html
    assert html.count("Why this team") == before
