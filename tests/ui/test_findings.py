"""The findings of a goal, beside its rooms: who failed how, at what, and what was done about it."""

import re

import pytest
from django.utils import timezone

from apps.chat.models import Finding
from apps.chat.queries.findings import SHOWN
from tests.markup import shown


@pytest.fixture
def url(world):
    return f"/goals/{world.goal.pk}/?tab=findings"


@pytest.fixture
def find(world):
    """Write down a finding in a task of the goal's team: `find("repeats", "It says the same.")`."""

    def find(kind, why, number=2, **columns):
        member = world.root.members["contour"]
        message = world.root.say(None, f"@contour: {why}", "notice", data={"about": "finding", "kind": kind})
        known = {"certain": True, "prevented": True, "created_at": timezone.now()}
        task = world.root.team.tasks.get(number=number) if number else None
        return Finding.objects.create(
            goal=world.goal, message=message, kind=kind, agent=member.agent, task=task, why=why, **known | columns
        )

    return find


def panel(client, url):
    return client.get(url).content.decode().split('id="tab-findings"')[1].split("</section>")[0]


def plain(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_goal_without_findings_says_what_is_looked_for(signed_in, url):
    words = plain(panel(signed_in, url))
    assert "Nothing as yet" in words
    assert "forgets a correction" in words


def test_a_finding_says_who_failed_how_at_what_and_what_was_done(signed_in, url, find):
    find("repeats", "It says the <b>same</b>.")
    html = panel(signed_in, url)
    assert "Contour repeats itself" in plain(html)
    assert "It says the &lt;b&gt;same&lt;/b&gt;." in html
    assert "Task: Plot revenue by year" in html
    assert "Not taken, asked again" in html, "the task is tried anew"
    assert ">likely</span>" not in html


def test_what_may_be_wrong_is_likely_and_is_kept(signed_in, url, find):
    find("derails", "It does not speak of what it was asked.", certain=False, prevented=False)
    html = panel(signed_in, url)
    assert "Kept as it is" in html
    assert ">likely</span>" in html


def test_what_is_found_in_talk_names_no_task(signed_in, url, find):
    find("talks_on", "All work is done.", number=None)
    words = plain(panel(signed_in, url))
    assert "Contour talks on after the end" in words
    assert "The lead spoke next" in words
    assert "Task:" not in words


def test_a_finding_leads_to_its_message_in_its_room(signed_in, url, world, find):
    found = find("repeats", "The same.")
    link = re.search(r'<a class="link" href="([^"#]+)#(e\d+)">Show in the room', panel(signed_in, url))
    address = link.group(1).replace("&amp;", "&")
    assert f"team={world.root.team.pk}" in address
    assert f'id="{link.group(2)}"' in shown(signed_in.get(address))
    for number in range(60):
        world.root.say(world.root.seat, f"Line {number}")
    link = re.search(r'<a class="link" href="([^"#]+)#(e\d+)">Show in the room', panel(signed_in, url))
    assert f"before={found.message.number + 1}" in link.group(1)
    assert f'id="{link.group(2)}"' in shown(signed_in.get(link.group(1).replace("&amp;", "&")))


def test_the_newest_stand_first_and_earlier_ones_are_asked_for(signed_in, url, find):
    for number in range(SHOWN + 3):
        find("repeats", f"Number {number} again.")
    html = panel(signed_in, url)
    assert f'class="end num">{SHOWN + 3}</span>' in html
    assert html.index(f"Number {SHOWN + 2} again") < html.index("Number 3 again")
    assert "Number 2 again" not in html
    assert "3 earlier</a>" in html

    older = re.search(r'hx-get="([^"]+)"', html).group(1).replace("&amp;", "&")
    html = panel(signed_in, older)
    assert all(f"Number {number} again" in html for number in range(3))
    assert "earlier</a>" not in html


def test_the_tab_counts_the_findings(signed_in, url, find):
    assert '<span class="muted num" id="foundcount"></span>' in signed_in.get(url).content.decode()
    find("repeats", "The same.")
    assert '<span class="muted num" id="foundcount">1</span>' in signed_in.get(url).content.decode()
