"""Since you left: what the events say happened, to whom it is told, and until when."""

import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
from django.utils import timezone

from apps.accounts.queries import actor_for
from apps.chat.actions.visits import mark_seen
from apps.chat.domain.digest import VISIT, DigestKind
from apps.chat.models import Visit
from apps.chat.queries.since_left import since_left
from apps.journal.models import Event
from apps.teams.models import Goal
from apps.web.rendering.since_left import FEW, PAGE
from tests import factories
from tests.markup import shown


@pytest.fixture
def away(world):
    """The owner, who left before all that the world tells."""
    actor = actor_for(world.owner)
    for goal in (None, world.goal):
        before = timezone.now() - timedelta(hours=5)
        Visit.objects.create(user=world.owner, workspace=world.workspace, goal=goal, seen_at=before, left_at=before)
    return actor


def told(actor, goal=None):
    found = since_left(actor, goal, timezone.now())
    return [(line.kind, line.text) for line in found.lines]


def test_who_was_never_here_is_told_nothing(world):
    assert since_left(actor_for(world.owner), world.goal.pk, timezone.now()).is_empty


def test_what_happens_before_ones_eyes_is_told_to_nobody(world):
    actor = actor_for(world.owner)
    mark_seen(actor, world.goal.pk)
    Visit.objects.update(left_at=timezone.now() - timedelta(minutes=5), came_at=timezone.now() - timedelta(minutes=5))
    world.story.tell("task.changed", world.root, task="t", title="Plot", state="failed", failure="Timed out.")
    assert told(actor, world.goal.pk) == []


def test_who_comes_back_is_told_until_they_came(away, world):
    mark_seen(away, world.goal.pk)
    world.story.tell("task.changed", world.root, task="t", title="Plot", state="failed", failure="Timed out.")
    kinds = [kind for kind, _ in told(away, world.goal.pk)]
    assert DigestKind.TEAM_FORMED in kinds
    assert DigestKind.FAILURE not in kinds


def test_teams_and_questions_are_told_with_the_room_where_they_stand(away, world):
    lines = since_left(away, world.goal.pk, timezone.now()).lines
    formed = next(line for line in lines if line.text == "Find the figures")
    assert (formed.kind, formed.team_id) == (DigestKind.TEAM_FORMED, world.find.team.pk)
    assert (DigestKind.ASKED, "Send the report to the whole board?") in told(away, world.goal.pk)


def test_what_happened_to_a_goal_that_began_before_and_still_runs_is_told(away, world):
    Goal.objects.filter(pk=world.goal.pk).update(last_event_at=timezone.now() - timedelta(days=1))
    assert (DigestKind.ASKED, "Send the report to the whole board?") in told(away, world.goal.pk)
    assert (world.goal.pk, world.goal.title) in since_left(away, None, timezone.now()).titles


def test_a_decision_is_told_with_its_question_and_a_failure_once(away, world):
    approval = str(world.root.team.approvals.get(state="pending").pk)
    world.story.tell("approval.decided", world.root, approval=approval, state="approved", answer="Approve")
    for failure in ("Timed out.", "Timed out again."):
        world.story.tell("task.changed", world.root, task="t", title="Plot", state="failed", failure=failure)
    world.story.tell("task.changed", world.root, task="u", title="Write", state="working", failure="")
    lines = told(away, world.goal.pk)
    assert (DigestKind.DECISION, "Send the report to the whole board?: Approve") in lines
    assert [text for kind, text in lines if kind is DigestKind.FAILURE] == ["Plot: Timed out again."]


def test_spend_is_what_was_booked_since(away, world):
    world.story.tell("spend.changed", world.root, turns=15, tokens=900, money=0.5)
    now = timezone.now()
    Visit.objects.update(seen_at=now, left_at=now, came_at=now + timedelta(minutes=1))
    world.story.tell("spend.changed", world.root, turns=17, tokens=1200, money=0.75)
    Goal.objects.filter(pk=world.goal.pk).update(last_event_at=timezone.now())
    spent = since_left(away, world.goal.pk, timezone.now()).spent
    assert (spent.turns, spent.tokens, spent.money) == (2, 300, 0.25)


def test_the_same_events_tell_the_same_lines(away, world):
    assert told(away) == told(away)
    assert {line.goal_id for line in since_left(away, None, timezone.now()).lines} > {world.goal.pk}


def test_who_comes_back_is_told_until_they_dismiss_it(away, world):
    before = told(away, world.goal.pk)
    mark_seen(away, world.goal.pk)
    assert told(away, world.goal.pk) == before
    mark_seen(away, world.goal.pk, dismiss=True)
    assert told(away, world.goal.pk) == []


def test_what_happened_while_they_looked_is_not_told_on_the_next_visit(away, world):
    mark_seen(away, world.goal.pk)
    later = timezone.now() + VISIT + timedelta(seconds=1)
    assert since_left(away, world.goal.pk, later).is_empty


def test_a_person_is_told_what_they_missed_not_what_a_colleague_did(away, world):
    assert since_left(actor_for(world.viewer), world.goal.pk, timezone.now()).is_empty


def test_the_room_and_the_home_page_ask_for_it_and_show_it(signed_in, away, world):
    assert f'hx-get="/since/?goal={world.goal.pk}"' in signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    part = shown(signed_in.get(f"/since/?goal={world.goal.pk}", headers={"HX-Request": "true"}))
    assert "Since you left" in part
    assert f'href="/since/?goal={world.goal.pk}&kind=team_formed"' in unescape(part)
    assert "<html" not in part
    page = shown(signed_in.get(f"/since/?goal={world.goal.pk}&kind=team_formed"))
    assert f'href="/goals/{world.goal.pk}/?team={world.find.team.pk}"' in page


