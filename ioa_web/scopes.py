"""Which scope of a token each operation of the REST API takes. An operation without a line is refused to all tokens."""

import re
from collections.abc import Mapping

from django.http import HttpRequest

from apps.accounts.actions import use_issued_token
from apps.accounts.actions.tokens import PREFIX
from apps.accounts.domain.access import Actor, Scope
from apps.accounts.domain.errors import Forbidden
from apps.accounts.queries import require_scope
from apps.api.rest.auth import TokenAuth

READ, RUN, AGENTS, ADMINISTER, ACCESS = Scope
BASE = "api/v1/"
SCOPES: Mapping[str, Scope] = {
    "GET /goals": READ,
    "POST /goals": RUN,
    "POST /goals/demo": RUN,
    "GET /goals/{goal_id}": READ,
    "POST /goals/{goal_id}/pause": RUN,
    "POST /goals/{goal_id}/resume": RUN,
    "POST /goals/{goal_id}/stop": RUN,
    "POST /goals/{goal_id}/fork": RUN,
    "PATCH /goals/{goal_id}/limits": RUN,
    "GET /goals/{goal_id}/result": READ,
    "GET /goals/{goal_id}/files": READ,
    "POST /goals/{goal_id}/files": RUN,
    "GET /goals/{goal_id}/events": READ,
    "GET /goals/{goal_id}/stream": READ,
    "GET /goals/{goal_id}/teams": READ,
    "GET /goals/{goal_id}/tasks": READ,
    "GET /goals/{goal_id}/findings": READ,
    "GET /goals/{goal_id}/export": READ,
    "GET /goals/{goal_id}/spend": READ,
    "GET /goals/{goal_id}/shares": READ,
    "POST /goals/{goal_id}/shares": ACCESS,
    "DELETE /goals/{goal_id}/shares/{share_id}": ACCESS,
    "GET /goals/{goal_id}/proof": READ,
    "GET /teams/{team_id}": READ,
    "POST /teams/{team_id}/pause": RUN,
    "POST /teams/{team_id}/resume": RUN,
    "POST /teams/{team_id}/stop": RUN,
    "POST /teams/{team_id}/brief": RUN,
    "POST /teams/{team_id}/dissolve": RUN,
    "POST /teams/{team_id}/talk": RUN,
    "GET /teams/{team_id}/messages": READ,
    "POST /teams/{team_id}/messages": RUN,
    "POST /teams/{team_id}/messages/{message_id}/cancel": RUN,
    "POST /teams/{team_id}/messages/preview": RUN,
    "GET /teams/{team_id}/mentionable": READ,
    "GET /tasks/{task_id}": READ,
    "GET /tasks/{task_id}/successors": READ,
    "POST /tasks/{task_id}/cancel": RUN,
    "POST /tasks/{task_id}/retry": RUN,
    "POST /tasks/{task_id}/result": RUN,
    "POST /tasks/{task_id}/put-back": RUN,
    "POST /tasks/{task_id}/take-over": RUN,
    "POST /tasks/{task_id}/hand-back": RUN,
    "POST /tasks/{task_id}/reassign": RUN,
    "GET /teams/{team_id}/candidates": READ,
    "POST /teams/{team_id}/members": RUN,
    "POST /teams/{team_id}/members/{handle}/swap": RUN,
    "GET /teams/{team_id}/plan": READ,
    "GET /teams/{team_id}/plan/rehearsal": READ,
    "POST /teams/{team_id}/plan/start": RUN,
    "POST /teams/{team_id}/plan/again": RUN,
    "PATCH /tasks/{task_id}/step": RUN,
    "POST /tasks/{task_id}/step/move": RUN,
    "DELETE /tasks/{task_id}/step": RUN,
    "GET /templates": READ,
    "POST /templates": RUN,
    "POST /templates/folder": RUN,
    "GET /templates/{template_key}": READ,
    "DELETE /templates/{template_key}": RUN,
    "GET /templates/{template_key}/folder": READ,
    "POST /templates/{template_key}/goals": RUN,
    "GET /search": READ,
    "GET /since": READ,
    "POST /since": READ,
    "GET /mentions": READ,
    "POST /mentions/{message_id}/seen": READ,
    "PUT /goals/{goal_id}/mute": ACCESS,
    "GET /notices": READ,
    "GET /notices/wishes": READ,
    "PUT /notices/wishes": ACCESS,
    "GET /work": READ,
    "GET /work/offer": READ,
    "PUT /work/offer": RUN,
    "DELETE /work/offer": RUN,
    "GET /work/{work_id}": READ,
    "GET /work/{work_id}/files/{index}": READ,
    "POST /work/{work_id}/answer": RUN,
    "POST /work/{work_id}/question": RUN,
    "POST /work/{work_id}/hand-back": RUN,
    "GET /files": READ,
    "GET /files/{file_id}": READ,
    "GET /documents": READ,
    "POST /documents": RUN,
    "GET /documents/{document_id}": READ,
    "DELETE /documents/{document_id}": RUN,
    "GET /workspace/budgets": READ,
    "PUT /workspace/budgets": ADMINISTER,
    "GET /approvals": READ,
    "POST /approvals/decide": RUN,
    "POST /approvals/{approval_id}/decide": RUN,
    "GET /questions": READ,
    "GET /questions/{question_id}": READ,
    "POST /questions/{question_id}/answer": RUN,
    "POST /questions/{question_id}/forward": RUN,
    "GET /agents": READ,
    "POST /agents": AGENTS,
    "GET /agents/search": READ,
    "GET /agents/{handle}": READ,
    "PUT /agents/{handle}": AGENTS,
    "DELETE /agents/{handle}": AGENTS,
    "POST /agents/{handle}/enable": AGENTS,
    "POST /agents/{handle}/disable": AGENTS,
    "POST /agents/{handle}/probe": AGENTS,
    "POST /agents/join": AGENTS,
    "POST /agents/{handle}/ask": RUN,
    "POST /agents/{handle}/skills": AGENTS,
    "GET /agents/{handle}/versions": READ,
    "GET /agents/{handle}/checks": READ,
    "GET /agents/{handle}/record": READ,
    "GET /agents/{handle}/tokens": READ,
    "POST /agents/{handle}/tokens": AGENTS,
    "DELETE /agents/{handle}/tokens/{token_id}": AGENTS,
    "GET /agents/{handle}/grants": READ,
    "POST /agents/{handle}/grants": ADMINISTER,
    "DELETE /agents/{handle}/grants/{grant_id}": ADMINISTER,
    "GET /agents/{handle}/connections": READ,
    "POST /agents/{handle}/connections": RUN,
    "PATCH /agents/{handle}/connections/{connection_id}": RUN,
    "DELETE /agents/{handle}/connections/{connection_id}": RUN,
    "GET /agents/{handle}/connections/{connection_id}/tokens": READ,
    "POST /agents/{handle}/connections/{connection_id}/tokens": RUN,
    "DELETE /agents/{handle}/connections/{connection_id}/tokens/{token_id}": RUN,
    "GET /connectors": READ,
    "GET /registry": READ,
    "GET /registry/csv": READ,
    "POST /registry": AGENTS,
    "POST /registry/built-in": AGENTS,
    "GET /sources": READ,
    "POST /sources": ADMINISTER,
    "POST /sources/search": RUN,
    "GET /sources/{source_id}": READ,
    "PATCH /sources/{source_id}": ADMINISTER,
    "DELETE /sources/{source_id}": ADMINISTER,
    "POST /trials/look": AGENTS,
    "POST /trials/test": AGENTS,
    "GET /trials/{trial_id}": READ,
    "POST /trials/{trial_id}/join": AGENTS,
    "GET /trials/files/{file_id}": READ,
    "GET /members": READ,
    "GET /me": READ,
    "PATCH /me": ACCESS,
    "POST /members": ADMINISTER,
    "GET /members/{user_id}": READ,
    "PATCH /members/{user_id}": ADMINISTER,
    "DELETE /members/{user_id}": ADMINISTER,
    "POST /members/{user_id}/disable": ADMINISTER,
    "POST /members/{user_id}/enable": ADMINISTER,
    "POST /members/{user_id}/link": ACCESS,
    "GET /invitations": READ,
    "POST /invitations": ACCESS,
    "DELETE /invitations/{invitation_id}": ACCESS,
    "GET /invitations/mine": READ,
    "POST /invitations/mine/accept": ACCESS,
    "POST /invitations/mine/{invitation_id}/decline": ACCESS,
    "GET /tokens": READ,
    "POST /tokens": ACCESS,
    "DELETE /tokens/{token_id}": ACCESS,
    "GET /sessions": READ,
    "DELETE /sessions": ACCESS,
    "DELETE /sessions/{session_id}": ACCESS,
    "GET /workspace": READ,
    "GET /workspace/stream": READ,
    "PATCH /workspace": ADMINISTER,
    "PUT /workspace/limits": ADMINISTER,
    "PUT /workspace/model/use": ADMINISTER,
    "PUT /workspace/review": ADMINISTER,
    "PUT /workspace/plan": ADMINISTER,
    "PUT /workspace/approvals": ADMINISTER,
    "GET /workspace/files": READ,
    "PUT /workspace/files": ADMINISTER,
    "PUT /workspace/model": ADMINISTER,
    "DELETE /workspace/model": ADMINISTER,
    "POST /workspace/model/test": ADMINISTER,
    "PUT /workspace/observation-hook": ADMINISTER,
    "GET /webhooks": READ,
    "POST /webhooks": ADMINISTER,
    "GET /webhooks/{webhook_id}": READ,
    "PATCH /webhooks/{webhook_id}": ADMINISTER,
    "DELETE /webhooks/{webhook_id}": ADMINISTER,
    "POST /webhooks/{webhook_id}/test": ADMINISTER,
    "GET /webhooks/{webhook_id}/deliveries": READ,
    "POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry": ADMINISTER,
    "POST /launch_goal": RUN,
    "GET /launch_goal/{comm_id}": READ,
    "POST /health_check": READ,
    "POST /list_all_agents": READ,
    "POST /retrieve_assistant": READ,
    "POST /query_assistant": READ,
    "POST /fetch_chat_record": READ,
    "POST /register": AGENTS,
    "POST /teamup": RUN,
    "GET /mcp": READ,
    "POST /mcp": READ,  # what a tool takes beyond that, the tool says
    "POST /a2a/{whom}": READ,  # what a method takes beyond that, the method says
    "GET /a2a/{whom}/.well-known/agent-card.json": READ,
    "GET /a2a/{whom}/extendedAgentCard": READ,
    "POST /a2a/{whom}/message:send": RUN,
    "POST /a2a/{whom}/message:stream": RUN,
    "GET /a2a/{whom}/tasks": READ,
    "GET /a2a/{whom}/tasks/{a2a_task}": READ,
    "POST /a2a/{whom}/tasks/{a2a_task}:cancel": RUN,
    "GET /a2a/{whom}/tasks/{a2a_task}:subscribe": READ,
    "POST /a2a/{whom}/tasks/{a2a_task}:subscribe": READ,
    "POST /a2a/{whom}/tasks/{a2a_task}/pushNotificationConfigs": RUN,
    "GET /a2a/{whom}/tasks/{a2a_task}/pushNotificationConfigs": READ,
    "GET /a2a/{whom}/tasks/{a2a_task}/pushNotificationConfigs/{a2a_push}": READ,
    "DELETE /a2a/{whom}/tasks/{a2a_task}/pushNotificationConfigs/{a2a_push}": RUN,
    "POST /a2a/{whom}/v1/message:send": RUN,
    "POST /a2a/{whom}/v1/message:stream": RUN,
    "GET /a2a/{whom}/v1/tasks/{a2a_task}": READ,
    "POST /a2a/{whom}/v1/tasks/{a2a_task}:cancel": RUN,
    "GET /a2a/{whom}/v1/tasks/{a2a_task}:subscribe": READ,
    "POST /a2a/{whom}/v1/tasks/{a2a_task}:subscribe": READ,
    "GET /a2a/{whom}/v1/card": READ,
    "POST /a2a/{whom}/v1/tasks/{a2a_task}/pushNotificationConfigs": RUN,
    "GET /a2a/{whom}/v1/tasks/{a2a_task}/pushNotificationConfigs": READ,
    "GET /a2a/{whom}/v1/tasks/{a2a_task}/pushNotificationConfigs/{a2a_push}": READ,
    "POST /ag-ui/{whom}": RUN,
    "POST /ard/search": READ,
    "POST /ard/explore": READ,
    "GET /ard/agents": READ,
    "GET /ard/agents/{identifier}": READ,
    "GET /v1/models": READ,
    "GET /v1/models/{model}": READ,
    "POST /v1/chat/completions": RUN,
    "POST /v1/responses": RUN,
    "GET /v1/responses/{response_id}": READ,
    "POST /v1/responses/{response_id}/cancel": RUN,
}

