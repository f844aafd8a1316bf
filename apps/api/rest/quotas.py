"""Quotas of files over REST."""

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.rest.schemas.files import QuotasIn, WorkspaceFilesOut
from apps.core.problems import answers
from apps.files.actions.quotas import lower_quotas
from apps.files.domain.quotas import QuotaScope
from apps.files.queries.quotas import quotas_of, usage_of

router = Router(tags=["workspace"])


@router.get("", response=answers(WorkspaceFilesOut), summary="Show the use of files")
def get_file_quotas(request: ApiRequest) -> WorkspaceFilesOut:
    """How many files the workspace has, how large they are together, and what quotas there are."""
    workspace_id = request.auth.workspace_id
    return WorkspaceFilesOut.of(usage_of(QuotaScope.WORKSPACE, workspace_id), quotas_of(workspace_id))


@router.put("", response=answers(WorkspaceFilesOut), summary="Lower the quotas of files")
def set_file_quotas(request: ApiRequest, quotas: QuotasIn) -> WorkspaceFilesOut:
    """Allow this workspace less than the installation does; what is left out is as allowed. Owners only."""
    lower_quotas(request.auth, {QuotaScope(name): each for name, each in quotas.model_dump().items()})
    return get_file_quotas(request)
