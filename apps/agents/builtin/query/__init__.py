"""A question to a table as data: what a model may choose, and what the hub computes of it."""