GIVEN_THERE = frozenset(
    {
        "POST /a2a/{whom}",
        "GET /a2a/{whom}/tasks",
        *(
            f"{method} /a2a/{{whom}}{version}/tasks/{{a2a_task}}{deed}"
            for version in ("", "/v1")
            for method, deed in (("GET", ""), ("GET", ":subscribe"), ("POST", ":subscribe"))
        ),
    }
)
"""Those that a token which may run alone may do too: the doors then show it what its person gave, and nothing else."""


def scope_of(method: str, path: str) -> str:
    """The scope that an operation takes. Raises KeyError for one without a line, so that none goes without."""
    return SCOPES[f"{method} {path}"].value


class ScopedToken(TokenAuth):
    """A token, as far as its scopes reach to the operation that is asked for. Looked at before any body is read."""

    def authenticate(self, request: HttpRequest, token: str) -> Actor:
        """Who presents the token. Raises Forbidden where it lacks the scope."""
        actor = super().authenticate(request, token)
        request.auth = actor  # type: ignore[attr-defined]  # so that a refusal is noted with its name
        operation = operation_of(request)
        needed = SCOPES.get(operation)
        if needed is None:
            raise Forbidden("No token may do this.")
        if not (operation in GIVEN_THERE and RUN in actor.scopes):
            require_scope(actor, needed)
        return actor


class ResourceToken(ScopedToken):
    """The same for an address that the operator's issuer gives tokens for, too."""

    def actor_of(self, token: str) -> Actor | None:
        """Whose token it is; one of the hub's own is never taken for one of the issuer's."""
        return super().actor_of(token) if token.startswith(PREFIX) else use_issued_token(token)


def operation_of(request: HttpRequest) -> str:
    """The operation as the API's description writes it: method and path."""
    route = request.resolver_match.route if request.resolver_match else ""
    return f"{request.method} /" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.removeprefix(BASE))
