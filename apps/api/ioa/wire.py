"""What IoA's clients ask of a server: who is there, registering, and what was said. All of it by POST, as they do."""

from django.http import HttpResponse, JsonResponse
from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.api.ioa.assistants import all_assistants, look_up, register, retrieve
from apps.api.ioa.records import records_of
from apps.api.ioa.teams import open_talk
from apps.api.ioa.wire_schemas import (
    Assistant,
    AssistantEntry,
    AssistantIn,
    ChatRecord,
    QueryIn,
    RecordsIn,
    RetrieveIn,
    TeamUpIn,
    TeamUpOut,
)
from apps.core.problems import answers

router = Router(tags=["IoA"])


@router.post("/health_check", response=answers(str))
def health_check(request: ApiRequest) -> str:
    """Whether the hub answers whoever asks."""
    return "ok"


@router.post("/register", response=answers(None))
def register_assistant(request: ApiRequest, told: AssistantIn) -> HttpResponse:
    """Register an agent that dials in; one of this name stays as it is. Answers null. Owners only."""
    register(request.auth, told)
    return JsonResponse(None, safe=False)


@router.post("/list_all_agents", response=answers(list[AssistantEntry]))
def list_all_agents(request: ApiRequest) -> list[AssistantEntry]:
    """All agents that are switched on."""
    return all_assistants(request.auth.workspace_id)


@router.post("/retrieve_assistant", response=answers(list[Assistant]))
def retrieve_assistant(request: ApiRequest, wanted: RetrieveIn) -> list[Assistant]:
    """The three agents that fit each capability best, each once."""
    return retrieve(request.auth.workspace_id, wanted.capabilities)


@router.post("/query_assistant", response=answers(list[Assistant | None] | Assistant | None))
def query_assistant(request: ApiRequest, asked: QueryIn) -> list[Assistant | None] | Assistant | None:
    """The agent of a name, or of each of several in their order; null where there is none."""
    names = [asked.name] if isinstance(asked.name, str) else asked.name
    found = look_up(request.auth.workspace_id, names)
    return found[0] if isinstance(asked.name, str) else found


@router.post("/teamup", response=answers(TeamUpOut))
def team_up(request: ApiRequest, asked: TeamUpIn) -> TeamUpOut:
    """Open a talk of the agent that sends this with others, all by their names; it leads the talk on its websocket."""
    talk = open_talk(request.auth, asked)
    names = [member.name for member in talk.members]
    return TeamUpOut(comm_id=str(talk.id), agent_names=names, team_name=talk.name or None)


@router.post("/fetch_chat_record", response=answers(dict[str, ChatRecord]))
def fetch_chat_record(request: ApiRequest, asked: RecordsIn) -> dict[str, ChatRecord]:
    """What was said in the rooms of goals, by the id of the goal; without one, of the ten newest."""
    named = [asked.comm_id] if isinstance(asked.comm_id, str) else asked.comm_id
    return records_of(request.auth, named)
