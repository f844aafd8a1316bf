"""Who may come where: one line for each address of the product. An address without a line fails the tests.

Roles are the least that it takes. `None`: the address does not answer to that at all.
"""

from apps.accounts.domain.roles import Role

ANYBODY = "anybody"
VIEWER, OPERATOR, OWNER = Role.VIEWER, Role.OPERATOR, Role.OWNER

# name of the page -> what reading it takes, what sending its form takes
PAGES = {
    "health": (ANYBODY, None),
    "sign-in": (ANYBODY, ANYBODY),
    "sign-in-link": (ANYBODY, ANYBODY),
    "sign-out": (None, ANYBODY),
    "home": (VIEWER, None),
    "launch": (None, OPERATOR),
    "matches": (VIEWER, None),
    "pick": (VIEWER, None),
    "room": (VIEWER, None),
    "older": (VIEWER, None),
    "limits": (None, OPERATOR),
    "say": (None, OPERATOR),
    "pause": (None, OPERATOR),
    "resume": (None, OPERATOR),
    "stop": (None, OPERATOR),
    "answer": (None, OPERATOR),
    "artifact": (VIEWER, None),
    "document": (VIEWER, None),
    "agents": (VIEWER, None),
    "agent": (VIEWER, None),
    "agent-hello": (VIEWER, None),
    "agent-ask": (None, OPERATOR),
    "agent-asked": (VIEWER, None),
    "agent-file": (VIEWER, None),
    "agents-joining": (OWNER, None),
    "agents-look": (None, OWNER),
    "agents-expect": (None, OWNER),
    "agents-connect": (None, OWNER),
    "agent-trial": (OWNER, None),
    "agent-trial-again": (None, OWNER),
    "agent-trial-join": (None, OWNER),
    "agents-built-in": (None, OWNER),
    "agents-import": (None, OWNER),
    "agents-export-json": (VIEWER, None),
    "agents-export-csv": (VIEWER, None),
    "agent-token-revoke": (None, OWNER),
    "agent-edit": (OWNER, None),
    "agent-save": (None, OWNER),
    "agent-probe": (None, OWNER),
    "agent-switch-on": (None, OWNER),
    "agent-switch-off": (None, OWNER),
    "agent-remove": (None, OWNER),
    "agent-tokens": (None, OWNER),
    "settings": (VIEWER, None),
    "settings-model": (None, OWNER),
    "settings-model-clear": (None, OWNER),
    "settings-model-test": (None, OWNER),
    "settings-limits": (None, OWNER),
    "settings-members": (None, OWNER),
    "settings-member-role": (None, OWNER),
    "settings-member-remove": (None, OWNER),
    "settings-member-link": (None, OWNER),
    "settings-tokens": (None, VIEWER),
    "settings-token-revoke": (None, VIEWER),
}

