"""Trials over REST: agents are looked at before they join, and asked without a team."""

from uuid import UUID

from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from ninja import Router, Status

from apps.accounts.domain.access import ApiRequest
from apps.agents.actions import trials
from apps.agents.actions.registration import register_from_trial
from apps.agents.domain.registration import AgentDescription
from apps.agents.queries.registrations import registered_agent_by_id
from apps.agents.queries.trials import trial_file, trial_of
from apps.api.rest.connector_configs import config_refusals
from apps.api.rest.files import DOWNLOAD
from apps.api.rest.schemas.agents import AgentOut
from apps.api.rest.schemas.trials import ConnectionIn, LookIn, TrialOut
from apps.core.problems import ERRORS, Problem, answers
from apps.files.gateway.downloads import serve_blob

router = Router(tags=["agents"])


@router.post("/look", response=answers(TrialOut, 202), summary="Look at an agent")
def look_at_agent(request: ApiRequest, place: LookIn) -> Status[TrialOut]:
    """Find out how the agent at an address, or of a card, is reached, and send it a test message. Owners only."""
    trial = trials.start_detection(request.auth, place.source, place.credentials(), place.test_seconds)
    return Status(202, _trial(request, trial))


@router.post("/test", response=answers(TrialOut, 202), summary="Test a connection")
def test_connection(request: ApiRequest, connection: ConnectionIn) -> Status[TrialOut]:
    """Send a test message over a connection that is given, without registering anything. Owners only."""
    with config_refusals():
        trial = trials.start_test(
            request.auth, connection.connector, connection.connector_config, None, connection.test_seconds
        )
    return Status(202, _trial(request, trial))


@router.get("/{uuid:trial_id}", response=answers(TrialOut), summary="Get a trial")
def get_trial(request: ApiRequest, trial_id: UUID) -> TrialOut:
    """How far one of your own trials has come; they are forgotten after a day."""
    return _trial(request, trial_id)


@router.post("/{uuid:trial_id}/join", response=answers(AgentOut, 201), summary="Register what was found")
def join_trial(request: ApiRequest, trial_id: UUID, told: AgentDescription) -> Status[AgentOut]:
    """Register the agent of a trial over the connection that was tried; switched off where its test failed."""
    agent_id = register_from_trial(request.auth, trial_id, told)
    return Status(201, AgentOut.model_validate(registered_agent_by_id(request.auth.workspace_id, agent_id)))


@router.get(
    "/files/{uuid:file_id}",
    summary="Fetch a file of a trial",
    response={ERRORS: Problem},
    openapi_extra={"responses": DOWNLOAD},
)
def get_trial_file(request: ApiRequest, file_id: UUID) -> HttpResponseBase:
    """A file that an agent gave for a message outside any team, always as a download. Do not trust it."""
    file = trial_file(request.auth, file_id)
    response = serve_blob(request.headers, file.blob, "application/octet-stream")
    response["Content-Disposition"] = content_disposition_header(True, file.name) or "attachment"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return response


def _trial(request: ApiRequest, trial_id: UUID) -> TrialOut:
    return TrialOut.of(trial_of(request.auth, trial_id))
