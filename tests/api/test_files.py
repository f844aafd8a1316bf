"""Files of goals over REST: listed with their versions, read, put in, replaced by whoever has read the current one."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from apps.accounts.domain.errors import Refused
from apps.accounts.queries import actor_for
from apps.agents.models import Document, Passage
from apps.agents.queries import search_passages
from apps.files.actions.quotas import recount
from apps.files.domain.quotas import QuotaScope
from apps.files.models import Hold
from apps.files.queries.quotas import usage_of
from apps.journal.models import Event
from apps.teams.actions.uploads import FileUpload, upload_file
from apps.teams.models import FileVersion
from tests.api.conftest import check_problem

WORDS = "The turbine hall uses 4711 litres."


def sent(name, content):
    return SimpleUploadedFile(name, content)


@pytest.fixture
def put(operator, world):
    """Sends a file for the goal."""

    def send(name, content, **fields):
        return operator.form(f"/goals/{world.goal.pk}/files", {"file": sent(name, content), **fields})

    return send


def problem_of(answer, status, kind):
    assert answer.status_code == status, answer.content
    check_problem(answer)
    assert answer.json()["type"] == f"/problems/{kind}"
    return answer.json()


def listed(who, world):
    items = who.get(f"/files?goal={world.goal.pk}&limit=100").json()["items"]
    return {item["name"]: item for item in items}


def content(who, file_id):
    answer = who.get(f"/files/{file_id}")
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_a_goals_files_are_listed_with_their_versions(viewer, world):
    files = listed(viewer, world)
    assert {"filings.md", "figures.csv", "revenue.svg"} <= set(files)
    (only,) = files["revenue.svg"]["versions"]
    assert (only["version"], only["state"], only["current"], only["task"]) == (1, "accepted", True, 2)
    assert files["revenue.svg"]["current"] == only
    (came,) = files["filings.md"]["versions"]
    assert (came["task"], came["team"]) == (None, None)


def test_a_new_file_is_read_by_agents_and_its_name_is_told_apart(put, viewer, world):
    made = put("Figures.CSV", b"year,revenue\n2021,168.1\n")
    assert made.status_code == 201, made.content
    file = made.json()
    assert file["name"] == "Figures (2).CSV"
    assert content(viewer, file["id"]) == content(viewer, file["current"]["id"]) == b"year,revenue\n2021,168.1\n"
    assert Document.objects.filter(goal_id=world.goal.pk, name="Figures (2).CSV").exists()
    row = FileVersion.objects.get(id=file["current"]["id"])
    assert row.member.user == world.operator
    assert (row.origin.kind, row.origin.user) == ("token", world.operator)
    told = Event.objects.get(stream_id=world.goal.pk, kind="file.uploaded")
    assert told.payload["artifact"] == str(row.id)
    assert told.chain["origin"] == str(row.origin_id)


def test_whoever_has_read_what_is_current_replaces_it(put, viewer, world):
    before = listed(viewer, world)["figures.csv"]
    file = put("figures.csv", b"year\n2014\n", base_version=1).json()
    assert file["id"] == before["id"]
    assert [one["version"] for one in file["versions"]] == [1, 2]
    assert content(viewer, before["id"]) == b"year\n2014\n"
    assert content(viewer, before["current"]["id"]) != b"year\n2014\n"


def test_whoever_has_read_an_older_one_is_told_of_both_and_nothing_is_written(put, operator, world):
    put("figures.csv", b"newer", base_version=1)
    held, used = Hold.objects.count(), usage_of(QuotaScope.GOAL, world.goal.pk)
    answer = put("figures.csv", b"on the first", base_version=1)
    problem = problem_of(answer, 409, "conflict")
    assert (problem["base"]["version"], problem["current"]["version"]) == (1, 2)
    assert content(operator, problem["current"]["id"]) == b"newer"
    assert operator.get(problem["base"]["url"].removeprefix("/api/v1")).status_code == 200
    assert len(listed(operator, world)["figures.csv"]["versions"]) == 2
    assert (Hold.objects.count(), usage_of(QuotaScope.GOAL, world.goal.pk)) == (held, used)


def test_what_came_with_the_goal_is_read_by_agents_as_it_is_now(put, viewer, world):
    made = put("filings.md", f"# Filings\n\n{WORDS}".encode(), base_version=1)
    assert made.status_code == 201, made.content
    row = Document.objects.get(goal_id=world.goal.pk, name="filings.md")
    assert row.size == made.json()["current"]["size"]
    assert [one.text.splitlines()[-1] for one in Passage.objects.filter(document=row)] == [WORDS]
    assert search_passages(world.workspace.pk, world.goal.pk, "turbine hall litres")[0].document == "filings.md"
    assert content(viewer, made.json()["versions"][0]["id"]) == b"# Filings"


def test_a_part_that_there_is_not_is_refused_in_words(viewer, world):
    newest = viewer.get(f"/goals/{world.goal.pk}/files").json()["items"][0]
    refused = viewer.get(f"/files/{newest['id']}", headers={"Range": "bytes=999999-"})
    assert problem_of(refused, 416, "error")["detail"] == "The file has no such part as `Range` names."


def test_each_version_counts(put, world):
    before = usage_of(QuotaScope.GOAL, world.goal.pk)
    put("filings.md", b"# Other filings", base_version=1)
    put("figures.csv", b"year\n2014\n", base_version=1)
    after = usage_of(QuotaScope.GOAL, world.goal.pk)
    assert after.files == before.files + 2
    with transaction.atomic():
        recount(world.workspace.pk)
    assert usage_of(QuotaScope.GOAL, world.goal.pk) == after


def test_what_can_not_be_replaced_is_refused(put):
    problem_of(put("nothing.md", b"words", base_version=1), 404, "not-found")
    assert problem_of(put("figures.csv", b"words", base_version=7), 422, "refused")["errors"]
    problem_of(put("figures.csv", b"words", base_version=0), 422, "refused")
    refused = problem_of(put("empty.md", b"-"), 422, "refused")
    assert [one["field"] for one in refused["errors"]] == ["file"]


def test_a_field_that_the_form_has_not_is_refused_and_nothing_is_written(put, viewer, world):
    before = listed(viewer, world)
    refused = problem_of(put("figures.csv", b"words", base_verison=1), 422, "refused")
    assert refused["errors"] == [
        {"field": "base_verison", "detail": "This form has no such field. It has: base_version, file."}
    ]
    assert listed(viewer, world) == before


def test_a_replaced_file_is_bounded_like_any_other(put, world, settings):
    settings.IOA_FILE_LIMIT = 10
    problem_of(put("figures.csv", b"more than ten bytes", base_version=1), 413, "too-large")
    long = FileUpload("figures.csv", b"more than ten bytes", base_version=1)
    with pytest.raises(Refused, match="at most 10 bytes"):
        upload_file(actor_for(world.operator), world.goal.pk, long)
