"""Agents that come along: real work inside our worker, without a model: search, tables, charts, reports."""
