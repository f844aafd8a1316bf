"""The REST API under /api/v1/, to which each app adds its routers; beside it IoA's own request, and what working
agents may ask.
"""

from ninja import NinjaAPI

from apps.accounts.api.auth import FromHere, SignedIn, members_only
from apps.accounts.api.invitations import router as invitations
from apps.accounts.api.pace import Pace
from apps.accounts.api.people import members, tokens
from apps.accounts.api.sessions import router as sessions
from apps.accounts.api.workspace import router as workspace
from apps.agents.api import agents, connectors, registry, trials
from apps.chat.api.approvals import router as approvals
from apps.chat.api.budgets import router as budgets
from apps.chat.api.colleagues import TaskAuth, TaskPace
from apps.chat.api.colleagues import router as colleagues
from apps.chat.api.documents import router as documents
from apps.chat.api.files import router as files
from apps.chat.api.goals import router as goals
from apps.chat.api.ioa import router as ioa
from apps.chat.api.records import router as records
from apps.chat.api.stream import router as stream
from apps.chat.api.tasks import router as tasks
from apps.chat.api.teams import router as teams
from apps.files.api import router as file_quotas
from ioa_web import problems
from ioa_web.described import DescribedAPI
from ioa_web.scopes import ScopedToken

DESCRIPTION = """Give goals to teams of agents, watch them work, answer what they ask, and fetch what they made.

Send an API token from the settings page: `Authorization: Bearer ioa_...`. `x-scope` of an operation is the scope that a
token needs for it: read, run, agents, administer or access. Errors are problem documents (RFC 9457).
Lists are read page by page: send `next` of one answer as `cursor` of the next request."""

api = DescribedAPI(
    title="IoA Web",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    auth=[ScopedToken(), SignedIn()],
    throttle=Pace(),
    docs_decorator=members_only,
)
problems.install(api)
api.add_router("/goals", goals)
api.add_router("/goals", stream)
api.add_router("/teams", teams)
api.add_router("/tasks", tasks)
api.add_router("/files", files)
api.add_router("/documents", documents)
api.add_router("/approvals", approvals)
api.add_router("/agents", agents)
api.add_router("/agents", records)
api.add_router("/connectors", connectors)
api.add_router("/registry", registry)
api.add_router("/trials", trials)
api.add_router("/members", members)
api.add_router("/invitations", invitations)
api.add_router("/tokens", tokens)
api.add_router("/sessions", sessions)
api.add_router("/workspace", workspace)
api.add_router("/workspace/budgets", budgets)
api.add_router("/workspace/files", file_quotas)

launching = NinjaAPI(
    title="IoA",
    urls_namespace="ioa",
    auth=[ScopedToken(), FromHere()],
    throttle=Pace(),
    docs_url=None,
    openapi_url=None,
)
problems.install(launching)
launching.add_router("/launch_goal", ioa)

working = NinjaAPI(
    title="IoA colleagues",
    urls_namespace="colleagues",
    auth=TaskAuth(),
    throttle=TaskPace(),
    docs_url=None,
    openapi_url=None,
)
problems.install(working)
working.add_router("", colleagues)
