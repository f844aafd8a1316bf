"""What came back: completions, objects in prose, and the flat form as an utterance."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.chat.domain.protocol import Misspoken, parse
from apps.chat.domain.states import WaitMode
from apps.chat.domain.utterances import AskPerson, Assign, Conclude, Discuss, FormSubteam, Pass, Say, TaskDraft, WaitFor
from apps.chat.voices.llm.completions import read_completion, to_utterance
from apps.chat.voices.llm.objects import find_object

HANDLES = ("reader", "chart-maker")


def wire(**fields):
    return {"do": "say", "text": "", "tasks": [], "answer": None, "missing": []} | fields


def draft(key="a", **fields):
    return {"key": key, "title": "T", "brief": "B", "owner": None, "needs": [], "after": []} | fields


def spoken(**fields):
    return parse(to_utterance(wire(**fields), HANDLES), known_tasks=(1, 2, 3))


@pytest.mark.parametrize(
    ("form", "utterance"),
    [
        ({"do": "say", "text": "Hello."}, Say(text="Hello.")),
        ({"do": "say", "text": "Use bars.", "numbers": [2]}, Say(text="Use bars.", answers=2)),
        ({"do": "say", "text": "You.", "next": "@chart-maker"}, Say(text="You.", next_speaker="chart-maker")),
        ({"do": "pass", "next": "reader"}, Pass(next_speaker="reader")),
        ({"do": "pass", "text": "Nothing from me."}, Pass()),
        (
            {
                "do": "discuss",
                "text": "Rent or buy?",
                "protocol": "debate",
                "members": ["@Reader: rent", "writer: buy"],
                "numbers": [3],
            },
            Discuss(
                protocol="debate",
                question="Rent or buy?",
                members=("reader", "writer"),
                sides=("rent", "buy"),
                rounds=3,
            ),
        ),
        (
            {"do": "discuss", "text": "What do you know?", "protocol": "disclosure", "members": ["reader", "writer"]},
            Discuss(protocol="disclosure", question="What do you know?", members=("reader", "writer")),
        ),
        (
            {"do": "form_subteam", "tasks": [draft(title="Map", brief="Draw it.", needs=["maps", "ink"])]},
            FormSubteam(title="Map", purpose="Draw it.", needs=("maps", "ink")),
        ),
        ({"do": "form_subteam", "tasks": [draft()]}, FormSubteam(title="T", purpose="B", needs=("T",))),
        ({"do": "ask_person", "text": "Which year?"}, AskPerson(question="Which year?")),
        ({"do": "ask_person", "text": "Which year?", "numbers": [3]}, AskPerson(question="Which year?", task=3)),
        ({"do": "wait_all", "numbers": [1, 2]}, WaitFor(tasks=(1, 2))),
        ({"do": "wait_any", "numbers": [1]}, WaitFor(tasks=(1,), mode=WaitMode.ANY)),
        ({"do": "conclude", "text": "42"}, Conclude(answer="42")),
        ({"do": "conclude", "text": "42", "why": "Known."}, Conclude(answer="42", why="Known.")),
        ({"do": "conclude", "text": "42", "why": "x" * 500}, Conclude(answer="42", why="x" * 400)),
        (
            {"do": "conclude", "text": "Can't.", "missing": ["book a flight"]},
            Conclude(answer="Can't.", verdict="failed", missing=("book a flight",)),
        ),
        (
            {"do": "conclude", "text": "Half.", "verdict": "partial", "numbers": [2]},
            Conclude(answer="Half.", verdict="partial", abandon=(2,)),
        ),
        ({"do": "conclude", "numbers": [2]}, Conclude(accepts=2)),
        ({"do": "conclude", "numbers": [2, 3], "verdict": "done"}, Conclude(accepts=2, abandon=(3,))),
        (
            {"do": "say", "text": "Yours.", "next": "reader", "plan": ["one"]},
            Say(text="Yours.", next_speaker="reader", plan=("one",)),
        ),
        (
            {"do": "assign", "tasks": [draft(owner="reader")], "answer": "a"},
            Assign(tasks=(TaskDraft(key="a", title="T", brief="B", owner="reader"),), answer="a"),
        ),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else "",
)  # fmt: skip
def test_a_form_is_the_utterance_that_it_stands_for(form, utterance):
    assert spoken(**form) == utterance


def assigned(*drafts, **fields):
    said = spoken(do="assign", tasks=list(drafts), **fields)
    assert isinstance(said, Assign), said
    return said


@pytest.mark.parametrize("written", ["chart-maker", "@Chart-Maker", " CHART-MAKER ", "chart_maker", "Chart Maker"])
def test_a_handle_is_spelt_as_it_is_registered(written):
    assert assigned(draft(owner=written)).tasks[0].owner == "chart-maker"


def test_an_owner_that_was_not_offered_is_dropped_and_the_needs_stay():
    task = assigned(draft(owner="root", needs=["draw charts"])).tasks[0]
    assert (task.owner, task.needs) == (None, ("draw charts",))


@pytest.mark.parametrize(
    ("owner", "named"),
    [("Root", "root"), ("@reader", None), (None, None), ("", None), ("null", None), ("Anyone", None), (7, None)],
)
def test_a_task_says_whom_its_owner_was_to_be_where_that_agent_was_not_offered(owner, named):
    assert assigned(draft(owner=owner, unlisted="made up", needs=["read"])).tasks[0].unlisted == named


def test_an_owner_that_was_not_offered_leaves_its_title_as_the_need():
    task = assigned(draft(owner="root", title="Draw a chart")).tasks[0]
    assert (task.owner, task.needs) == (None, ("Draw a chart",))


def test_without_an_answer_task_the_results_are_awaited_together():
    assert all(task.synchronous for task in assigned(draft("a", owner="reader"), draft("b", owner="reader")).tasks)
    assert not assigned(draft("a", owner="reader"), answer="a").tasks[0].synchronous


def test_a_dependency_may_be_a_key_or_an_earlier_number():
    task = assigned(draft("a", owner="reader"), draft("b", owner="reader", after=["a", "#2", 3])).tasks[1]
    assert task.after == ("a", "#2", "#3")


@pytest.mark.parametrize(
    ("key", "after", "read"),
    [
        ("1", [1], ("1",)),  # a task of this plan, though there is an earlier one of that number
        (1, [1], ("1",)),
        ("a", ["2"], ("#2",)),
        ("a", "a", ("a",)),
        ("a", 3, ("#3",)),
        ("a", "", ()),
        ("a", None, ()),
    ],
)
def test_a_dependency_is_neither_lost_nor_taken_for_another_however_it_is_written(key, after, read):
    work = assigned(draft(key, owner="reader"), draft("b", owner="reader", after=after), answer=key)
    assert work.tasks[1].after == read
    assert work.answer == str(key)


def test_a_need_alone_is_a_list_of_one():
    assert assigned(draft(needs="draw charts")).tasks[0].needs == ("draw charts",)


@pytest.mark.parametrize(
    ("said", "verdict"), [({}, "done"), ({"verdict": "done"}, "done"), ({"verdict": "partial"}, "partial")]
)
def test_a_draft_that_is_accepted_as_partial_is_not_the_whole(said, verdict):
    assert parse(to_utterance({"do": "accept"} | said, HANDLES, 3)) == Conclude(accepts=3, verdict=verdict)


def test_a_title_that_is_too_long_is_cut_rather_than_refused():
    assert len(assigned(draft(owner="reader", title="T" * 300)).tasks[0].title) == 120


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "dance"},
        {"do": ["say"]},
        {"do": "assign", "tasks": "all"},
        {"do": "assign", "tasks": ["all"]},
        {"do": "assign", "tasks": [draft("a", owner="reader", after=["a"])]},
        {"do": "wait_all", "numbers": []},
        {"do": "say"},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_handed_to_the_parser(form):
    assert isinstance(parse(to_utterance(form, HANDLES)), Misspoken)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
kinds = st.sampled_from(["say", "assign", "conclude", "ask_person", "wait_all", "wait_any", "dance"])
names = st.sampled_from(["text", "tasks", "answer", "missing", "numbers", "verdict", "next", "plan"])
drafts = st.dictionaries(st.sampled_from(["key", "title", "brief", "owner", "needs", "after"]), json_values)


@given(kinds, st.dictionaries(names, json_values | st.lists(drafts, max_size=3)))
def test_no_form_breaks_the_reader(kind, fields):
    parse(to_utterance({"do": kind} | fields, HANDLES))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a":1}', {"a": 1}),
        ('Sure:\n```json\n{"a":1}\n```\nDone.', {"a": 1}),
        ('{"a":1} {"b":2}', {"a": 1}),
        ("no object", None),
        ("", None),
        ("{}", None),
        ('{"a":', None),
        ("[1]", None),
        ('{"a":' * 100_000, None),
        ('{"a":1,}', {"a": 1}),
        ('{"a":[1, 2,\n], // the first\n /* and\n the last */ "b":"x,} // y",\n}', {"a": [1, 2], "b": "x,} // y"}),
        ('{\n// what to do\n"a":1}', {"a": 1}),
        ('{"a":"one\ntwo"}', {"a": "one\ntwo"}),
        ('With {these} two: {"a":1}', {"a": 1}),
        ('{"a":[{"b":1},', None),
        ('{"a":"\\"' + '\\"' * 100_000, None),
        ('{"a" /*' + "/*" * 100_000, None),
        ('<tool_call>\n{"name":"turn","arguments":{"a":1}}\n</tool_call>', {"a": 1}),
        ('{"name":"turn","arguments":"{\\"a\\":1}"}', {"a": 1}),
        ('{"type":"function","function":{"name":"turn","parameters":{"a":1}}}', {"a": 1}),
        ('{"turn":{"a":1}}', {"a": 1}),
        ('{"arguments":"{\\"a\\":1}"}', {"arguments": '{"a":1}'}),  # a form of ours that has such a field
        ('{"a":1,"parameters":{"b":2}}', {"a": 1, "parameters": {"b": 2}}),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_object_in_a_text_is_found(text, found):
    assert find_object(text) == found


def body(message, **more):
    return json.dumps({"choices": [{"message": message}]} | more).encode()


@pytest.mark.parametrize(
    ("raw", "text", "tokens"),
    [
        (body({"content": "hi"}), "hi", None),
        (body({"content": '<think>Is it {"do"}?</think>\n{"do": "pass"}'}), '{"do": "pass"}', None),
        (body({"content": None}), "", None),
        (body({"content": "hi"}, usage={"prompt_tokens": 3, "completion_tokens": 2}), "hi", (3, 2)),
        (body({"content": "hi"}, usage={"prompt_tokens": -3}), "hi", None),
        (body({"content": "", "tool_calls": [{"function": {"arguments": "{}"}}]}), "{}", None),
        (body({"tool_calls": [{"function": {"arguments": {"do": "say"}}}]}), '{"do": "say"}', None),
        (body({"content": "hi", "tool_calls": []}, id=7, model=None), "hi", None),
        (body({"content": "hi", "tool_calls": [{"function": {"arguments": ""}}]}), "hi", None),
        (body({"content": "hi"}, error=None), "hi", None),
        (
            body({"content": [{"type": "thinking", "thinking": [{"text": "Hm."}]}, {"text": "h"}, {"text": "i"}]}),
            "hi",
            None,
        ),
    ],
)
def test_a_completion_is_read_with_tolerance(raw, text, tokens):
    answer = read_completion(raw)
    assert (answer.text, answer.tokens) == (text, tokens)


@pytest.mark.parametrize("raw", [b"", b"null", b"[]", b"{}", b'{"choices":[]}', b"\xff", b"[" * 100_000, b"<html>"])
def test_what_is_no_completion_is_a_value_error(raw):
    with pytest.raises(ValueError, match="Completion"):
        read_completion(raw)
