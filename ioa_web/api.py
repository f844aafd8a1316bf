"""The REST API under /api/v1/, to which each app adds its routers; beside it IoA's own request, a team as a
model, the hub as an MCP, an A2A and an AG-UI server and as a registry of agents, and what working agents may ask.
"""

from django.conf import settings
from ninja import NinjaAPI

from apps.api.a2a.cards import router as a2a_cards
from apps.api.a2a.rest import router as a2a_rest
from apps.api.a2a.rest_03 import router as a2a_rest_03
from apps.api.a2a.rpc import router as a2a_rpc
from apps.api.agui.door import router as agui
from apps.api.ard.registry import router as ard
from apps.api.completions.chat import router as chat_completions
from apps.api.completions.listing import router as models
from apps.api.completions.responses import router as responses
from apps.api.ioa.launch import router as ioa
from apps.api.ioa.wire import router as ioa_wire
from apps.api.mcp.colleagues import router as colleague_tools
from apps.api.mcp.door import router as mcp
from apps.api.rest.agents import router as agents
from apps.api.rest.approvals import router as approvals
from apps.api.rest.auth import FromHere, FromThisHost, SignedIn, members_only
from apps.api.rest.budgets import router as budgets
from apps.api.rest.colleagues import TaskAuth, TaskPace
from apps.api.rest.colleagues import router as colleagues
from apps.api.rest.connections import router as connections
from apps.api.rest.documents import router as documents
from apps.api.rest.exports import router as exports
from apps.api.rest.files import router as files
from apps.api.rest.findings import router as findings
from apps.api.rest.forks import router as forks
from apps.api.rest.goal_templates import router as goal_templates
from apps.api.rest.goals import router as goals
from apps.api.rest.hearing import router as hearing
from apps.api.rest.invitations import router as invitations
from apps.api.rest.me import router as me
from apps.api.rest.mentions import router as mentions
from apps.api.rest.mutes import router as mutes
from apps.api.rest.notices import router as notices
from apps.api.rest.pace import PaceThrottle
from apps.api.rest.people import members, tokens
from apps.api.rest.plans import router as plans
from apps.api.rest.questions import router as questions
from apps.api.rest.quotas import router as file_quotas
from apps.api.rest.records import router as records
from apps.api.rest.registry import connectors, registry
from apps.api.rest.search import router as finding
from apps.api.rest.sessions import router as sessions
from apps.api.rest.shares import router as shares
from apps.api.rest.since_left import router as since_left
from apps.api.rest.sources import router as sources
from apps.api.rest.stream import router as stream
from apps.api.rest.tasks import router as tasks
from apps.api.rest.teams import router as teams
from apps.api.rest.trials import router as trials
from apps.api.rest.webhooks import router as webhooks
from apps.api.rest.work import router as work
from apps.api.rest.workspace import router as workspace
from apps.api.rest.workspace_stream import router as workspace_stream
from ioa_web import problems
from ioa_web.openapi import DescribedAPI
from ioa_web.request_bodies import SaidParser
from ioa_web.scopes import ResourceToken, ScopedToken

DESCRIPTION = """Give goals to teams of agents, watch them work, answer what they ask, and fetch what they made.

Send an API token from the settings page: `Authorization: Bearer ioa_...`. `x-scope` of an operation is the scope that a
token needs for it: read, run, agents, administer or access. Errors are problem documents (RFC 9457).
Lists are read page by page: send `next` of one answer as `cursor` of the next request."""

TAGS = {
    "goals": "Give goals, follow them, and fetch what came of them.",
    "templates": "Goals with blanks, to be given again and again.",
    "teams": "The teams of a goal: their state, their members, their talks.",
    "messages": "What is said in the room of a team.",
    "tasks": "What teams give to their members.",
    "plans": "A team's plan before it is started, and its steps.",
    "search": "Finding things, and what happened since one left.",
    "files": "What goals have made, in versions.",
    "documents": "The library that the agents of all goals read.",
    "approvals": "What waits for a person.",
    "questions": "What agents, sub-teams and coordinators ask.",
    "notices": "What you are told: decisions that wait, tasks of yours, ends of goals.",
    "work": "What teams give to you, as one of their members.",
    "agents": "The registry: who can be asked, over which connections, and how they did.",
    "members": "The people of the workspace.",
    "invitations": "Letting people in who have an account already.",
    "tokens": "One's own API tokens.",
    "sessions": "Where one is signed in.",
    "webhooks": "Where events are sent, signed, and what became of each.",
    "workspace": "Its settings: limits, model, budgets, file quotas.",
}