def test_a_line_of_another_day_tells_its_day(signed_in, away, world):
    long_ago, then = timezone.now() - timedelta(days=9), timezone.now() - timedelta(days=5)
    Visit.objects.update(seen_at=long_ago, left_at=long_ago, came_at=long_ago)
    world.story.tell("goal.ended", world.root, outcome="done")
    Event.objects.filter(stream=world.goal.pk, kind="goal.ended").update(at=then)
    part = shown(signed_in.get(f"/since/?goal={world.goal.pk}", headers={"HX-Request": "true"}))
    line = next(one for one in part.split("<li>") if "The goal is done" in one)
    assert re.search(rf"<time[^>]*>[^<]*\b{then.year}\b[^<]*</time>", line)


@pytest.fixture
def crowded(away, world):
    """The goal has formed a hundred teams more, and decided something."""
    for number in range(100):
        world.story.tell("team.formed", world.root, team=str(world.find.team.pk), name=f"Crew {number}")
    approval = str(world.root.team.approvals.get(state="pending").pk)
    world.story.tell("approval.decided", world.root, approval=approval, state="approved", answer="Approve")
    Goal.objects.filter(pk=world.goal.pk).update(last_event_at=timezone.now())
    return away


def links_in(html):
    return re.findall(r'<a class="link" href="([^"]*)">([^<]*)</a>', html)


def test_a_hundred_teams_of_a_goal_are_one_line_that_leads_to_each(signed_in, crowded, world):
    part = shown(signed_in.get("/since/", headers={"HX-Request": "true"}))
    assert part.count("<li>") <= FEW
    assert "Send the report to the whole board?: Approve" in part
    ((address, words),) = [link for link in links_in(part) if "kind=team_formed" in link[0]]
    formed = [line for line in since_left(crowded, world.goal.pk, timezone.now()).lines if "Crew" in line.text]
    assert len(formed) == 100
    assert int(words.removesuffix(" teams formed")) == 100 + world.goal.teams.count()
    page = shown(signed_in.get(unescape(address)))
    assert "Crew 99" in page
    assert f'href="/goals/{world.goal.pk}/?team={world.find.team.pk}"' in page


def test_the_pages_of_what_was_folded_show_each_line_once(signed_in, crowded, world):
    address, texts = f"/since/?kind=team_formed&about={world.goal.pk}", []
    while address:
        page = shown(signed_in.get(address))
        texts += [words for to, words in links_in(page) if to.startswith("/goals/") and words != "To the goals"]
        older = re.search(r'href="([^"]*)">Older<', page)
        address = unescape(older[1]) if older else None
    assert [text for text in texts if text.startswith("Crew ")] == [f"Crew {number}" for number in range(99, -1, -1)]
    assert len(texts) > PAGE


def test_what_the_part_has_no_room_for_is_on_the_page(signed_in, away, world):
    for number in range(FEW + 3):
        world.story.tell("approval.asked", world.root, approval=str(uuid4()), question=f"May I, {number}?", options=[])
    part = shown(signed_in.get(f"/since/?goal={world.goal.pk}", headers={"HX-Request": "true"}))
    assert re.search(r"\d+ more lines", part)
    page = shown(signed_in.get(f"/since/?goal={world.goal.pk}"))
    assert all(f"May I, {number}?" in page for number in range(FEW + 3))


def test_a_page_that_makes_no_sense_is_the_first_and_an_empty_one_says_nothing(signed_in, away):
    assert signed_in.get("/since/?page=x&kind=weather").status_code == 200
    assert signed_in.get("/since/?page=99").status_code == 200
    assert signed_in.get("/since/?about=x").status_code == 404


def test_dismissing_without_a_script_leads_back(signed_in, away, world):
    answer = signed_in.post("/since/seen/", {"goal": world.goal.pk, "dismiss": "1"})
    assert answer["Location"] == f"/goals/{world.goal.pk}/"
    assert "Nothing happened" in signed_in.get(f"/since/?goal={world.goal.pk}").content.decode()


def test_who_dismisses_what_an_earlier_visit_left_open_is_told_what_happened_since(signed_in, away, world):
    came, headers = timezone.now() - timedelta(hours=1), {"HX-Request": "true"}
    Visit.objects.filter(goal=world.goal).update(seen_at=came, came_at=came)
    world.story.tell("goal.ended", world.root, outcome="done")  # while nobody looked at the page of then
    known = {"goal": world.goal.pk, "dismiss": "1"}
    answer = signed_in.post("/since/seen/", known | {"until": came.isoformat()}, headers=headers)
    assert "The goal is done" in shown(answer)
    now_told = re.search(r'name="until" value="([^"]+)"', shown(answer))[1]
    again = signed_in.post("/since/seen/", known | {"until": now_told}, headers=headers)
    assert shown(again) == ""


@pytest.mark.parametrize("until", ["", "tomorrow", "2026-01-01T00:00", "9999-12-31T00:00+00:00"])
def test_a_moment_that_makes_no_sense_dismisses_what_was_told_until_now(signed_in, away, world, until):
    signed_in.post("/since/seen/", {"goal": world.goal.pk, "dismiss": "1", "until": until})
    assert since_left(away, world.goal.pk, timezone.now()).is_empty


def test_a_goal_of_others_is_none(signed_in, world):
    other = factories.workspace("Elsewhere")
    goal = factories.small_goal(other, factories.person(other)).goal
    assert signed_in.get(f"/since/?goal={goal.pk}").status_code == 404
    assert signed_in.post("/since/seen/", {"goal": goal.pk}).status_code == 404
    assert signed_in.get("/since/?goal=x").status_code == 404
