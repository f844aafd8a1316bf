"""Keeping a goal: the exports say what the goal says, and a proof bundle that was changed in any way proves nothing."""

import base64
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import jsonschema_rs
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.actions.signing import public_key
from apps.accounts.models import SigningKey
from apps.chat.domain.goal_record import Concealable, GoalRecord, redact
from apps.chat.domain.proof import bundle, canonical, chain_end
from apps.chat.models import Message
from apps.chat.queries.goal_records import goal_record
from apps.journal.queries import last_seq
from apps.teams.models import Goal, Task
from scripts.verify_bundle import NotProven, verify
from tests.markup import shown

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schemas" / "goal.schema.json").read_text())


@pytest.fixture
def url(world):
    return f"/goals/{world.goal.pk}/"


def test_the_json_export_is_as_its_published_schema_says(signed_in, url):
    answer = signed_in.get(f"{url}export.json")
    assert answer["Content-Disposition"].startswith("attachment")
    assert jsonschema_rs.validator_for(SCHEMA).is_valid(answer.json())


def test_the_published_schema_is_the_one_that_is_exported_by():
    assert json.loads(json.dumps(GoalRecord.model_json_schema())) == SCHEMA


def test_the_record_has_every_team_message_and_file(signed_in, url, world):
    record = signed_in.get(f"{url}export.json").json()
    assert len(record["teams"]) == 6
    assert (
        sum(len(team["messages"]) for team in record["teams"])
        == Message.objects.filter(conversation__team__goal=world.goal).count()
    )
    assert {file["name"] for file in record["files"]} == {"revenue.svg", "figures.csv", "filings.md"}


def test_tasks_stand_in_the_order_of_their_numbers_though_those_that_begin_first_are_written_first(
    signed_in, url, world
):
    first, *_, last = world.root.team.tasks.order_by("id")
    number = last.number
    Task.objects.filter(pk=last.pk).update(number=1_000)
    Task.objects.filter(pk=first.pk).update(number=number)
    Task.objects.filter(pk=last.pk).update(number=first.number)
    teams = signed_in.get(f"{url}export.json").json()["teams"]
    for team in teams:
        numbers = [task["number"] for task in team["tasks"]]
        assert numbers == sorted(numbers)
    assert len(teams[0]["tasks"]) > 1


def test_in_a_new_round_the_answer_of_the_last_one_is_not_the_goals(signed_in, url, world):
    Goal.objects.filter(pk=world.goal.pk).update(answer="It fell.", verification="verified")
    record = signed_in.get(f"{url}export.json").json()
    assert (record["ended_at"], record["answer"], record["verification"]) == (None, "", "nothing")
    assert "The answer" not in signed_in.get(f"{url}export.md").content.decode()


def test_markdown_has_what_was_said_and_nothing_said_becomes_a_heading(signed_in, url, world):
    Message.objects.filter(text__startswith="Add a footnote").update(text="# I am a heading\n- and a list")
    text = signed_in.get(f"{url}export.md").content.decode()
    assert text.startswith("# Microsoft's annual revenue")
    assert "> # I am a heading\n> - and a list" in text
    assert "\n# I am" not in text


def test_markdown_says_its_own_words_in_the_language_of_whoever_takes_it_and_leaves_others_words(signed_in, url, world):
    Message.objects.filter(text__startswith="Add a footnote").update(text="Answer: **yes**")
    text = signed_in.get(f"{url}export.md", headers={"Accept-Language": "de"}).content.decode()
    assert ", gegeben von Yara Okafor am " in text
    assert "\n## Dateien\n" in text
    assert "\nMitglieder: Coordinator, " in text
    assert re.search(r"^\*\*.+\*\*, Aufgaben vergeben, \d{4}-", text, re.MULTILINE)
    assert "> Answer: **yes**" in text


def test_the_page_shows_markdown_as_rooms_do_and_codes_in_words(signed_in, url, world):
    Message.objects.filter(text__startswith="Add a footnote").update(
        text="**Low water**\n\n| What | Euro |\n|---|--:|\n| Ticket | 94.50 |", html="", html_version=0
    )
    html = shown(signed_in.get(f"{url}export.html"))
    assert "<strong>Low water</strong>" in html
    assert '<td class="n">94.50</td>' in html
    assert "tasks given" in html
    assert "waiting_team" not in html


def test_the_page_needs_nobody_and_shows_hostile_text_as_text(signed_in, url, world):
    Message.objects.filter(text__startswith="Add a footnote").update(
        text="<img src=x onerror=alert(1)><script>x</script>"
    )
    html = signed_in.get(f"{url}export.html").content.decode()
    assert "data:image/svg+xml;base64," in html
    assert "<script" not in html
    assert "<img src=x" not in html
    assert not [part for part in ("http://", "https://", 'src="/', 'href="/') if part in html.replace("www.w3.org", "")]


def test_names_of_people_are_left_out_wherever_they_stand(world):
    Message.objects.filter(text__startswith="Ask legal").update(text="yara okafor asked; Yara Okaforsson did not.")
    shown = redact(
        goal_record(world.goal, timezone.now()), frozenset({Concealable.PEOPLE, Concealable.FILES, Concealable.SPEND})
    )
    text = shown.model_dump_json()
    assert "Yara Okafor " not in text.replace("Okaforsson", "")
    assert "Somebody asked; Yara Okaforsson did not." in text
    assert (shown.files, shown.spend) == (None, None)
    assert "revenue" in shown.title.lower()


