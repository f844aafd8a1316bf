"""The only writers of goals, teams, tasks and attempts.

A function that takes a `log` is a part of the transaction that its caller opened with `journal.actions.recording`; the
others open one of their own.
"""
