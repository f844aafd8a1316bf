"""What a room shows, to whom, and what hostile names and texts do to it: nothing."""

import re

import pytest
from django.utils import timezone

from apps.agents.models import Agent
from apps.chat.queries.rooms import room
from apps.teams.models import FileVersion, Goal, GoalFile, Question, Task, Team
from tests import factories
from tests.markup import shown

EVIL = '<img src=x onerror=alert(1)><i hx-get="/" hx-trigger="load">"\'</i>'


@pytest.fixture
def url(world):
    return f"/goals/{world.goal.pk}/"


def test_every_view_is_an_address(signed_in, world, url):
    html = shown(signed_in.get(f"{url}?team={world.write.team.pk}&view=map&tab=spend"))
    assert 'data-view="map" data-tab="spend"' in html
    assert f'data-team="{world.write.team.pk}"' in html


def test_a_room_is_read_in_a_fixed_number_of_statements(world, django_assert_num_queries):
    with django_assert_num_queries(20):
        room(world.workspace.pk, world.goal.pk, None, timezone.now())
    for number in range(20):
        world.root.say(world.root.seat, f"Line {number}")
    with django_assert_num_queries(20):
        room(world.workspace.pk, world.goal.pk, None, timezone.now())


def test_the_home_page_takes_no_more_statements_for_more_goals(signed_in, world, django_assert_max_num_queries):
    signed_in.get("/")
    with django_assert_max_num_queries(45):
        signed_in.get("/")
    for number in range(8):
        factories.small_goal(world.workspace, world.owner, f"Goal {number}")
    with django_assert_max_num_queries(45):
        signed_in.get("/")


def test_earlier_messages_are_loaded_when_one_scrolls_up(signed_in, world, url):
    for number in range(70):
        world.root.say(world.root.seat, f"Line {number}.")
    html = signed_in.get(url).content.decode()
    assert "Line 69." in html
    assert "Line 5." not in html
    address = re.search(r'hx-get="([^"]+/older/[^"]+)"', html).group(1).replace("&amp;", "&")
    assert "Line 5." in signed_in.get(address).content.decode()


def test_without_script_earlier_messages_have_an_address(signed_in, world, url):
    for number in range(70):
        world.root.say(world.root.seat, f"Line {number}.")
    assert "Line 5." in signed_in.get(f"{url}?before=30").content.decode()


def test_controls_are_hidden_from_a_viewer(as_viewer, url):
    assert 'class="role-viewer"' in as_viewer.get(url).content.decode()


def test_a_team_that_has_finished_sends_people_to_the_team_above(signed_in, world, url):
    html = shown(signed_in.get(f"{url}?team={world.find.team.pk}"))
    assert "Speak in Revenue report" in html
    assert ('class="room-over once-over"' in html, " data-over" in html) == (True, True)


@pytest.mark.parametrize("query", ["?team=nonsense", "?team=01890000-0000-7000-8000-000000000000"])
def test_a_team_that_is_not_there_is_no_page(signed_in, url, query):
    assert signed_in.get(f"{url}{query}").status_code == 404


def test_hostile_names_and_texts_stay_text(signed_in, world, url):
    Goal.objects.filter(pk=world.goal.pk).update(title=EVIL[:120], failure=EVIL)
    Team.objects.filter(goal=world.goal).update(name=EVIL[:120], purpose=EVIL)
    Task.objects.filter(team__goal=world.goal).update(title=EVIL[:120], failure=EVIL)
    Question.objects.filter(room__goal=world.goal).update(text=EVIL)
    Task.objects.filter(team=world.write.team).update(asks=Question.objects.filter(room=world.write.team).get())
    Agent.objects.filter(workspace=world.workspace).update(name=EVIL[:120], description=EVIL)
    GoalFile.objects.filter(goal=world.goal).update(name='a<b>".svg')
    world.root.say(world.root.members["scribe"], EVIL)
    world.root.ask(EVIL, "question", (EVIL,))
    for address in ("/", "/agents/", f"{url}?view=map", url, f"{url}?team={world.write.team.pk}"):
        html = signed_in.get(address).content.decode()
        assert "<img src=x" not in html
        assert '<i hx-get="/"' not in html


def test_every_body_is_out_of_reach_of_attributes(signed_in, url):
    html = signed_in.get(url).content.decode()
    bodies = re.findall(r'<div class="[^"]*\bprose\b[^"]*"([^>]*)>', html)
    assert bodies
    assert all("hx-ignore" in attributes for attributes in bodies)


