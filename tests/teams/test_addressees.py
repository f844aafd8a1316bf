"""Who may answer a question can only become fewer."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as some

from apps.teams.domain.questions import Addressees, AnswerableBy

ANN, BOB = uuid.UUID(int=1), uuid.UUID(int=2)
ANYBODY, PEOPLE = Addressees(), Addressees(AnswerableBy.PEOPLE)
ONLY_ANN, ONLY_BOB = Addressees(AnswerableBy.PERSON, ANN), Addressees(AnswerableBy.PERSON, BOB)
ALL = (ANYBODY, PEOPLE, ONLY_ANN, ONLY_BOB)
AGENT = None

MAY_BECOME = {
    ANYBODY: {ANYBODY, PEOPLE, ONLY_ANN, ONLY_BOB},
    PEOPLE: {PEOPLE, ONLY_ANN, ONLY_BOB},
    ONLY_ANN: {ONLY_ANN},
    ONLY_BOB: {ONLY_BOB},
}
MAY_ANSWER = {ANYBODY: {AGENT, ANN, BOB}, PEOPLE: {ANN, BOB}, ONLY_ANN: {ANN}, ONLY_BOB: {BOB}}


@pytest.mark.parametrize("put_to", ALL)
def test_a_question_is_passed_on_to_the_same_or_to_fewer(put_to):
    assert {others for others in ALL if put_to.may_become(others)} == MAY_BECOME[put_to]


@pytest.mark.parametrize("put_to", ALL)
def test_who_may_answer(put_to):
    assert {who for who in (AGENT, ANN, BOB) if put_to.admit(who)} == MAY_ANSWER[put_to]


@given(some.lists(some.sampled_from(ALL), max_size=6), some.sampled_from([AGENT, ANN, BOB]))
def test_whoever_was_kept_out_stays_out_however_often_it_is_passed_on(tries, who):
    put_to, kept_out = ANYBODY, False
    for others in tries:
        if put_to.may_become(others):
            put_to = others
        kept_out = kept_out or not put_to.admit(who)
        assert put_to.admit(who) is not kept_out


@pytest.mark.parametrize(("by", "person"), [("person", None), ("people", ANN), ("anybody", ANN)])
def test_one_person_is_named_where_that_one_alone_may_answer(by, person):
    with pytest.raises(ValueError, match="alone"):
        Addressees(AnswerableBy(by), person)
