"""The settings of the workspace over REST."""

from ninja import Router, Status

from apps.accounts import actions, gateway, queries
from apps.accounts.domain.access import ApiRequest, Role
from apps.accounts.domain.approval_policy import policy_from_choices
from apps.api.rest.schemas.accounts import (
    ApprovalPolicyIn,
    DefaultLimits,
    DefaultPlan,
    DefaultReview,
    HookIn,
    ModelIn,
    ModelTestOut,
    ModelUse,
    WorkspaceIn,
    WorkspaceOut,
)
from apps.core.problems import answers

router = Router(tags=["workspace"])


@router.get("", response=answers(WorkspaceOut))
def get_workspace(request: ApiRequest) -> WorkspaceOut:
    """The workspace, its model, and what holds for goals that don't say: limits, and the review of answers."""
    return WorkspaceOut.of(queries.workspace_view(request.auth.workspace_id))


@router.patch("", response=answers(WorkspaceOut))
def rename_workspace(request: ApiRequest, change: WorkspaceIn) -> WorkspaceOut:
    """Call the workspace something else. Owners only."""
    actions.rename_workspace(request.auth, change.name)
    return get_workspace(request)


@router.put("/limits", response=answers(WorkspaceOut))
def set_default_limits(request: ApiRequest, limits: DefaultLimits) -> WorkspaceOut:
    """Set the limits of goals that name none. Owners only."""
    actions.change_default_limits(request.auth, limits.model_dump())
    return get_workspace(request)


@router.put("/review", response=answers(WorkspaceOut))
def set_default_review(request: ApiRequest, wanted: DefaultReview) -> WorkspaceOut:
    """Set whether the answers of goals that don't say are reviewed. Owners only."""
    actions.change_default_review(request.auth, wanted.review)
    return get_workspace(request)


@router.put("/plan", response=answers(WorkspaceOut))
def set_default_plan(request: ApiRequest, wanted: DefaultPlan) -> WorkspaceOut:
    """Set whether goals that don't say show their plan before it begins. Owners only."""
    actions.change_default_plan(request.auth, shown=wanted.shown)
    return get_workspace(request)


@router.put("/approvals", response=answers(WorkspaceOut))
def set_approval_policy(request: ApiRequest, wanted: ApprovalPolicyIn) -> WorkspaceOut:
    """Set what takes a person's leave, who gives it, and for how long it is waited for. Owners only."""
    actions.change_approval_policy(request.auth, policy_from_choices(wanted.asks_for, wanted.deciders, wanted.hours))
    return get_workspace(request)


@router.put("/model", response=answers(WorkspaceOut))
def set_model(request: ApiRequest, model: ModelIn) -> WorkspaceOut:
    """Choose the model that speaks. Owners only."""
    actions.set_model_settings(request.auth, **model.model_dump())
    return get_workspace(request)


@router.put("/model/use", response=answers(WorkspaceOut))
def set_model_use(request: ApiRequest, use: ModelUse) -> WorkspaceOut:
    """Choose how long prompts and answers may be, and what becomes of goals whose model is silent. Owners only."""
    actions.set_model_use(request.auth, use.model_dump(mode="json"))
    return get_workspace(request)


@router.delete("/model", response=answers(None, 204))
def clear_model(request: ApiRequest) -> Status[None]:
    """Forget the model and its key. Owners only."""
    actions.clear_model_settings(request.auth)
    return Status(204, None)


@router.post("/model/test", response=answers(ModelTestOut))
def test_model(request: ApiRequest) -> ModelTestOut:
    """Ask the model in use for one word and tell how that went; takes up to 20 seconds. Owners only."""
    queries.require(request.auth, Role.OWNER)
    trial = gateway.try_model(queries.model_settings(request.auth.workspace_id))
    return ModelTestOut(answered=trial.answered, sentence=trial.sentence)


@router.put("/observation-hook", response=answers(WorkspaceOut))
def set_observation_hook(request: ApiRequest, hook: HookIn) -> WorkspaceOut:
    """Choose what is asked before each turn of goals that came with an observation. Owners only."""
    actions.set_observation_hook(request.auth, hook.url)
    return get_workspace(request)
