"""Document search quotes what the documents say, and nothing else."""

import re

import pytest

from apps.agents.builtin.document_search.answer import sentences
from apps.agents.domain.briefs import repeat_words
from apps.agents.domain.calls import File, FoundPassage
from tests.agents.builtin.samples import (
    BEES,
    ENERGY,
    LOG,
    REVENUE,
    REVENUE_GOAL,
    ask,
    library_of,
    passages_of,
    text_file,
)

FIGURE = re.compile(r"[0-9][0-9,.]*[0-9]|[0-9]")
DOCUMENTS = {"revenue": REVENUE, "bees": BEES, "returns": "Customers may return goods within 30 days."}


def searched(goal, **more):
    return ask("document_search", goal, library=library_of(**DOCUMENTS), **more)


def cited_passages(text):
    """The passages behind the numbers of an answer, by their first words."""
    every = [passage for name, document in DOCUMENTS.items() for passage in passages_of(f"{name}.md", document)]
    listed = re.findall(r"- \[([0-9]+)\] .*?“([^“]*)”$", text.replace("\\", ""), re.MULTILINE)
    return {
        number: next(item.text for item in every if " ".join(item.text.split()).strip("#| ").startswith(beginning))
        for number, beginning in listed
    }


@pytest.mark.parametrize(
    "goal", [REVENUE_GOAL, "How much honey did urban hives make?", "Within how many days may goods be returned?"]
)
def test_every_figure_stands_in_the_passage_that_it_cites(goal):
    answer = searched(goal).text
    passages = cited_passages(answer)
    body, _, _ = answer.partition("## Sources")
    statements = re.findall(r"((?:^(?:>|\|).*\n?)+)", body, re.MULTILINE)
    assert statements
    for statement in statements:
        marks = re.findall(r"\[([0-9]+)\]", statement) or ["1"]
        for figure in FIGURE.findall(re.sub(r"\[[0-9]+\]", "", statement)):
            assert any(figure in passages[mark] for mark in marks), (figure, statement)


def test_a_table_that_fits_is_handed_over_word_for_word():
    outcome = searched(REVENUE_GOAL)
    lines = outcome.csv().splitlines()
    assert lines[0] == "fiscal year,revenue as reported (US$ million),note"
    assert '2016,"85,320","later restated to 91,154 under the new revenue standard (ASC 606)"' in lines
    assert len(lines) == 8


def test_a_table_is_narrowed_to_the_asked_years_and_keeps_its_notes():
    outcome = searched("Microsoft's revenue from 2016 to 2018")
    assert [line[:4] for line in outcome.csv().splitlines()] == ["fisc", "2016", "2017", "2018"]
    assert "restated to 91,154" in outcome.csv()


def test_warnings_near_the_table_are_quoted_with_a_citation():
    text = searched(REVENUE_GOAL).text
    assert "## Caveats" in text
    assert "22.7% on the figures as first reported and 14.3% on the restated ones. [" in text


def test_prose_without_tables_answers_with_its_best_sentence_first():
    outcome = searched("How much honey did urban hives make?")
    assert "> Urban hives made 23 kg of honey each in 2021, rural ones 17 kg. [1]" in outcome.text
    assert not outcome.files
    assert "is an estimate" in outcome.text


@pytest.mark.parametrize("goal", ["A recipe for lasagne", "asdf qwer", "😀😀"])
def test_nothing_is_said_where_nothing_answers(goal):
    refusal = searched(goal, files=[text_file("note.txt", "We meet on Monday.")]).refusal
    assert refusal.permanent
    assert "the workspace’s documents and note.txt" in refusal.reason


@pytest.mark.parametrize(
    "goal",
    [
        "What are the times of low tide at Dover?",
        "What was the revenue of a bakery in Dover?",
        "Read the text file notes.txt",
        "How many hives does Lisbon have?",
    ],
)
def test_what_is_about_something_else_is_no_answer(goal):
    assert "Nothing in" in searched(goal).refusal.reason


SECTIONS = (
    "# Harbour\n\nIt handled 4,120 ships. Most were ferries.\n\nThere were 14 incidents.\n\nA third quay opens in 2027."
)


