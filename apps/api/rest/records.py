"""What agents have done, over REST."""

from ninja import Router

from apps.accounts.domain.access import ApiRequest
from apps.agents.queries.directory import profile
from apps.api.rest.schemas.agents import RecordOut
from apps.core.problems import answers
from apps.core.texts import Text
from apps.teams.queries.records import Lately, lately_of, past_work, tries_of

router = Router(tags=["agents"])
MOST_WORKS = 50


@router.get("/{handle}/record", response=answers(RecordOut), summary="Get an agent's record")
def get_agent_record(request: ApiRequest, handle: Text) -> RecordOut:
    """How its tries of the last thirty days went, what they took and cost, and where it worked."""
    agent = profile(request.auth.workspace_id, handle)
    waiting = lately_of([agent.id]).get(agent.id, Lately()).waiting
    return RecordOut.of(tries_of(agent.id), past_work(agent.id, MOST_WORKS), waiting)
