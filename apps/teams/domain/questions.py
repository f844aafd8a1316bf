"""What may become of a question, who may answer it, and what an answer is."""

import uuid
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class GivenAnswer:
    """An answer with where it comes from: the member, and where the chain of that begins.

    `heard`: the agents whose words it is made of.
    """

    text: str
    member: uuid.UUID | None = None
    origin: uuid.UUID | None = None
    heard: frozenset[uuid.UUID] = frozenset()


class QuestionState(StrEnum):
    """What became of a question."""

    OPEN = "open"  # nobody has answered it
    ANSWERED = "answered"
    LAPSED = "lapsed"  # the work that asked ended, or went on, without an answer


class AnswerableBy(StrEnum):
    """Who may answer a question."""

    ANYBODY = "anybody"  # agents, the coordinator, people
    PEOPLE = "people"
    PERSON = "person"  # this one alone


NARROWER: dict[AnswerableBy, frozenset[AnswerableBy]] = {
    AnswerableBy.ANYBODY: frozenset(AnswerableBy),
    AnswerableBy.PEOPLE: frozenset({AnswerableBy.PEOPLE, AnswerableBy.PERSON}),
    AnswerableBy.PERSON: frozenset({AnswerableBy.PERSON}),
}
"""What a question that these may answer can be passed on as: whoever was kept out stays out."""


@dataclass(frozen=True)
class Addressees:
    """Whom a question is put to. `person` is given for PERSON, and for nothing else."""

    by: AnswerableBy = AnswerableBy.ANYBODY
    person: uuid.UUID | None = None

    def __post_init__(self) -> None:
        if (self.by is AnswerableBy.PERSON) != (self.person is not None):
            raise ValueError("a person is named where one person alone may answer, and only there")

    def may_become(self, others: "Addressees") -> bool:
        """Whether a question that is put to these may be passed on to the others."""
        same = self.by is not AnswerableBy.PERSON or self.person == others.person
        return others.by in NARROWER[self.by] and same

    def admit(self, person: uuid.UUID | None) -> bool:
        """Whether this person may answer; None: an agent, or the coordinator."""
        if self.by is AnswerableBy.PERSON:
            return person == self.person
        return self.by is AnswerableBy.ANYBODY or person is not None


ANYBODY = Addressees()
PEOPLE = Addressees(AnswerableBy.PEOPLE)


@dataclass(frozen=True)
class QuestionTerms:
    """How a question is put. `options`: answers that are offered; other words are welcome too."""

    put_to: Addressees = ANYBODY
    options: tuple[str, ...] = ()


FREELY = QuestionTerms()
TO_PEOPLE = QuestionTerms(PEOPLE)
