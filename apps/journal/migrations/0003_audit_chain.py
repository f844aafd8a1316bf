"""Chains the audit log: each entry gets a link that carries the hash of the link before and of what the entry says.

A link is made at the commit, by a trigger: nothing that writes entries can leave it out, nobody waits for the log in
the middle of a transaction, and the links' numbers have no gaps. Whoever writes entries needs no right on the links.
"""

import django.db.models.deletion
from django.db import migrations, models

LINKS = """
CREATE FUNCTION journal_audit_text(entry journal_auditentry) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object(
        'id', entry.id, 'at', to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'deed', entry.deed, 'outcome', entry.outcome, 'actor', entry.actor, 'user_id', entry.user_id,
        'workspace_id', entry.workspace_id, 'address', entry.address, 'about', entry.about,
        'object_id', entry.object_id, 'details', entry.details)::text
$$;
CREATE FUNCTION journal_audit_link() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    last_number bigint;
    last_hash text;
    entry_text text;
BEGIN
    PERFORM pg_advisory_xact_lock(TG_RELID::int, 0);
    EXECUTE format('SELECT number, hash FROM %I.journal_auditlink ORDER BY number DESC LIMIT 1', TG_TABLE_SCHEMA)
        INTO last_number, last_hash;
    EXECUTE format('SELECT %I.journal_audit_text($1)', TG_TABLE_SCHEMA) INTO entry_text USING NEW;
    last_number := coalesce(last_number, 0) + 1;
    last_hash := coalesce(last_hash, repeat('0', 64));
    EXECUTE format('INSERT INTO %I.journal_auditlink (number, entry_id, previous, hash) VALUES ($1, $2, $3, $4)',
            TG_TABLE_SCHEMA)
        USING last_number, NEW.id, last_hash,
            encode(sha256(convert_to(last_number || E'\\n' || last_hash || E'\\n' || entry_text, 'UTF8')), 'hex');
    RETURN NULL;
END $$;
CREATE FUNCTION journal_audit_chain() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    entry journal_auditentry;
    last_number bigint := 0;
    last_hash text := repeat('0', 64);
    next_hash text;
BEGIN
    FOR entry IN SELECT * FROM journal_auditentry ORDER BY id LOOP
        last_number := last_number + 1;
        next_hash := encode(sha256(convert_to(
            last_number || E'\\n' || last_hash || E'\\n' || journal_audit_text(entry), 'UTF8')), 'hex');
        INSERT INTO journal_auditlink (number, entry_id, previous, hash)
            VALUES (last_number, entry.id, last_hash, next_hash);
        last_hash := next_hash;
    END LOOP;
END $$;
SELECT journal_audit_chain();
DROP FUNCTION journal_audit_chain();
CREATE CONSTRAINT TRIGGER journal_audit_link AFTER INSERT ON journal_auditentry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_audit_link();
CREATE TRIGGER journal_audit_stays BEFORE TRUNCATE ON journal_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION journal_audit_stands();
CREATE TRIGGER journal_audit_stands BEFORE UPDATE OR DELETE ON journal_auditlink
    FOR EACH ROW EXECUTE FUNCTION journal_audit_stands();
CREATE TRIGGER journal_audit_stays BEFORE TRUNCATE ON journal_auditlink
    FOR EACH STATEMENT EXECUTE FUNCTION journal_audit_stands();
"""
NO_LINKS = """
DROP TRIGGER journal_audit_stays ON journal_auditlink;
DROP TRIGGER journal_audit_stands ON journal_auditlink;
DROP TRIGGER journal_audit_stays ON journal_auditentry;
DROP TRIGGER journal_audit_link ON journal_auditentry;
DROP FUNCTION journal_audit_link();
DROP FUNCTION journal_audit_text(journal_auditentry);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("journal", "0002_audit"),
    ]

    operations = [
        migrations.AddField(
            model_name="auditentry",
            name="address",
            field=models.CharField(
                blank=True, default="", help_text="Where it came from; empty: from the hub itself.", max_length=64
            ),
        ),
        migrations.AddField(
            model_name="auditentry",
            name="outcome",
            field=models.CharField(
                choices=[("done", "done"), ("refused", "refused")], default="done", max_length=16
            ),
        ),
        migrations.CreateModel(
            name="AuditLink",
            fields=[
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("previous", models.CharField(help_text="The hash of the link before; zeros for the first.", max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="link", to="journal.auditentry"
                    ),
                ),
            ],
        ),
        migrations.RunSQL(LINKS, NO_LINKS),
    ]
