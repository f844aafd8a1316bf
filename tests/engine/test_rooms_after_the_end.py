"""The room of a goal that has ended shows what was asked for, and folds away what only led there."""

from django.urls import reverse

from tests.engine.conftest import task
from tests.markup import shown

PLAN = {"do": "assign", "tasks": [task("find", "finder"), task("write", "writer", after=("find",))], "answer": "write"}


def test_working_files_and_an_accepted_draft_are_folded_and_the_answer_is_a_file(stage, client):
    figures = {"file": {"name": "figures.json", "media_type": "application/json", "content": "[1]"}}
    stage.agent("finder", figures, {"result": "It grew by 5%."})
    stage.agent("writer", {"result": "A report on growth."})
    stage.voices({"*": [PLAN], "review": [{"do": "conclude", "accepts": 2}]})
    goal = stage.until_ended(stage.launch(review="always"))
    client.force_login(stage.user)
    page = shown(client.get(reverse("room", args=[goal.id])))

    files = page.split('aria-label="Conclusion"')[1].split('aria-label="Files"')[1].split("</ul>")[0]
    assert "do-the-work.md" in files
    assert "figures.json" not in files
    assert "1 working file" in page
    assert "Accepted as it stands: it is the answer below" in page
    panel = page.split('id="tab-files"')[1].split("</section>")[0]
    assert panel.index("do-the-work.md") < panel.index("1 working file") < panel.index("figures.json")