@pytest.mark.parametrize(
    "goal",
    ["Summarise this report in three bullet points.", "What are the key points?", "Summarise the attached file."],
)
def test_a_file_is_read_as_a_whole_where_nothing_is_said_of_what_it_is_about(goal):
    text = searched(goal, files=[text_file("harbour.md", SECTIONS)]).text
    for said in ("It handled 4,120 ships.", "There were 14 incidents.", "A third quay opens in 2027."):
        assert f"> {said} [" in text


def test_each_of_two_questions_is_answered_and_nothing_twice():
    goal = "How many incidents were there, and when does the third quay open?"
    note = text_file("harbour.md", SECTIONS)
    passage = FoundPassage("harbour.md", "Harbour", "# Harbour\n\nA third quay opens in 2027.", 0, 0.9)
    text = ask("document_search", goal, files=[note], library=lambda text: [passage]).text
    assert (text.count("14 incidents. ["), text.count("2027. [")) == (1, 1)


POEM = "Write a poem about the sea."


def brief_of(*said):
    return f"{repeat_words('Asked for', said)}\nGive: CSV, Markdown."


def test_a_brief_about_something_else_than_the_goal_is_what_is_searched_for():
    assert "Urban hives made 23 kg" in searched(POEM, brief=brief_of("How much honey did urban hives make?")).text
    assert "Urban hives made 23 kg" in searched(POEM, brief="Find out how much honey urban hives made.").text


def test_where_nothing_answers_a_follow_up_it_and_not_the_goal_is_named_and_searched_for():
    said = searched(
        "How much honey did urban hives make?", brief=brief_of("What is the\ntide at Dover?")
    ).refusal.reason
    assert "answers “What is the tide at Dover?”" in said


def test_of_a_brief_that_repeats_a_part_of_the_goal_the_whole_goal_is_searched_for():
    goal = "Read notes.txt. What does it say about the boiler?"
    note = text_file("notes.txt", "The boiler is replaced in June.")
    answer = searched(goal, brief=brief_of("What does it say about the boiler?"), files=[note]).text
    assert "replaced in June" in answer
    assert "revenue" not in answer


def test_of_several_questions_of_the_goal_only_those_of_the_brief_are_answered():
    goal = "How much honey did urban hives make, and what was the revenue in 2019?"
    answer = searched(goal, brief=brief_of("How much honey did urban hives make")).text
    assert "Urban hives made 23 kg" in answer
    assert "revenue" not in answer


def test_where_another_agents_words_find_nothing_the_goals_own_on_the_same_are_searched_for():
    brief = "Collect from the apiarists' yearbook every quantitative statement concerning honey, in a neutral tone."
    assert "Urban hives made 23 kg" in searched("How much honey did urban hives make?", brief=brief).text


def test_pages_are_cited():
    scan = File("harbour.pdf", "application/pdf", b"%PDF", lambda: "[Page 1]\nIt is old.\n\n[Page 2]\nIt has 14 quays.")
    assert "harbour.pdf, “Page 2”" in searched("How many quays has the harbour?", files=[scan]).text


def test_a_file_without_text_is_said_to_be_unread():
    picture, scan = File("hall.png", "image/png", b"\x89PNG"), File("scan.pdf", "application/pdf", b"%PDF", lambda: "")
    files = [picture, scan, text_file("notes.txt", "Nothing.")]
    said = searched("What does the harbour cost?", files=files).refusal.reason
    assert "and notes.txt answers" in said
    assert said.endswith("Not read, since it holds no text that can be read: hall.png, scan.pdf.")


@pytest.mark.parametrize("goal", ["Read the text file notes.txt", "What does notes.txt say about the boiler?"])
def test_a_file_that_is_named_is_read_and_nothing_else(goal):
    note = text_file("notes.txt", "The boiler is replaced in June. Tom asks for offers.")
    answer = searched(goal, files=[note]).text
    assert "The boiler is replaced in June." in answer
    assert "revenue" not in answer


NOTES = text_file("notes.txt", "Seen on Monday: something small, twice.")


