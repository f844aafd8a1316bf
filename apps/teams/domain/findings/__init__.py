"""The ways of failing that show in a result, next to what its agent was given and asked for.

Detectors look at figures, names, form and repetition, never for a turn of phrase. docs/failures.md says what each finds
and how it errs.
"""

from apps.teams.domain.findings.checking import faults_of_check
from apps.teams.domain.findings.corrections import stale_counts, stale_facts
from apps.teams.domain.findings.deeds import mismatches
from apps.teams.domain.findings.demands import further_faults_of_form
from apps.teams.domain.findings.finding import Evidence, FindingKind, Symptom
from apps.teams.domain.findings.inputs import made_up, unused_inputs
from apps.teams.domain.findings.repetition import asks_again, repetitions
from apps.teams.domain.findings.requirements import faults_of_form
from apps.teams.domain.findings.roles import addressed_handles, oversteps
from apps.teams.domain.findings.signs import faults_of_signs
from apps.teams.domain.findings.subject import begins_anew, missing_parts, off_subject
from apps.teams.domain.findings.unfinished import unfinished_parts
from apps.teams.domain.findings.withheld import withheld_facts
from apps.teams.domain.findings.withheld_entries import withheld_entries

__all__ = ["Evidence", "FindingKind", "Symptom", "addressed_handles", "asks_again", "findings_in"]

_DETECTORS = (
    repetitions,
    begins_anew,
    oversteps,
    off_subject,
    stale_facts,
    stale_counts,
    faults_of_check,
    mismatches,
    missing_parts,
    unfinished_parts,
    faults_of_form,
    further_faults_of_form,
    faults_of_signs,
    withheld_facts,
    withheld_entries,
    unused_inputs,
    made_up,
)


_OF_VERDICTS = (faults_of_check,)
"""What another's work was asked for, which a verdict's brief quotes, is not asked of the verdict."""


def findings_in(evidence: Evidence) -> tuple[Symptom, ...]:
    """What is wrong with a result, the first finding of each kind. Takes time linear in the texts."""
    found: dict[FindingKind, Symptom] = {}
    for detect in _OF_VERDICTS if evidence.is_verdict else _DETECTORS:
        for one in detect(evidence):
            found.setdefault(one.kind, one)
    return tuple(found.values())
