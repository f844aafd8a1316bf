"""The audit log's chain: whatever is done to it behind the product's back is found, and named."""

import json
import threading
from importlib import import_module
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from apps.journal.actions import audit
from apps.journal.domain.audit import from_origin
from apps.journal.domain.chain import START, Anchor, BrokenChain, ChainLink, check_links, hash_of
from apps.journal.models import AuditEntry, AuditLink

HOUR = "interval '1 hour'"


def said(*words, **options):
    out = StringIO()
    call_command(*words, stdout=out, stderr=out, **options)
    return out.getvalue()


def note(what, **details):
    with transaction.atomic():
        audit("door.opened", None, what, None, **details)


def tampered(*statements):
    """What somebody does who has taken the whole database over: no trigger stands in the way."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture
def log(transactional_db):
    """Five entries of an ordinary day, one with words in it that a careless format would stumble over."""
    with from_origin("192.0.2.7"):
        for name in ("one", "two\n3\n", "three", 'four "ü" \u2028', "five"):
            note(name, price=1.50, words=["a", None, {"b": True}])
    return list(AuditEntry.objects.order_by("pk"))


def test_every_entry_gets_a_link_that_carries_the_hash_before(log):
    links = list(AuditLink.objects.order_by("number"))
    assert [link.entry_id for link in links] == [entry.pk for entry in log]
    assert [link.number for link in links] == [1, 2, 3, 4, 5]
    assert [link.previous for link in links] == [START, *(link.hash for link in links[:-1])]
    assert {entry.address for entry in log} == {"192.0.2.7"}
    assert f"anchor: 5:{links[-1].hash}" in said("verify_audit")


def test_an_empty_log_is_whole(transactional_db):
    assert "whole: 0 entries" in said("verify_audit")


def test_entries_of_before_are_chained_when_the_chain_is_made(log):
    chain = import_module("apps.journal.migrations.0003_audit_chain").LINKS
    made = "CREATE FUNCTION journal_audit_chain" + chain.split("CREATE FUNCTION journal_audit_chain")[1]
    before = list(AuditLink.objects.order_by("number").values())
    tampered("DELETE FROM journal_auditlink")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(made.partition("CREATE CONSTRAINT TRIGGER")[0].replace("%", "%%"), [])
    assert list(AuditLink.objects.order_by("number").values()) == before
    assert "whole: 5 entries" in said("verify_audit")


def test_what_was_taken_back_leaves_no_gap(log):
    with transaction.atomic():
        audit("door.opened", None, "never", None)
        transaction.set_rollback(True)
    note("six")
    assert list(AuditLink.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert "whole: 6 entries" in said("verify_audit")


FORGED = """
    INSERT INTO journal_auditentry (id, at, deed, actor, about, details, address, outcome)
    VALUES (0, now(), 'door.opened', '', 'forged', '{{}}', '', 'done')"""

# what is done to it -> what is said; entries are called by their place
TAMPERING = {
    "an entry is changed": (["UPDATE journal_auditentry SET actor = 'Nobody' WHERE id = {2}"], "entry {2}, of link 2"),
    "its time is changed": (
        [f"UPDATE journal_auditentry SET at = at - {HOUR} WHERE id = {{4}}"],
        "entry {4}, of link 4",
    ),
    "its outcome is changed": (["UPDATE journal_auditentry SET outcome = 'refused' WHERE id = {1}"], "entry {1}"),
    "its address is changed": (["UPDATE journal_auditentry SET address = '' WHERE id = {3}"], "entry {3}"),
    "its details are changed": (["UPDATE journal_auditentry SET details = '{{}}' WHERE id = {5}"], "entry {5}"),
    "an entry is deleted": (["DELETE FROM journal_auditentry WHERE id = {3}"], "entry {3}, of link 3, is gone"),
    "with its link": (
        ["DELETE FROM journal_auditlink WHERE number = 3", "DELETE FROM journal_auditentry WHERE id = {3}"],
        "link 3 is missing",
    ),
    "and the others move up": (
        [
            "DELETE FROM journal_auditlink WHERE number = 3",
            "DELETE FROM journal_auditentry WHERE id = {3}",
            "UPDATE journal_auditlink SET number = number - 1 WHERE number > 3",
        ],
        "link 3 does not carry the hash of the link before it",
    ),
    "the first is deleted": (
        ["DELETE FROM journal_auditlink WHERE number = 1", "DELETE FROM journal_auditentry WHERE id = {1}"],
        "link 1 is missing",
    ),
    "two change places": (
        [
            "UPDATE journal_auditlink SET number = -2 WHERE number = 2",
            "UPDATE journal_auditlink SET number = 2 WHERE number = 3",
            "UPDATE journal_auditlink SET number = 3 WHERE number = -2",
        ],
        "link 2 does not carry",
    ),
    "two entries change their words": (
        [
            "UPDATE journal_auditentry SET about = 'two' WHERE id = {3}",
            "UPDATE journal_auditentry SET about = 'three' WHERE id = {2}",
        ],
        "entry {2}, of link 2",
    ),
    "an entry is put in between": (
        [
            FORGED,
            "UPDATE journal_auditlink SET number = 6 WHERE number = 5",
            "INSERT INTO journal_auditlink SELECT 5, hash, repeat('a', 64), 0 FROM journal_auditlink WHERE number = 4",
        ],
        "entry 0, of link 5",
    ),
    "an entry is put in without a link": (
        [
            FORGED,
        ],
        "entry 0 has no link",
    ),
    "a link is cut off and its entry kept": (
        ["DELETE FROM journal_auditlink WHERE number = 5"],
        "entry {5} has no link",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found_and_its_first_place_named(what, log):
    statements, place = TAMPERING[what]
    ids = {str(number): entry.pk for number, entry in enumerate(log, 1)}
    named = [None, *ids.values()]
    tampered(*(statement.format(*named) for statement in statements))
    with pytest.raises(CommandError, match="the audit log was changed") as broken:
        said("verify_audit")
    assert place.format(*named) in str(broken.value)


CUT = ("DELETE FROM journal_auditlink WHERE number > 3", "DELETE FROM journal_auditentry WHERE id > {}")


def test_an_end_that_was_cut_off_is_found_by_the_anchor_of_an_export(log, tmp_path):
    said("export_audit", to=tmp_path / "audit.jsonl")
    anchor = str(tmp_path / "audit.jsonl.anchor")
    assert "whole: 5 entries, anchor" in said("verify_audit", anchor=anchor)
    tampered(CUT[0], CUT[1].format(log[2].pk))
    assert "without --anchor a cut end can't be seen" in said("verify_audit")
    with pytest.raises(CommandError, match="ends at link 3; once it had 5: its end was cut off"):
        said("verify_audit", anchor=anchor)
    for name in ("six", "seven", "eight"):
        note(name)
    with pytest.raises(CommandError, match="link 5 is another one than the anchor has"):
        said("verify_audit", anchor=anchor)


def test_a_log_that_grew_still_has_its_old_anchor(log):
    anchor = said("verify_audit").partition("anchor: ")[2].strip()
    note("six")
    assert "whole: 6 entries" in said("verify_audit", anchor=anchor)


@pytest.mark.parametrize("anchor", ["5", "x:" + START, "no-such-file"])
def test_what_is_no_anchor_is_refused(anchor, log):
    with pytest.raises(CommandError, match="is no anchor such as"):
        said("verify_audit", anchor=anchor)


def test_an_export_is_checked_without_the_database(log, tmp_path):
    file = tmp_path / "audit.jsonl"
    said("export_audit", to=file)
    lines = [json.loads(line) for line in file.read_text().split("\n") if line]
    assert file.stat().st_mode & 0o077 == 0
    previous = START
    for line in lines:
        assert line["previous"] == previous
        assert line["hash"] == hash_of(line["number"], previous, line["entry"])
        previous = line["hash"]
    assert [json.loads(line["entry"])["about"] for line in lines] == [entry.about for entry in log]
    assert (tmp_path / "audit.jsonl.anchor").read_text() == f"5:{previous}\n"


def test_without_a_file_lines_and_anchor_go_to_the_two_ways_out(log, capsys):
    call_command("export_audit")
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 5
    assert err.startswith("anchor: 5:")


def test_a_file_that_can_not_be_written_is_named_with_why(log, tmp_path):
    with pytest.raises(CommandError, match=r"can't write the export to .*/nowhere/audit.jsonl \(No such file"):
        said("export_audit", to=tmp_path / "nowhere" / "audit.jsonl")


def test_a_broken_log_gets_no_anchor(log, tmp_path):
    tampered("DELETE FROM journal_auditlink WHERE number = 2")
    with pytest.raises(CommandError, match="link 2 is missing"):
        said("export_audit", to=tmp_path / "audit.jsonl")
    assert not (tmp_path / "audit.jsonl.anchor").exists()


def test_an_export_in_the_place_of_the_last_finds_the_cut_end_and_keeps_what_that_one_has(log, tmp_path):
    file = tmp_path / "audit.jsonl"
    said("export_audit", to=file)
    kept = [path.read_bytes() for path in (file, tmp_path / "audit.jsonl.anchor")]
    tampered(CUT[0], CUT[1].format(log[2].pk))
    with pytest.raises(CommandError, match="once it had 5: its end was cut off"):
        said("export_audit", to=file)
    assert [path.read_bytes() for path in (file, tmp_path / "audit.jsonl.anchor")] == kept


@pytest.mark.parametrize("table", ["journal_auditentry", "journal_auditlink"])
@pytest.mark.parametrize("change", ["TRUNCATE {} CASCADE", "DELETE FROM {}", "UPDATE {} SET {column} = {column}"])
def test_the_database_refuses_every_change_of_entries_and_links(table, change, log):
    column = "deed" if table == "journal_auditentry" else "hash"
    with pytest.raises(DatabaseError, match="only ever added to"), connection.cursor() as cursor:
        cursor.execute(change.format(table, column=column))


def test_many_who_write_at_once_make_one_chain(transactional_db):
    """Each holds its transaction open until all have written: the chain makes nobody wait before the commit."""
    gate = threading.Barrier(8)

    def write():
        with transaction.atomic():
            audit("door.opened", None, "first", None)
            gate.wait(60)
            audit("door.opened", None, "second", None)
        connection.close()

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert "whole: 16 entries" in said("verify_audit")


def test_a_long_log_is_read_a_piece_at_a_time():
    """A hundred thousand links pass by; never are two of them there at once."""
    alive = 0

    class Counted(ChainLink):
        def __del__(self):
            nonlocal alive
            alive -= 1

    def links():
        nonlocal alive
        previous = START
        for number in range(1, 5001):
            alive += 1
            yield Counted(number, number, previous, previous := hash_of(number, previous, "text"), "text")
            assert alive <= 3

    assert sum(1 for _ in check_links(links())) == 5000


def test_an_anchor_at_the_very_start_holds_for_every_log():
    link = ChainLink(1, 1, START, hash_of(1, START, "text"), "text")
    assert list(check_links([link], Anchor())) == [link]
    with pytest.raises(BrokenChain, match="ends at link 0"):
        list(check_links([], Anchor(1, link.hash)))