@pytest.mark.parametrize(
    "goal",
    ["What is wrong with the bicycle in my notes?", "Which piano piece fits what my notes say?"],
)
def test_the_name_of_a_file_that_came_along_finds_no_other_document(goal):
    refusal = searched(goal, files=[NOTES]).refusal
    assert "Nothing in" in refusal.reason


def test_a_file_that_is_called_by_its_name_without_the_ending_is_read():
    answer = searched("What do my notes say?", files=[NOTES]).text
    assert "something small, twice" in answer
    assert "revenue" not in answer


def test_words_beside_a_files_name_still_find_other_documents():
    answer = searched("How much honey did the urban hives in my notes make?", files=[NOTES]).text
    assert "Urban hives made 23 kg of honey each in 2021" in answer


@pytest.mark.parametrize(
    ("goal", "name", "content", "found"),
    [
        ("Why did the login fail?", "gateway.log", LOG, "ERROR auth: login failed"),
        ("energy per hall", "energy.csv", ENERGY, "| C | 2024-02 | 310 | 15 |"),
        ("What about the swarms?", "bees.md", BEES, "Swarms are not counted."),
    ],
)
def test_attachments_are_searched_too(goal, name, content, found):
    assert found in ask("document_search", goal, files=[text_file(name, content)]).text


def test_hostile_passages_are_quoted_without_their_markup():
    hostile = "The secret bridge is <img src=x onerror=alert(1)> ![x](http://evil/x.png) 7 m long."
    text = ask("document_search", "How long is the secret bridge?", library=library_of(bridge=hostile)).text
    assert "<img" not in text.replace("\\<", "")
    assert "![" not in text
    assert "7 m long" in text


def test_sentences_are_substrings_of_their_passage():
    text = "# Head\n\nOne is first. Two follows!\n- item one\n- item two\n\n| a | b |\n|---|---|\n| 1 | 2 |\nLast 3."
    assert sentences(text) == ["One is first.", "Two follows!", "- item one", "- item two", "Last 3."]


def test_a_point_within_a_sentence_does_not_end_it():
    german = (
        "Der Umsatz betrug 48,7 Mio. Euro. Öl ist teuer. Am 31. Dezember 2023 waren es 27, z. B. Anna. Es blieb so."
    )
    english = "The U.S. Government paid Dr. Smith. See fig. 3. He said no. It is 160 m. It was not."
    assert sentences(german) == [
        "Der Umsatz betrug 48,7 Mio. Euro.",
        "Öl ist teuer.",
        "Am 31. Dezember 2023 waren es 27, z. B. Anna.",
        "Es blieb so.",
    ]
    assert sentences(english) == [
        "The U.S. Government paid Dr. Smith.",
        "See fig. 3.",
        "He said no.",
        "It is 160 m.",
        "It was not.",
    ]


def test_an_answer_from_other_documents_says_which_attachment_was_not_read():
    workbook = File("honey.xlsx", "application/zip", b"PK\x03\x04")
    answer = searched("How much honey did the urban hives make?", files=[workbook]).text
    assert "Urban hives made 23 kg of honey each in 2021" in answer
    assert "Not read, since it holds no text that can be read: honey.xlsx." in answer
    assert "Not read" not in searched("How much honey did the urban hives make?", files=[NOTES]).text


def test_a_figure_at_the_beginning_of_a_line_stays_in_its_sentence():
    text = (
        "It pays EUR\n0.35 per share of\n2023. It feeds\n13.000 homes since\n5. Mai, at\n-3 degrees.\n1. item\n2) item"
    )
    assert sentences(text) == [
        "It pays EUR\n0.35 per share of\n2023.",
        "It feeds\n13.000 homes since\n5. Mai, at\n-3 degrees.",
        "1. item",
        "2) item",
    ]


def test_what_is_asked_of_somebody_is_not_answered_with_what_another_has():
    assert "answers" in searched("Find the revenue of Acme in 2019 in the documents.").refusal.reason
    assert "125,843" in searched("Find the revenue of Microsoft in 2019 in the documents.").text
