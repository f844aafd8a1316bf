"""What a voice returned is read once, here, whatever it is: an utterance or a reason, never an error."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.chat.domain.protocol import MAX_RAW, Misspoken, parse
from apps.chat.domain.utterances import MAX_TASKS, MAX_TEXT, AskPerson, Assign, Conclude, FormSubteam, Say, WaitFor
from apps.core.sentences import Sentence


def task(key, *after, **fields):
    return {"key": key, "title": "T", "brief": "B", "needs": ["n"], "after": list(after), **fields}


def assign(*tasks, **fields):
    return {"do": "assign", "tasks": list(tasks), **fields}


UNDERSTOOD = {
    "plain words": ("Let us begin.", Say(text="Let us begin.")),
    "words around a fence": ('As follows:\n```json\n{"do": "say", "text": "Hi"}\n``` Good.', Say(text="Hi")),
    "a fence that holds no object": ("```json\n{ x\n```", Say(text="```json\n{ x\n```")),
    "a list": ("[1]", Say(text="[1]")),
    "JSON": ('{"do": "say", "text": "Hi"}', Say(text="Hi")),
    "JSON in a fence": ('```json\n{"do": "say", "text": "Hi"}\n```', Say(text="Hi")),
    "JSON in a fence without a name": ('```\n{"do": "say", "text": "Hi"}```', Say(text="Hi")),
    "JSON in a fence after words": ('Here:\n```json\n{"do": "say", "text": "Hi"}\n```', Say(text="Hi")),
    "an object": ({"do": "wait_for", "tasks": [1, 2], "mode": "any"}, WaitFor(tasks=(1, 2), mode="any")),
    "what is not known beside it": ({"do": "say", "text": "Hi", "mood": "good"}, Say(text="Hi")),
    "an empty answer task": (assign(task("a"), answer=""), Assign(tasks=[task("a")], answer="")),
    "a question": ({"do": "ask_person", "question": "Which?"}, AskPerson(question="Which?")),
    "a conclusion": ({"do": "conclude", "answer": "42"}, Conclude(answer="42")),
    "a sub-team": (
        {"do": "form_subteam", "title": "T", "purpose": "P", "needs": ["n"]},
        FormSubteam(title="T", purpose="P", needs=("n",)),
    ),
    "what no database stores is left out": (
        {"do": "say", "text": "a\x00b\ud800", "plan": ["\x00c"]},
        Say(text="ab", plan=("c",)),
    ),
    "the same in words": ("\x00Hi\udfff", Say(text="Hi")),
    "the same in JSON": (r'{"do": "say", "text": "a\u0000b\ud800"}', Say(text="ab")),
    "more words than are kept": ("x" * (MAX_TEXT + 1), Say(text="x" * MAX_TEXT)),
}


@pytest.mark.parametrize("case", UNDERSTOOD)
def test_is_understood(case):
    raw, utterance = UNDERSTOOD[case]
    assert parse(raw, known_tasks=[1]) == utterance


REFUSED = {
    "nothing": ("", "empty"),
    "only space": (" \n ", "empty"),
    "only what no database stores": ("\x00\ud800", "empty"),
    "an endless answer": ("x" * (MAX_RAW + 1), "200,001 characters"),
    "half an object": ('{"do": "say", "text": "Hi', "not valid JSON"),
    "an object nested too deep": ('{"a":' * 30_000, "not valid JSON"),
    "an object without do": ({"text": "Hi"}, "do:"),
    "an unknown do": ({"do": "fly"}, "fly"),
    "a do that is no text": ({"do": ["say"]}, "do:"),
    "keys that are no text": ({1: 2}, "do:"),
    "a blank text": ({"do": "say", "text": "  "}, "say.text"),
    "a number for text": ({"do": "say", "text": 7}, "say.text"),
    "text for a task's number": ({"do": "wait_for", "tasks": ["x"]}, "wait_for.tasks"),
    "a number beyond all tasks": ({"do": "wait_for", "tasks": [10**30]}, "wait_for.tasks"),
    "no tasks": (assign(), "assign.tasks"),
    "too many tasks": (assign(*[task(f"t{n}") for n in range(MAX_TASKS + 1)]), "assign.tasks"),
    "a need without end": (assign(task("a", needs=["x" * 401])), "needs"),
    "two tasks of one key": (assign(task("a"), task("a")), "same key"),
    "a key that names an earlier task": (assign(task("#1")), "must not begin with '#'"),
    "nobody to do it": (assign(task("a", needs=[])), "give an owner or at least one need"),
    "an unknown dependency": (assign(task("a", "z")), "comes after 'z'"),
    "a dependency on a later task's number": (assign(task("a", "#4")), "comes after '#4'"),
    "a task after itself": (assign(task("a", "a")), "a waits for a"),
    "a cycle": (
        assign(task("a", "c"), task("b", "a"), task("c", "b"), task("d")),
        "a waits for c, which waits for b, wh",
    ),
    "an unknown answer": (assign(task("a"), answer="z"), "no task 'z'"),
    "replacing an unknown task": (assign(task("a"), replaces=[4]), "no task 4"),
}


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (assign(*[task(f"t{n}") for n in range(30)]), "assign.tasks: at most 24 are taken, not 30."),
        (assign(), "assign.tasks: it must not be empty."),
        ({"do": "assign"}, "assign.tasks: it is needed."),
        ({"do": "assign", "tasks": "all"}, "assign.tasks: a list is needed."),
        ({"text": "Hi"}, "do: say what is to be done."),
        ({"do": "fly"}, "do: nobody can “fly”."),
        (assign(task("a"), answer="T"), "answer: there is no task 'T' here; give the key of one."),
        (assign(task("a"), replaces=[7]), "There is no task 7 that could be taken back."),
        ({"do": "say", "text": " "}, "say.text: String should have at least 1 character"),
    ],
)
def test_a_reason_is_said_in_words_that_whoever_spoke_and_people_know(raw, reason):
    said = parse(raw, known_tasks=[1]).reason
    assert said == reason
    assert isinstance(said, Sentence), "it can be said in another language"


def test_a_first_plan_takes_nothing_back_whatever_numbers_it_has():
    assert parse(assign(task("a"), replaces=[0, 1])) == Assign(tasks=[task("a")])


@pytest.mark.parametrize("case", REFUSED)
def test_is_refused_with_a_reason(case):
    raw, reason = REFUSED[case]
    misspoken = parse(raw, known_tasks=[1, 2, 3])
    assert isinstance(misspoken, Misspoken)
    assert reason in misspoken.reason
    assert len(misspoken.reason) <= 300


def test_a_graph_may_come_after_earlier_tasks_and_replace_them():
    graph = parse(assign(task("b", "a", "#3"), task("a", "#1"), replaces=[2]), known_tasks=[1, 2, 3])
    assert [one.after for one in graph.tasks] == [("a", "#3"), ("#1",)]


@pytest.mark.parametrize("field", ["text", "answer", "question"])
def test_the_words_of_a_broken_answer_are_kept_for_people(field):
    assert parse({"do": "fly", field: " Words.\x00 "}).text == "Words."


def test_whom_a_voice_names_is_known_however_it_is_spelt():
    named = {"do": "discuss", "protocol": "round", "question": "Why?", "members": ["@Writer", " FINDER "]}
    assert parse(named).members == ("writer", "finder")
    assert parse(assign(task("a", owner="@Writer"), next="@Finder")).tasks[0].owner == "writer"
    assert parse({"do": "pass", "next_speaker": " @FINDER"}).next_speaker == "finder"


def test_words_that_are_no_text_are_not_kept():
    assert parse({"do": "fly", "text": {"a": 1}}).text == ""


def test_an_answer_made_of_fences_costs_no_more_than_another():
    started = time.process_time()
    for bad in ("```json{", "```", "``` ", "```{}", "{```"):
        parse(bad * (MAX_RAW // len(bad)))
    assert time.process_time() - started < 5, "quadratic: minutes"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = [
    "text", "tasks", "answer", "answers", "plan", "next_speaker", "replaces", "missing", "mode", "abandon",
    "verdict", "question", "options", "kind", "task", "title", "purpose", "needs", "key", "after",
]  # fmt: skip
DOS = st.sampled_from(["say", "assign", "form_subteam", "wait_for", "ask_person", "conclude"]) | JSON
NEARLY = st.builds(lambda do, rest: {**rest, "do": do}, DOS, st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=6))
DRAFTS = st.fixed_dictionaries(
    {"key": st.sampled_from(["a", "b", "c", "#1", ""]), "title": st.just("T"), "brief": st.just("B")},
    optional={
        "owner": JSON,
        "needs": JSON,
        "after": st.lists(st.sampled_from(["a", "b", "c", "#1", "#2"]), max_size=3),
    },
)
ASSIGNS = st.builds(assign, DRAFTS, DRAFTS, DRAFTS)


def is_read(raw):
    """Whether `raw` is read without an error, into something that can be stored."""
    read = parse(raw, known_tasks=[1])
    texts = json.dumps(
        read.__dict__ if isinstance(read, Misspoken) else read.model_dump(mode="json"), ensure_ascii=False
    )
    texts.encode()
    return "\\u0000" not in texts


@given(st.text() | st.text(alphabet='{}[]"`:, \\njson0\x00'))
@example("{}" * 10)
@example("\ud800")
def test_any_text_is_read(raw):
    assert is_read(raw)


@given(st.one_of(JSON.map(lambda value: {"do": "say", "text": value}), NEARLY, ASSIGNS))
def test_any_object_is_read(raw):
    assert is_read(raw)


@given(NEARLY | ASSIGNS)
def test_an_object_is_read_the_same_from_its_text(raw):
    if raw == json.loads(json.dumps(raw)):
        assert parse(json.dumps(raw)) == parse(raw)


@given(ASSIGNS)
def test_a_graph_that_is_accepted_can_be_run_to_its_end(raw):
    read = parse(raw, known_tasks=[1])
    waiting = {one.key: set(one.after) - {"#1"} for one in read.tasks} if isinstance(read, Assign) else {}
    for _ in range(len(waiting)):
        waiting = {key: after & waiting.keys() for key, after in waiting.items() if after & waiting.keys()}
    assert waiting == {}
