"""Who should do what: from needs in words and the agents a search found to owners, sub-teams and the reasons.

Pure: the search has been done, its results come in.
"""

from apps.teams.domain.formation.record import (
    Draft,
    Elsewhere,
    FormationRecord,
    SearchResult,
    Seat,
    Staffing,
    agents_in,
)
from apps.teams.domain.formation.staffing import staff

__all__ = [
    "Draft",
    "Elsewhere",
    "FormationRecord",
    "SearchResult",
    "Seat",
    "Staffing",
    "agents_in",
    "staff",
]
