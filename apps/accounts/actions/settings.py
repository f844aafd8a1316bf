"""A workspace's settings: its model, whose key is sealed anew with the settings' keys, and what holds for its goals."""

from collections.abc import Mapping
from urllib.parse import urlsplit
from uuid import UUID

from django.db import transaction

from apps.accounts.actions.resealing import reseal_column
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.approval_policy import ApprovalPolicy
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.workspace_settings import limit_problems, review_from, use_problems
from apps.accounts.events import AccountsDeed
from apps.accounts.models import Workspace
from apps.accounts.queries import require
from apps.accounts.queries.sealing import Resealed, seal
from apps.journal.actions import audit


@transaction.atomic
def set_model_settings(
    actor: Actor,
    *,
    base_url: str,
    model: str,
    api_key: str = "",
    prompt_price: float | None = None,
    completion_price: float | None = None,
) -> None:
    """Choose the model that speaks in the actor's workspace. Owners only.

    An empty `api_key` keeps the stored one, except where the address changes: a key goes only to the server it was
    entered for. Prices are US dollars per million tokens. Raises Refused with a sentence for each wrong field.
    """
    require(actor, Role.OWNER)
    base_url, model, api_key = base_url.strip().rstrip("/"), model.strip(), api_key.strip()
    _check(base_url, model, {"prompt_price": prompt_price, "completion_price": completion_price})
    workspace = _lock(actor.workspace_id)
    if (
        workspace.model_key_sealed is not None
        and not api_key
        and _server(base_url) != _server(workspace.model_base_url)
    ):
        raise Refused(api_key="The address changed: enter the key for the new server, or clear the settings first.")
    if api_key:
        workspace.model_key_sealed = seal(api_key)
    prices = {"prompt": prompt_price, "completion": completion_price}
    workspace.model_base_url, workspace.model_name = base_url, model
    workspace.model_prices = {name: price for name, price in prices.items() if price is not None}
    workspace.save(update_fields=["model_base_url", "model_name", "model_key_sealed", "model_prices"])
    where = workspace.pk
    audit(AccountsDeed.MODEL_SET, actor, workspace, where, base_url=base_url, model=model, key=bool(api_key))


@transaction.atomic
def clear_model_settings(actor: Actor) -> None:
    """Forget the workspace's model and its key: the environment's model speaks, else rules. Owners only."""
    require(actor, Role.OWNER)
    Workspace.objects.filter(pk=actor.workspace_id).update(
        model_base_url="", model_name="", model_key_sealed=None, model_prices={}
    )
    audit(AccountsDeed.MODEL_CLEARED, actor, "the workspace's model", actor.workspace_id)


@transaction.atomic
def set_model_use(actor: Actor, use: Mapping[str, object]) -> None:
    """Choose how the model is used: see domain.workspace_settings.MODEL_RANGES; what is left out is as usual.

    Owners only. Raises Refused with a sentence for each entry that is unknown or out of its range.
    """
    require(actor, Role.OWNER)
    if wrong := use_problems(use):
        raise Refused(**wrong)
    workspace = _lock(actor.workspace_id)
    workspace.model_use = {name: value for name, value in use.items() if value not in (None, "")}
    workspace.save(update_fields=["model_use"])
    audit(AccountsDeed.MODEL_USE_SET, actor, workspace, workspace.pk, use=workspace.model_use)


@transaction.atomic
def change_default_limits(actor: Actor, limits: Mapping[str, float | None]) -> None:
    """Set the limits of goals that name none; a limit left out (None) takes the product's default. Owners only.

    Raises Refused with a sentence for each limit that is unknown or out of its range.
    """
    require(actor, Role.OWNER)
    if wrong := limit_problems(limits):
        raise Refused(**wrong)
    workspace = _lock(actor.workspace_id)
    workspace.default_limits = {name: value for name, value in limits.items() if value is not None}
    workspace.save(update_fields=["default_limits"])
    audit(AccountsDeed.LIMITS_SET, actor, workspace, workspace.pk, limits=workspace.default_limits)


@transaction.atomic
def change_default_review(actor: Actor, review: str) -> None:
    """Set whether the answers of goals that don't say are reviewed. Owners only. Raises Refused (review)."""
    require(actor, Role.OWNER)
    wanted = review_from(review)
    workspace = _lock(actor.workspace_id)
    workspace.default_review = wanted
    workspace.save(update_fields=["default_review"])
    audit(AccountsDeed.REVIEW_SET, actor, workspace, workspace.pk, review=wanted.value)


@transaction.atomic
def change_default_plan(actor: Actor, *, shown: bool) -> None:
    """Set whether goals that don't say show their plan before it begins. Owners only."""
    require(actor, Role.OWNER)
    workspace = _lock(actor.workspace_id)
    workspace.default_shows_plan = shown
    workspace.save(update_fields=["default_shows_plan"])
    audit(AccountsDeed.PLAN_SET, actor, workspace, workspace.pk, shown=shown)


@transaction.atomic
def change_approval_policy(actor: Actor, policy: ApprovalPolicy) -> None:
    """Set what takes a person's leave, who gives it, and for how long it is waited for. Owners only.

    It counts at once, for what waits too.
    """
    require(actor, Role.OWNER)
    workspace = _lock(actor.workspace_id)
    workspace.approval_policy = policy.as_data()
    workspace.save(update_fields=["approval_policy"])
    audit(AccountsDeed.APPROVAL_POLICY_SET, actor, workspace, workspace.pk, policy=workspace.approval_policy)


@transaction.atomic
def set_observation_hook(actor: Actor, url: str) -> None:
    """Choose what is asked before each turn of goals that observe; empty: nothing is. Owners only. Raises Refused."""
    require(actor, Role.OWNER)
    url = url.strip()
    if url and (problem := _address_problem(url)):
        raise Refused(url=problem)
    Workspace.objects.filter(pk=actor.workspace_id).update(observation_url=url)
    audit(AccountsDeed.OBSERVATION_SET, actor, "the observation hook", actor.workspace_id, url=url)


def _lock(workspace_id: UUID) -> Workspace:
    return Workspace.objects.select_for_update(no_key=True).get(pk=workspace_id)


def _check(base_url: str, model: str, prices: dict[str, float | None]) -> None:
    wrong = {}
    if problem := _address_problem(base_url):
        wrong["base_url"] = problem
    if not model or len(model) > 120:
        wrong["model"] = "Name the model in 1 to 120 characters, as its server calls it."
    for name, price in prices.items():
        if price is not None and not 0 <= price <= 1_000_000:
            wrong[name] = "Use US dollars per million tokens, 0 or more; leave it empty if you don't know."
    if wrong:
        raise Refused(**wrong)


def _address_problem(base_url: str) -> str | None:
    try:
        parts = urlsplit(base_url)
        _ = parts.port  # raises on a port that is none
    except ValueError:
        return "This is not an address: write it like https://api.example.com/v1."
    if parts.scheme not in ("http", "https") or not parts.hostname or len(base_url) > 500:
        return "Start with http:// or https:// and a host, like https://api.example.com/v1."
    if parts.username or parts.password:
        return "Leave user names and passwords out of the address; the key has its own field."
    if parts.query or parts.fragment:
        return "Leave out everything from ? or # on."
    return None


def _server(base_url: str) -> tuple[str, str]:
    parts = urlsplit(base_url)
    return parts.scheme, parts.netloc.lower()


def reseal_model_keys() -> Resealed:
    """Seal every workspace's model key again; gives how many, and how many open with none of the keys."""
    return reseal_column(Workspace.objects.exclude(model_key_sealed=None), "model_key_sealed")
