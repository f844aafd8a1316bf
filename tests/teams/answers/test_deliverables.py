"""What of an answer becomes files."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.files.domain.names import name_key
from apps.teams.domain.deliverables import MOST_CHARACTERS, MOST_CODE_FILES, deliverables, stem_of

CODE = "Write a Python function that adds two numbers"
BLOCK = "```python\ndef add(a, b):\n    return a + b\n```"
TEXT = "def add(a, b):\n    return a + b\n"


def code_of(answer, goal=CODE):
    """The names of the code files of an answer, with their texts."""
    return {one.name: one.text for one in deliverables("Adding", goal, answer)[1:]}


def test_the_answer_is_a_markdown_file_named_after_the_goal():
    title = "Compare the two offers, please!"
    (file,) = deliverables(title, title, "The first is better.\n\n")
    assert (file.name, file.text) == ("compare-the-two-offers-please.md", "The first is better.\n")


def test_a_long_title_is_cut_at_a_word_and_one_without_words_gets_a_name_too():
    assert stem_of("word " * 40) == "word-" * 11 + "word"
    assert stem_of("?!") == "answer"
    assert stem_of("w" * 80) == "w" * 60


@pytest.mark.parametrize(
    ("answer", "name"),
    [
        (f"Here it is:\n\n{BLOCK}\nUse it.", "adding.py"),
        (BLOCK.replace("python", "py"), "adding.py"),
        (BLOCK.replace("python", 'python title="sum.py"'), "sum.py"),
        (BLOCK.replace("python", "python:tools/sum.py"), "sum.py"),
        (BLOCK.replace("python", "sum.py"), "sum.py"),
        (BLOCK.replace("python", "{.python file=sum.py}"), "sum.py"),
        (f"`sum.py`:\n\n{BLOCK}", "sum.py"),
        (f"### src/sum.py\n{BLOCK}", "sum.py"),
        (f"Save this as **sum.py** in your folder:\n{BLOCK}", "sum.py"),
        (f"It reads sales.csv:\n{BLOCK}", "adding.py"),
        (f"**Dockerfile**\n{BLOCK.replace('python', '')}", "Dockerfile"),
        (BLOCK.replace("```", "~~~~"), "adding.py"),
        ("- first\n\n  " + BLOCK.replace("\n", "\n  "), "adding.py"),
    ],
)
def test_code_is_called_as_it_says_or_as_the_line_above_says_else_after_the_goal(answer, name):
    assert code_of(answer) == {name: TEXT}


def test_code_that_nobody_asked_for_stays_in_the_answer_unless_it_has_a_name():
    goal = "Explain how lists differ from tuples"
    assert code_of(BLOCK, goal) == {}
    assert code_of(f"`sum.py`\n{BLOCK}", goal) == {"sum.py": TEXT}


@pytest.mark.parametrize("goal", ["An SQL statement for the ten best customers", "Which query gives the ten best?"])
def test_a_goal_asks_for_code_by_its_kind_or_by_its_language(goal):
    assert list(code_of("```sql\nSELECT 1;\n```", goal)) == ["adding.sql"]


@pytest.mark.parametrize("language", ["", "text", "bash", "console", "mermaid", "diff"])
def test_what_is_only_shown_or_typed_is_no_file(language):
    assert code_of(f"```{language}\npip install it\n```") == {}


def test_a_block_that_was_cut_is_no_file_and_neither_is_an_empty_one_or_a_huge_one():
    assert code_of("```python\nx = 1") == {}
    assert code_of("```python\n\n```") == {}
    assert code_of("```python\n" + "x" * MOST_CHARACTERS + "\n```") == {}


def test_a_fence_in_a_longer_fence_is_a_part_of_it():
    assert code_of("````python\n```\nx\n```\n````") == {"adding.py": "```\nx\n```\n"}


def test_blocks_without_a_name_are_numbered_and_there_are_only_so_many_files():
    names = list(code_of(f"{BLOCK}\n" * (MOST_CODE_FILES + 5)))
    assert names[:3] == ["adding.py", "adding (2).py", "adding (3).py"]
    assert len(names) == MOST_CODE_FILES


@pytest.mark.parametrize(
    "hostile", ["../../etc/passwd.py", "..\\..\\boot.py", "/etc/cron.d/job.py", "a/" * 50 + "x.py"]
)
def test_no_name_leads_out_of_the_goals_files(hostile):
    (name,) = code_of(f"```python file={hostile}\nx = 1\n```")
    assert not set(name) & set("/\\")
    assert not name.startswith(".")


@given(st.text(alphabet="`~ab.py/\\:= \n#*{}\u202e\x00", max_size=300), st.sampled_from([CODE, "Say hello"]))
def test_whatever_an_answer_holds_names_are_different_and_harmless(answer, goal):
    made = deliverables("Any goal", goal, answer)
    assert len({name_key(one.name) for one in made}) == len(made) <= MOST_CODE_FILES + 1
    assert all(one.name.strip() and not set(one.name) & set("/\\\x00\u202e\n") for one in made)


@pytest.mark.parametrize("piece", ["```\n", "~" * 50, "`" * 50 + "\n", "a.py ", "```a.py\n", "a.", "a/" * 40 + " "])
def test_hundreds_of_thousands_of_characters_take_no_time_to_speak_of(piece):
    began = time.process_time()
    deliverables("Any", CODE, (piece * 200_000)[:200_000])
    assert time.process_time() - began < 5, "a quadratic search takes minutes"
