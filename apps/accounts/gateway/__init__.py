"""Calls that go out for this app: a model is asked whether it answers, past the guard that all calls pass."""

from apps.accounts.gateway.model_trial import outbound_for, try_model

__all__ = ["outbound_for", "try_model"]