api = DescribedAPI(
    title="IoA Web",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    auth=[ScopedToken(), SignedIn()],
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_decorator=members_only,
    servers=[{"url": settings.IOA_PUBLIC_URL, "description": "This hub."}],
    openapi_extra={"tags": [{"name": name, "description": about} for name, about in TAGS.items()]},
)
problems.install(api)
api.add_router("/goals", goals)
api.add_router("/goals", stream)
api.add_router("/goals", findings)
api.add_router("/goals", exports)
api.add_router("/goals", shares)
api.add_router("/goals", forks)
api.add_router("/goals", mutes)
api.add_router("/templates", goal_templates)
api.add_router("/teams", teams)
api.add_router("/teams", hearing)
api.add_router("/tasks", tasks)
api.add_router("", plans)
api.add_router("/search", finding)
api.add_router("/since", since_left)
api.add_router("/files", files)
api.add_router("/notices", notices)
api.add_router("/mentions", mentions)
api.add_router("/work", work)
api.add_router("/documents", documents)
api.add_router("/approvals", approvals)
api.add_router("/questions", questions)
api.add_router("/agents", agents)
api.add_router("/agents", records)
api.add_router("/agents", connections)
api.add_router("/connectors", connectors)
api.add_router("/registry", registry)
api.add_router("/sources", sources)
api.add_router("/trials", trials)
api.add_router("/me", me)
api.add_router("/members", members)
api.add_router("/invitations", invitations)
api.add_router("/tokens", tokens)
api.add_router("/sessions", sessions)
api.add_router("/webhooks", webhooks)
api.add_router("/workspace", workspace)
api.add_router("/workspace", workspace_stream)
api.add_router("/workspace/budgets", budgets)
api.add_router("/workspace/files", file_quotas)

launching = NinjaAPI(
    title="IoA",
    urls_namespace="ioa",
    auth=[ScopedToken(), FromHere()],
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(launching)
launching.add_router("/launch_goal", ioa)
launching.add_router("", ioa_wire, auth=[ScopedToken(), FromThisHost()])

modelling = NinjaAPI(
    title="IoA Web as a model",
    urls_namespace="models",
    auth=ScopedToken(),
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(modelling)
modelling.add_router("/models", models)
modelling.add_router("/chat/completions", chat_completions)
modelling.add_router("/responses", responses)

tooling = NinjaAPI(
    title="IoA Web as tools",
    urls_namespace="tools",
    auth=ResourceToken(),
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(tooling)
tooling.add_router("/mcp", mcp)

meeting = NinjaAPI(
    title="IoA Web over A2A",
    urls_namespace="a2a",
    auth=ScopedToken(),
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(meeting)
meeting.add_router("", a2a_cards)
meeting.add_router("", a2a_rest)
meeting.add_router("", a2a_rest_03)
meeting.add_router("", a2a_rpc)

showing = NinjaAPI(
    title="IoA Web over AG-UI",
    urls_namespace="agui",
    auth=ScopedToken(),
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(showing)
showing.add_router("", agui)

listing = NinjaAPI(
    title="IoA Web as a registry of agents",
    urls_namespace="ard",
    auth=ScopedToken(),
    throttle=PaceThrottle(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(listing)
listing.add_router("", ard)

working = NinjaAPI(
    title="IoA colleagues",
    urls_namespace="colleagues",
    auth=TaskAuth(),
    throttle=TaskPace(),
    parser=SaidParser(),
    docs_url=None,
    openapi_url=None,
)
problems.install(working)
working.add_router("", colleagues)
working.add_router("/mcp", colleague_tools)