# operation of the REST API -> what it takes
OPERATIONS = {
    "GET /goals": VIEWER,
    "POST /goals": OPERATOR,
    "GET /goals/{goal_id}": VIEWER,
    "POST /goals/{goal_id}/pause": OPERATOR,
    "POST /goals/{goal_id}/resume": OPERATOR,
    "POST /goals/{goal_id}/stop": OPERATOR,
    "PATCH /goals/{goal_id}/limits": OPERATOR,
    "GET /goals/{goal_id}/result": VIEWER,
    "GET /goals/{goal_id}/files": VIEWER,
    "GET /goals/{goal_id}/events": VIEWER,
    "GET /goals/{goal_id}/stream": VIEWER,
    "GET /goals/{goal_id}/teams": VIEWER,
    "GET /goals/{goal_id}/tasks": VIEWER,
    "GET /teams/{team_id}": VIEWER,
    "POST /teams/{team_id}/pause": OPERATOR,
    "POST /teams/{team_id}/resume": OPERATOR,
    "POST /teams/{team_id}/stop": OPERATOR,
    "GET /teams/{team_id}/messages": VIEWER,
    "POST /teams/{team_id}/messages": OPERATOR,
    "GET /tasks/{task_id}": VIEWER,
    "POST /tasks/{task_id}/cancel": OPERATOR,
    "POST /tasks/{task_id}/retry": OPERATOR,
    "POST /tasks/{task_id}/reassign": OPERATOR,
    "GET /files/{file_id}": VIEWER,
    "GET /documents": VIEWER,
    "POST /documents": OPERATOR,
    "GET /documents/{document_id}": VIEWER,
    "DELETE /documents/{document_id}": OPERATOR,
    "GET /approvals": VIEWER,
    "POST /approvals/{approval_id}/decide": OPERATOR,
    "GET /agents": VIEWER,
    "POST /agents": OWNER,
    "GET /agents/search": VIEWER,
    "GET /agents/{handle}": VIEWER,
    "PUT /agents/{handle}": OWNER,
    "DELETE /agents/{handle}": OWNER,
    "POST /agents/{handle}/enable": OWNER,
    "POST /agents/{handle}/disable": OWNER,
    "POST /agents/{handle}/probe": OWNER,
    "POST /agents/join": OWNER,
    "POST /agents/{handle}/ask": OPERATOR,
    "GET /agents/{handle}/versions": VIEWER,
    "GET /agents/{handle}/checks": VIEWER,
    "GET /agents/{handle}/record": VIEWER,
    "GET /agents/{handle}/tokens": VIEWER,
    "POST /agents/{handle}/tokens": OWNER,
    "DELETE /agents/{handle}/tokens/{token_id}": OWNER,
    "GET /connectors": VIEWER,
    "GET /registry": VIEWER,
    "GET /registry/csv": VIEWER,
    "POST /registry": OWNER,
    "POST /registry/built-in": OWNER,
    "POST /trials/look": OWNER,
    "POST /trials/test": OWNER,
    "GET /trials/{trial_id}": VIEWER,
    "POST /trials/{trial_id}/join": OWNER,
    "GET /trials/files/{file_id}": VIEWER,
    "GET /members": VIEWER,
    "POST /members": OWNER,
    "GET /members/{user_id}": VIEWER,
    "PATCH /members/{user_id}": OWNER,
    "DELETE /members/{user_id}": OWNER,
    "POST /members/{user_id}/link": OWNER,
    "GET /tokens": VIEWER,
    "POST /tokens": VIEWER,
    "DELETE /tokens/{token_id}": VIEWER,
    "GET /workspace": VIEWER,
    "PUT /workspace/limits": OWNER,
    "PUT /workspace/model": OWNER,
    "DELETE /workspace/model": OWNER,
    "POST /workspace/model/test": OWNER,
    "PUT /workspace/observation-hook": OWNER,
}

# IoA's own request, beside the REST API
LAUNCHES = {"POST /launch_goal": OPERATOR, "GET /launch_goal/{comm_id}": VIEWER}

# what a working agent asks its colleagues: takes the token of its task, which is nobody else's
COLLEAGUES = "/colleagues/"

# pages of the REST API about itself: for members, by token or session
DESCRIPTIONS = {"openapi-json", "openapi-view", "api-root"}

# sockets of pages take the session of a member, the one where agents dial in takes an agent's token
SOCKETS = {"ws/goals/<uuid:goal_id>/", "ws/home/"}
DIALS = {"ws/agents/"}

# what is sent, so that nothing is refused for its fields before anybody asks who sent it
FORM = {
    "text": "Find it.",
    "role": "operator",
    "username": "newcomer",
    "name": "nightly",
    "base_url": "https://models.example/v1",
    "model": "m",
    "answer": "Approve",
    "turns": "9",
    "connector": "http",
}
AGENT = {
    "handle": "courier",
    "name": "Courier",
    "connector": "http",
    "connector_config": {"url": "https://a.example/run"},
}
BODIES = {
    "POST /goals": {"text": "Find the revenue."},
    "PATCH /goals/{goal_id}/limits": {"limits": {"turns": 9}},
    "POST /teams/{team_id}/messages": {"text": "Hello."},
    "POST /approvals/{approval_id}/decide": {"answer": "Approve"},
    "POST /tasks/{task_id}/reassign": {"agent": "scribe"},
    "POST /agents": AGENT,
    "PUT /agents/{handle}": AGENT,
    "POST /agents/join": {"source": "https://a.example"},
    "POST /agents/{handle}/ask": {"text": "Hello."},
    "POST /agents/{handle}/tokens": {"name": "desktop"},
    "POST /registry": {"text": "[]"},
    "POST /trials/look": {"source": "https://a.example"},
    "POST /trials/test": {"connector": "http", "connector_config": {"url": "https://a.example"}},
    "POST /trials/{trial_id}/join": {"handle": "atlas", "name": "Atlas"},
    "POST /members": {"username": "newcomer"},
    "PATCH /members/{user_id}": {"role": "viewer"},
    "POST /tokens": {"name": "weekly"},
    "PUT /workspace/limits": {"turns": 9},
    "PUT /workspace/model": {"base_url": "https://models.example/v1", "model": "m"},
    "PUT /workspace/observation-hook": {"url": "https://cameras.example/look"},
    "POST /launch_goal": {"goal": "Find the revenue."},
}
FILES = {"POST /documents"}  # take a form with a file
