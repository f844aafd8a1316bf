"""SKILL.md documents, in and out."""

import hashlib

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from apps.agents.domain.profile import Skill
from apps.agents.domain.skill_documents import agent_document, hub_document, join_skills, read_skill, write_skill
from apps.agents.models import Agent
from apps.core.texts import replace_unstorable
from tests import factories
from tests.api.conftest import program_of

SHIPS = """---
name: counting-ships
description: >
  Counts the ships of a harbour,
  by flag and size.
license: MIT
metadata: {author: ann}
allowed-tools: Read
---

# Counting ships

Look out, then count.
"""
INDEX = "/.well-known/agent-skills/index.json"


def test_a_skill_has_the_name_and_the_description_of_its_document():
    skill = read_skill(SHIPS)
    assert (skill.id, skill.name) == ("counting-ships", "counting ships")
    assert skill.description == "Counts the ships of a harbour, by flag and size."


@pytest.mark.parametrize("ends", ["\r\n", "\n"])
def test_it_is_read_with_either_end_of_line_and_a_mark_of_order(ends):
    assert read_skill("\ufeff" + SHIPS.replace("\n", ends)).id == "counting-ships"


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("# Counting", "begins with a head"),
        ("---\nname: [\n---\n", "can't be read"),
        ("---\n- a\n---\n", "names its fields"),
        ("---\n!!python/object/apply:os.system ['ls']\n---\n", "can't be read"),
        ("---\nname: Counting Ships\ndescription: d\n---\n", "has a name"),
        ("---\nname: ../../etc\ndescription: d\n---\n", "has a name"),
        ("---\nname: 7\ndescription: d\n---\n", "has a name"),
        ("---\nname: a\n---\n", "needs a description"),
        (f"---\nname: a\ndescription: {'d' * 1025}\n---\n", "needs a description"),
        ("---\nname: a\ndescription: [x]\n---\n", "needs a description"),
        ("---\n" + "[" * 20_000 + "\n---\n", "can't be read"),
        ("---\nname: a\ndescription: d\n---\n" + "x" * 70_000, "at most"),
    ],
)
def test_what_is_wrong_with_a_document_is_said(document, said):
    with pytest.raises(ValueError, match=said):
        read_skill(document)


@given(st.text(max_size=300))
def test_no_text_breaks_the_reader(text):
    for document in (text, f"---\n{text}\n---\n", f"---\nname: a\ndescription: {text}\n---\n"):
        assert sentence_or_description(document)


def sentence_or_description(document):
    try:
        return read_skill(document).description
    except ValueError as error:
        return str(error)


@given(st.text(min_size=1, max_size=300).filter(str.strip))
def test_what_is_written_is_read_again(description):
    skill = read_skill(write_skill("a", description, "b"))
    assert skill.description == replace_unstorable(" ".join(description.split()))


@pytest.mark.parametrize("name", ["null", "true", "no", "2031", "2031-11-29", "1e5", "0x10", "scout"])
def test_whatever_an_agent_is_called_its_document_is_read_again(name):
    skill = read_skill(write_skill(name, 'Counts "ships" \\ 🚢\x7f, süß', "b"))
    assert (skill.id, skill.description) == (name, 'Counts "ships" \\ 🚢\x7f, süß')


def test_a_skill_that_is_known_is_told_anew_and_keeps_what_an_owner_said():
    known = Skill(id="counting-ships", name="Old", description="Old.", repeatable=True, tags=("sea",))
    (skill,) = join_skills([known], [read_skill(SHIPS)])
    assert (skill.name, skill.repeatable, skill.tags) == ("counting ships", True, ("sea",))
    with pytest.raises(ValueError, match="at most"):
        join_skills([], [Skill(id=f"s{number}", name="s") for number in range(51)])


@pytest.fixture
def office(db):
    of = factories.workspace()
    factories.agent(of, "scout")
    return of


def test_an_owner_imports_skills_and_they_count_when_the_agent_is_sought(office):
    owner = program_of(factories.person(office))
    answer = owner.post("/agents/scout/skills", {"documents": [SHIPS]})
    assert answer.status_code == 200
    assert "counting-ships" in [skill["id"] for skill in answer.json()["skills"]]
    assert Agent.objects.get(handle="scout").profile_vector is not None
    assert owner.get("/agents/search?q=count ships in a harbour").json()["items"][0]["handle"] == "scout"
    assert len(owner.get("/agents/scout/versions").json()["items"]) == 1


def test_a_document_that_cant_be_read_changes_nothing(office):
    owner = program_of(factories.person(office))
    refused = owner.post("/agents/scout/skills", {"documents": [SHIPS, "# none"]})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "documents")
    assert refused.json()["detail"].startswith("Document 2: a SKILL.md begins with")
    assert "counting-ships" not in str(Agent.objects.get(handle="scout").skills)


def fetched(path, headers=None):
    answer = Client().get(path, headers=headers or {})
    assert answer.status_code == 200, answer.content
    return answer


def test_anybody_finds_the_hubs_own_skill_and_no_agent(office):
    (entry,) = fetched(INDEX).json()["skills"]
    assert (entry["name"], entry["type"]) == ("ioa-hub", "skill-md")
    document = fetched(entry["url"]).content
    assert entry["digest"] == f"sha256:{hashlib.sha256(document).hexdigest()}"
    assert read_skill(document.decode()).description == entry["description"]
    assert Client().get("/.well-known/agent-skills/scout/SKILL.md").status_code == 404


def test_an_agent_with_a_name_that_means_something_in_yaml_is_listed(office):
    factories.agent(office, "null")
    headers = program_of(factories.person(office, "viewer")).headers
    assert "null" in [entry["name"] for entry in fetched(INDEX, headers).json()["skills"]]


def test_members_find_the_agents_of_their_workspace_alone(office):
    neighbour = factories.workspace("Next door")
    factories.agent(neighbour, "lodger")
    headers = program_of(factories.person(office, "viewer")).headers
    listed = {entry["name"]: entry for entry in fetched(INDEX, headers).json()["skills"]}
    assert set(listed) == {"scout", "ioa-hub"}
    document = fetched(listed["scout"]["url"], headers).content.decode()
    assert read_skill(document).id == "scout"
    assert "/api/v1/agents/scout/ask" in document


def test_what_an_agent_says_of_itself_does_not_leave_its_place_in_the_head():
    skills = [Skill(id="x", name="x\n---\nname: evil", description='"\n---\n')]
    document = agent_document("scout", "Scout", 'Says "---"\n---\nname: evil', skills, "https://hub.example")
    assert read_skill(document).id == "scout"
    assert read_skill(hub_document("https://hub.example")).id == "ioa-hub"
