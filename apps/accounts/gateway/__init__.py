"""Calls that go out for this app: a model is asked whether it answers, past the guard that all calls of models pass."""

from apps.accounts.gateway.egress import AddressRefused, allowed_by_operator, model_connector
from apps.accounts.gateway.model_trial import ModelTrial, try_model

__all__ = ["AddressRefused", "ModelTrial", "allowed_by_operator", "model_connector", "try_model"]
