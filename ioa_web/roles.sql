-- The roles of a database, and whose its tables are. Run by a superuser in that database; any number of times.
-- ioa_owner owns the schema and runs migrations; ioa_app is what the product runs as: it reads and writes rows, no more.

DO $$
DECLARE
    thing record;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ioa_owner') THEN
        CREATE ROLE ioa_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ioa_app') THEN
        CREATE ROLE ioa_app LOGIN;
    END IF;
    EXECUTE format('ALTER DATABASE %I OWNER TO ioa_owner', current_database());
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());

    -- what an older release left belongs to the superuser; what an extension brought stays with it
    FOR thing IN
        SELECT class.oid::regclass AS name, CASE class.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
        FROM pg_class class
        WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p', 'v', 'm', 'S')
            AND class.relowner <> 'ioa_owner'::regrole
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = class.oid AND deptype IN ('e', 'i', 'a')
                            AND classid = 'pg_class'::regclass AND (deptype = 'e' OR class.relkind = 'S'))
    LOOP
        EXECUTE format('ALTER %s %s OWNER TO ioa_owner', thing.kind, thing.name);
    END LOOP;
    FOR thing IN
        SELECT proc.oid::regprocedure AS name FROM pg_proc proc
        WHERE proc.pronamespace = 'public'::regnamespace AND proc.proowner <> 'ioa_owner'::regrole
            AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = proc.oid
                            AND deptype = 'e')
    LOOP
        EXECUTE format('ALTER ROUTINE %s OWNER TO ioa_owner', thing.name);
    END LOOP;
END $$;
CREATE EXTENSION IF NOT EXISTS vector;
GRANT USAGE, CREATE ON SCHEMA public TO ioa_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
