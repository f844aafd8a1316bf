"""Reading what a person asks of tables, and picking the table, rows and shape that the question is about."""