def test_notes_for_people_are_left_out(world):
    shown = redact(goal_record(world.goal, timezone.now()), frozenset({Concealable.NOTES}))
    assert "Ask legal" not in shown.model_dump_json()
    assert "footnote" in shown.model_dump_json()


# --- the proof ------------------------------------------------------------------------------------------------------


@pytest.fixture
def proof(signed_in, url):
    return signed_in.get(f"{url}proof.json").content


@pytest.fixture
def trusted(proof, client):
    return client.get("/.well-known/ioa-signing-key.json").json()["fingerprint"]


def changed(proof, change):
    held = json.loads(proof)
    change(held)
    return (canonical(held) + "\n").encode()


def test_a_bundle_proves_all_events_of_the_goal(proof, trusted, world):
    stated = verify(proof, trusted)
    assert (stated["goal"], stated["count"]) == (str(world.goal.pk), last_seq(world.goal.pk))


def test_the_script_says_so_without_the_hub(proof, trusted, client, tmp_path):
    bundle_file, key = tmp_path / "bundle.json", tmp_path / "key.json"
    bundle_file.write_bytes(proof)
    key.write_bytes(client.get("/.well-known/ioa-signing-key.json").content)
    for trust in (trusted, str(key)):
        ran = subprocess.run(
            [sys.executable, ROOT / "scripts" / "verify_bundle.py", bundle_file, "--trust", trust],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={},
        )
        assert (ran.returncode, ran.stdout[:7]) == (0, "proven:"), ran.stderr
    assert len((ROOT / "scripts" / "verify_bundle.py").read_text().splitlines()) < 100


def test_the_script_says_in_a_line_that_there_is_no_such_bundle(trusted, tmp_path):
    ran = subprocess.run(
        [sys.executable, ROOT / "scripts" / "verify_bundle.py", tmp_path / "none.json", "--trust", trusted],
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (1, "")
    assert ran.stdout.startswith("not proven: ")
    assert "none.json" in ran.stdout


def test_a_thousand_tamperings_of_one_byte_are_all_found(proof, trusted):
    draw = random.Random(7)
    for _ in range(1000):
        place = draw.randrange(len(proof))
        other = bytes([draw.choice([byte for byte in range(256) if byte != proof[place]])])
        with pytest.raises(NotProven):
            verify(proof[:place] + other + proof[place + 1 :], trusted)


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held["events"].pop(),
        lambda held: held["events"].pop(0),
        lambda held: held["events"].pop(3),
        lambda held: held["events"].reverse(),
        lambda held: held["events"].insert(2, held["events"][1]),
        lambda held: held["events"].clear(),
        lambda held: held["events"].__setitem__(4, canonical(json.loads(held["events"][4]) | {"payload": {}})),
        lambda held: held["events"].__setitem__(4, "null"),
        lambda held: held.pop("signature"),
        lambda held: held.update(more=1),
        lambda held: held.update(events=None),
        lambda held: held.update(statement="{}"),
    ],
    ids=[
        "cut",
        "begun later",
        "one taken out",
        "reordered",
        "one twice",
        "emptied",
        "redacted",
        "nothing",
        "unsigned",
        "something added",
        "no list",
        "another statement",
    ],
)
def test_a_bundle_that_says_something_else_proves_nothing(proof, trusted, change):
    with pytest.raises(NotProven):
        verify(changed(proof, change), trusted)


def test_a_bundle_signed_anew_by_another_key_proves_nothing(proof, trusted):
    held = json.loads(proof)
    texts = held["events"][:-1]
    other = Ed25519PrivateKey.generate()
    public = other.public_key().public_bytes_raw()
    said = canonical(json.loads(held["statement"]) | {"count": len(texts), "end": chain_end(texts)})
    signature = base64.b64encode(other.sign(said.encode())).decode()
    for key in (base64.b64encode(public).decode(), held["key"]):
        with pytest.raises(NotProven):
            verify(bundle(said, signature, key, texts), trusted)


@pytest.mark.parametrize("content", [b"", b"null", b"[]", b"\xff", b"[" * 100_000, b"{}"])
def test_what_is_no_bundle_is_said_to_be_none(content):
    with pytest.raises(NotProven):
        verify(content, "0" * 64)


def test_the_private_key_is_sealed_and_the_key_stays_the_same(db, settings):
    first = public_key()
    row = SigningKey.objects.get()
    assert first == public_key()
    assert bytes(row.sealed).startswith(b"gAAAA")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another" * 10
    call_command("rotate_keys", verbosity=0)
    assert bytes(SigningKey.objects.get().sealed) != bytes(row.sealed)
    assert public_key() == first


def test_without_the_key_that_sealed_it_nothing_is_signed_and_that_is_said(signed_in, url, world, settings):
    public_key()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another" * 10, []
    signed_in.force_login(world.owner)
    answer = signed_in.get(f"{url}proof.json", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "IOA_SECRET_KEYS" in answer.content.decode()


def test_a_goal_of_others_is_not_kept(client, world):
    from tests import factories

    stranger = factories.person(factories.workspace("Elsewhere"))
    client.force_login(stranger)
    for name in ("export.json", "export.md", "export.html", "proof.json", "keep/"):
        assert client.get(f"/goals/{world.goal.pk}/{name}").status_code == 404
