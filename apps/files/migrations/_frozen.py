"""How contents came out of the rows that have them and into blobs: a migration never changes with the product.

Each row is moved in a transaction of its own, inside Postgres, so that big tables neither fill a process nor hold up
anybody for long; a move that was broken off goes on where it was.
"""

PIECE = 256 * 1024  # bytes
AT_ONCE = 500  # rows that are listed at one time

_LIST = "SELECT id FROM {table} WHERE blob_id IS NULL ORDER BY id LIMIT %s"
_LOOK = """
    SELECT encode(sha256(row.content), 'hex'), length(row.content), {workspace}
    FROM {table} row {joins} WHERE row.id = %s FOR UPDATE OF row"""
_KNOWN = "SELECT id FROM files_blob WHERE workspace_id = %s AND digest = %s FOR UPDATE"
_BLOB = """
    INSERT INTO files_blob (id, workspace_id, digest, size, created_at)
    VALUES (gen_random_uuid(), %s, %s, %s, clock_timestamp()) RETURNING id"""
_PIECES = """
    INSERT INTO files_blobpiece (blob_id, position, content)
    SELECT %s, n, substring(row.content from n * {piece} + 1 for {piece})
    FROM {table} row, generate_series(0, (length(row.content) - 1) / {piece}) n
    WHERE row.id = %s AND length(row.content) > 0"""
_REFER = "UPDATE {table} SET blob_id = %s, content = '' WHERE id = %s"


def mover(table, workspace, joins=""):
    """Give what moves the contents of a table; `workspace` is whose a row is, by way of `joins` from `row`."""

    def move(apps, schema_editor):
        while ids := _all(schema_editor, _LIST.format(table=table), [AT_ONCE]):
            for (row_id,) in ids:
                _move(schema_editor, row_id, {"table": table, "workspace": workspace, "joins": joins, "piece": PIECE})

    return move


def _move(schema_editor, row_id, names):
    from django.db import transaction

    with transaction.atomic(using=schema_editor.connection.alias):
        ((digest, size, workspace),) = _all(schema_editor, _LOOK.format(**names), [row_id])
        known = _all(schema_editor, _KNOWN, [workspace, digest])
        if known:
            ((blob_id,),) = known
        else:
            ((blob_id,),) = _all(schema_editor, _BLOB, [workspace, digest, size])
            _do(schema_editor, _PIECES.format(**names), [blob_id, row_id])
        _do(schema_editor, _REFER.format(**names), [blob_id, row_id])


def _all(schema_editor, statement, values):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def _do(schema_editor, statement, values):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(statement, values)
