"""Workspaces, their people and roles, API tokens, sign-in."""
