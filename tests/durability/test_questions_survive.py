"""A question two teams down outlives the death of everything: web, workers, beat, Postgres, Redis, the supervisor."""

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.browser.product import PATIENCE, ROOT, Product, running
from tests.durability.workers import lives, wait_for_death
from tests.engine.conftest import task

pytestmark = [pytest.mark.processes, pytest.mark.slow, pytest.mark.timeout(900)]

LOW, MIDDLE = ("mending nets", "weighing anchors"), ("reading charts", "tying knots")
SKILLS = {"asker": LOW[0], "low": LOW[1], "chart": MIDDLE[0], "knot": MIDDLE[1]}
SCRIPT = {
    "Do nets.": [
        {"do": "assign", "tasks": [task("work", "asker")], "answer": "work"},
        {"do": "say", "text": "None of us knows."},
    ],
    "Do charts.": [
        {"do": "assign", "tasks": [task("nets", needs=LOW)], "answer": "nets"},
        {"do": "say", "text": "Nor do we."},
    ],
    "*": [
        {"do": "assign", "tasks": [task("charts", needs=MIDDLE)], "answer": "charts"},
        {"do": "ask_person", "question": "Which year?", "task": 1},
    ],
}
STEPS = {"asker": [{"if_answered": [{"result": "It was {answer}."}]}, {"ask": "Which year?"}]}
PREPARE = """
from apps.accounts.actions.tokens import issue_token
from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import Workspace
from apps.agents.actions import register_agent
from apps.agents.domain.registration import AgentProfile
from tests import factories

workspace = Workspace.objects.get()
for handle, skill in {skills!r}.items():
    about = {{"id": handle, "name": skill, "description": skill, "tags": [skill]}}
    about |= {{"repeatable": True, "read_only": True}}
    steps = {steps!r}.get(handle, [{{"result": "Done."}}])
    profile = {{"handle": handle, "name": handle, "description": skill, "skills": [about]}}
    way = {{"connector": "scripted", "connector_config": {{"steps": steps}}}}
    register_agent(workspace.id, AgentProfile(**profile, **way))
person = factories.person(workspace, "operator", "Bob")
print(issue_token(Actor(person.id, workspace.id, Role.OPERATOR, "Bob"), "Bob's"))
"""


def kill_all(product: Product) -> None:
    """kill -9 of all its processes at one moment, the supervisor first, so that nothing is started again."""
    below = descendants(product.supervisor)
    for pid in (product.supervisor, *below):
        os.kill(pid, signal.SIGKILL)
    for pid in below:
        wait_for_death(pid)


def descendants(pid: int) -> list[int]:
    """The processes below one, the nearest first."""
    children = [int(one) for line in Path(f"/proc/{pid}/task").glob("*/children") for one in line.read_text().split()]
    return [*children, *(one for child in children for one in descendants(child))]


def until(found):
    """What `found` gives, once it gives something."""
    give_up = time.monotonic() + PATIENCE
    while not (what := found()):
        assert time.monotonic() < give_up, "it did not come about"
        time.sleep(0.2)
    return what


def status_of_answer(product: Product, question: str, answer: str, token: str) -> int:
    """What the REST API says to an answer."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    url = f"{product.url}/api/v1/questions/{question}/answer"
    request = urllib.request.Request(url, json.dumps({"answer": answer}).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answered:
            return answered.status
    except urllib.error.HTTPError as error:
        return error.code


def answer_at_once(product: Product, question: str, answers: dict[str, str]) -> dict[str, int]:
    """Several people answer at one moment, each by a token; gives what each answer was told."""
    gate, told = threading.Barrier(len(answers)), {}

    def give(answer: str, token: str) -> None:
        gate.wait()
        told[answer] = status_of_answer(product, question, answer, token)

    threads = [threading.Thread(target=give, args=pair) for pair in answers.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def test_a_question_two_teams_down_outlives_the_death_of_everything_and_is_answered_once(tmp_path):
    script = tmp_path / "script.json"
    script.write_text(json.dumps(SCRIPT))
    double = {"IOA_SCRIPT": str(script), "PYTHONPATH": str(ROOT / "tests" / "doubles")}
    data = tmp_path / "data"
    with running(data, **double) as product:
        bob = product.shell(PREPARE.format(skills=SKILLS, steps=STEPS), **double).split()[-1]
        goal = product.post("/goals", {"text": "Do the work", "team": list(SKILLS)})["id"]
        (before,) = until(lambda: [one for one in product.get("/questions")["items"] if one["to_people"]])
        assert (before["state"], before["answerable_by"], len(before["hops"])) == ("open", "people", 3)
        kill_all(product)
        assert not lives(product.supervisor)
    with running(data, token=product.token, **double) as again:
        (after,) = again.get("/questions")["items"]
        assert after == before, "one row, with its hops"
        told = answer_at_once(again, after["id"], {"2012": again.token, "2013": bob})
        assert sorted(told.values()) == [200, 409]
        again.await_ended(goal)
        (won,) = [answer for answer, status in told.items() if status == 200]
        settled = again.get(f"/questions/{after['id']}")
        assert (settled["state"], settled["answer"], settled["hops"]) == ("answered", won, before["hops"])
        assert settled["told"] not in (None, settled["attempt"]), "the next attempt of the task that asked"
        ended = again.get(f"/goals/{goal}/result")
        assert (ended["verdict"], ended["answer"]) == ("done", f"It was {won}.")
