"""The one JSON document that a model is told: everything in it came from people, agents and files."""

from apps.chat.domain.briefing import Briefing
from apps.chat.voices.llm.costs import clean, clip
from apps.chat.voices.llm.prompt.detail import Detail
from apps.chat.voices.llm.prompt.talk import answered_before, list_changes, tell_talk
from apps.chat.voices.llm.prompt.team import list_agents, list_files
from apps.chat.voices.llm.prompt.work import list_given, list_tasks

OBSERVATION = 400  # tokens of what the observation hook saw
FEW_TURNS = 3  # the speaker is told of the turns left when there are no more
MAX_PLAN, MAX_NEEDS = 12, 8
HANDLE, TITLE, LINE, REPAIR, OUR_CHECK = 24, 30, 25, 200, 300  # tokens


def write_document(briefing: Briefing, detail: Detail, draft: str) -> dict[str, object]:
    """The document; what changes from turn to turn comes last, as servers reuse a prompt's unchanged beginning."""
    purpose = "" if briefing.purpose == briefing.goal else briefing.purpose
    answer = answered_before(briefing)
    everything: dict[str, object] = {
        "goal": clean(briefing.goal),
        "changes_by_person": list_changes(briefing),
        "our_part": clip(purpose, detail.part),
        "needs": [clip(need, TITLE) for need in briefing.needs[:MAX_NEEDS]],
        "given": list_given(briefing, detail),
        "our_check": clip(briefing.asked_check, OUR_CHECK),
        "agents": list_agents(briefing, detail),
        "files": list_files(briefing.files, detail),
        "you": clip(briefing.speaker.handle, HANDLE) if briefing.speaker.agent_id else "",
        "rules_of_this_goal": _constraints(briefing),
        "round": briefing.round if answer else 0,
        "answered_before": clip(answer, detail.answer),
        "plan": [clip(line, LINE) for line in briefing.plan[:MAX_PLAN]],
        "tasks": list_tasks(briefing, detail, {answer: "see answered_before"} if answer else {}),
        "observation": clip(briefing.observation, OBSERVATION),
        **tell_talk(briefing, detail),
        "talk": briefing.instruction,
        "draft": draft,
        "last_answer_refused": clip(briefing.repair, REPAIR),
    }
    return {key: value for key, value in everything.items() if value}


def _constraints(briefing: Briefing) -> list[str]:
    told = []
    if briefing.named_team:
        told.append("A person named the team: only `agents` may work.")
    if briefing.wanted:
        told.append(f"A person wants a talk before work or an end: discuss, protocol {briefing.wanted}.")
    if briefing.left.depth <= 0:
        told.append("No sub-teams: each task is for one agent.")
    if briefing.draft is not None and not briefing.may_send_back:
        told.append("Results were sent back often enough: no send_back any more.")
    if not briefing.shares_plan:
        told.append("No shared plan: plan is null.")
    if briefing.left.turns is not None and briefing.left.turns <= FEW_TURNS:
        told.append(f"Turns left: {briefing.left.turns}. Conclude in time.")
    return told
