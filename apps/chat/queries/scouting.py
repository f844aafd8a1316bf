"""What is looked for in other registries: needs of a turn that nobody here covers, where the workspace allows it."""

from collections.abc import Sequence

from django.conf import settings

from apps.agents.domain.sources import SourceUse
from apps.agents.gateway.scouting import Scouted, ScoutingPlan
from apps.agents.queries.sources import known_from_elsewhere, targets_in
from apps.teams.domain.formation import Elsewhere, FormationRecord, Staffing
from apps.teams.queries.rows import Team

ASKED_FOR_TEAMS = (SourceUse.OFFER, SourceUse.JOIN)


def scouting_for(team: Team, staffing: Staffing | None) -> ScoutingPlan | None:
    """What to look for elsewhere; None: nothing is missing, a person named who takes part, or no registry may be asked.

    What was found for the team once is not looked for again.
    """
    if staffing is None or not staffing.record.missing or team.goal.wanted_handles:
        return None
    sources = targets_in(team.goal.workspace_id, ASKED_FOR_TEAMS)
    needs = tuple(need for need in staffing.record.missing if need not in _looked_for(team)) if sources else ()
    if not needs:
        return None
    known = known_from_elsewhere(team.goal.workspace_id)
    return ScoutingPlan(needs, tuple(sources), settings.IOA_PUBLIC_URL, frozenset(known))


def with_elsewhere(staffing: Staffing | None, outcomes: Sequence[tuple[Scouted, str]]) -> Staffing | None:
    """A staffing with what was found elsewhere for it; `outcomes`: each with its handle here, or why it has none."""
    if staffing is None or not outcomes:
        return staffing
    found = tuple(_elsewhere(*each) for each in outcomes)
    return staffing.model_copy(update={"record": staffing.record.model_copy(update={"elsewhere": found})})


def _elsewhere(one: Scouted, outcome: str) -> Elsewhere:
    joined = outcome.startswith("@")
    return Elsewhere(
        name=one.entry.name,
        identifier=one.entry.identifier,
        source=one.source.name,
        need=one.need,
        score=one.score,
        handle=outcome.removeprefix("@") if joined else "",
        reason="" if joined else outcome,
    )


def _looked_for(team: Team) -> set[str]:
    record = FormationRecord.model_validate(team.formation) if team.formation else None
    return {one.need for one in record.elsewhere} if record else set()