def test_no_page_has_a_script_or_a_style_of_its_own(signed_in, url):
    for address in ("/", url, f"{url}?view=map", "/agents/", "/agents/scribe/"):
        html = signed_in.get(address).content.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)", html)
        assert "<style" not in html
        assert not re.search(r"\s(style|on\w+)=", html)


def test_a_chart_is_shown_as_a_picture_and_locked_up(signed_in, world):
    chart = FileVersion.objects.get(file__name="revenue.svg")
    answer = signed_in.get(f"/files/{chart.pk}/revenue.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_everything_else_is_a_download(signed_in, world):
    FileVersion.objects.filter(file__name="figures.csv").update(media_type="text/html")
    page = FileVersion.objects.get(file__name="figures.csv")
    answer = signed_in.get(f"/files/{page.pk}/figures.csv")
    assert answer.headers["Content-Type"].startswith("application/octet-stream")
    assert answer.headers["Content-Disposition"].startswith("attachment")


def test_files_of_another_workspace_do_not_exist(client, world):
    client.force_login(factories.person(factories.workspace("Elsewhere")))
    chart = FileVersion.objects.get(file__name="revenue.svg")
    assert client.get(f"/files/{chart.pk}/revenue.svg").status_code == 404


def test_a_table_shows_its_first_rows(signed_in, url):
    html = signed_in.get(url).content.decode()
    assert '<th scope="col" class="n">revenue</th>' in html
    assert '<td class="n">110.4</td>' in html


@pytest.mark.parametrize(
    ("kind", "question", "answers"),
    [
        ("limit", "Today's budget is used up.", ("Try again", "Conclude with what there is", "Stop the goal")),
        ("restored", "This hub was restored. Go on with this goal?", ("Go on", "Stop the goal")),
    ],
)
def test_what_the_hub_asks_can_be_answered_in_the_room_it_asks_for(signed_in, world, kind, question, answers):
    asked = world.root.ask(question, kind, answers)
    page = signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    card = page.split(f'id="ap-{asked.pk}"')[1].split("</article>")[0]
    assert all(f'value="{answer}"' in card for answer in answers)


def test_a_person_among_the_members_is_called_one_once(signed_in, world):
    page = signed_in.get(f"/goals/{world.goal.pk}/").content.decode()
    row = page.split('id="tab-team"')[1].split("Yara Okafor</bdi>")[1].split("</li>")[0]
    assert row.count("Person") == 1


def talk_about(signed_in, world, text, protocol="debate"):
    return signed_in.post(f"/teams/{world.root.team.pk}/talk/", {"text": text, "protocol": protocol})


def test_a_person_has_members_talk_and_the_room_shows_that_they_do(signed_in, world, url):
    told = talk_about(signed_in, world, "@scout and @tally: restated or first reported?")
    assert told.status_code == 302
    page = signed_in.get(url).content.decode()
    standing = page.split('id="standing"')[1].split("</dl>")[0]
    assert "Debate, round 1 of 2" in " ".join(standing.split())
    assert "Debate of @scout, @tally, at most 2 rounds" in page


def test_a_talk_with_too_few_comes_back_with_the_reason_and_the_words(signed_in, world):
    refused = talk_about(signed_in, world, "What does @scout say?")
    assert refused.status_code == 422
    assert "name 2 to 8 members" in refused.content.decode()
    assert "What does @scout say?" in refused.content.decode()


def test_what_came_of_a_talk_is_shown_with_names_and_dissent(signed_in, world, url):
    position = {"handle": "scout", "stance": "signed", "side": "renting", "why": ""}
    against = {"handle": "tally", "stance": "dissents", "side": "", "why": "<b>Too dear.</b>"}
    outcome = {"summary": "No agreement.", "positions": [position, against], "agreed": False, "text": "Rent."}
    told = {"about": "outcome", "outcome": outcome}
    world.root.say(None, "Debate over after 4 turns. No agreement.", "notice", data=told)
    card = signed_in.get(url).content.decode().split('class="outcome prose"')[1].split("</li>")
    assert "for: renting" in card[0]
    assert "signed" in card[0]
    assert "&lt;b&gt;Too dear.&lt;/b&gt;" in card[1]
    assert "dissents:" in " ".join(card[1].split())


def test_a_task_that_was_skipped_is_not_said_to_have_failed(signed_in, world, url):
    task = world.root.team.tasks.get(number=3)
    task.state = "skipped"
    task.save(update_fields=["state"])
    world.root.say(None, "Skipped: it needs task 2.", "failure", data={"task": 3, "artifacts": []})
    assert "Write the one-page report was skipped</h3>" in shown(signed_in.get(url))


def test_a_picture_that_stands_in_a_result_is_not_shown_twice(signed_in, world, url):
    member, task = world.root.members["contour"], world.root.team.tasks.get(number=2)
    chart = world.root.artifact(task, "growth.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    world.root.say(member, "So:\n\n![Growth](growth.svg)", "result", data={"task": 2, "artifacts": [chart]})
    row = signed_in.get(url).content.decode().split("So:")[1].split("</article>")[0].split('class="msg')[0]
    assert row.count("<img") == 1
    assert row.count('class="filelist"') == 1, "and it can be fetched"


def test_what_is_known_of_a_task_is_said_once_with_its_age(signed_in, world, url):
    known = {"claimed_at": timezone.now(), "checked_at": timezone.now(), "verification": "verified"}
    world.root.team.tasks.filter(number=1).update(**known, found="the table has the columns.")
    html = shown(signed_in.get(f"{url}?tab=tasks"))
    assert re.search(r"Verified <time[^>]*>[^<]*</time></span> <span class=.why.[^>]*>The table has the columns", html)
    world.root.team.tasks.filter(number=1).update(verification="nothing", found="", checked_at=None)
    html = shown(signed_in.get(f"{url}?tab=tasks"))
    assert re.search(r"Claimed <time[^>]*>[^<]*</time>, nothing to check</span>", html)


def test_a_task_says_who_checks_it_while_they_do(signed_in, world, url):
    claimed = world.root.team.tasks.get(number=1)
    world.root.team.tasks.filter(number=1).update(
        state="working", claimed_at=timezone.now(), verification="unchecked", checked_at=None, found=""
    )
    check = world.root.task("Check of it", world.root.members["contour"], "working", checks=claimed)
    looks = r"Contour checks it, <time[^>]*data-since[^>]*>\d+:\d\d</time>"
    assert len(re.findall(looks, shown(signed_in.get(f"{url}?tab=tasks")))) == 2, "on the card and in the list"

    check.attempts.update(state="ready", started_at=None, lease_until=None)
    assert "Contour is to check it, " in shown(signed_in.get(f"{url}?tab=tasks"))

    world.root.team.tasks.filter(pk=check.pk).update(state="cancelled")
    assert "check it, " not in shown(signed_in.get(f"{url}?tab=tasks"))

    world.root.ask("Is it right?", "check", ("It is right",), claimed)
    assert "A person is asked to check it, " in shown(signed_in.get(f"{url}?tab=tasks"))


def test_an_answer_without_a_team_says_why_in_the_words_of_who_gave_it(signed_in, world, url):
    said = {"verdict": "done", "missing": [], "artifacts": [], "no_team": True}
    world.root.say(world.root.seat, "Two.", "conclusion", data=said | {"why": f"A sum. {EVIL}"})
    html = shown(signed_in.get(url))
    assert "no agent was called.</dd> <dt>Why</dt> <dd hx-ignore>A sum. &lt;img" in html
    assert EVIL not in html


def test_a_message_says_by_whom_it_is_spoken(signed_in, world, url):
    agents = [member for member in world.root.members.values() if member.agent_id]
    world.root.say(agents[0], "Too dear.", voice="small-model", data={"because": "Out of <ink>.", "about": "object"})
    world.root.say(agents[0], "By July.", voice="itself")
    world.root.say(world.root.seat, "Then July.", voice="small-model")

    words = shown(signed_in.get(url))

    head, own, lead = (re.search(rf'<p class="who">((?:(?!<p class="who">).)*?){text}', words, re.DOTALL).group(1)
                       for text in ("Too dear", "By July", "Then July"))  # fmt: skip
    assert 'title="Out of &lt;ink&gt;.">spoken for by small-model</span>' in head
    assert ">objects</span>" in head
    assert re.search(r">\s*by itself\s*</span>", own)
    assert re.search(r">\s*by small-model\s*</span>", lead)
