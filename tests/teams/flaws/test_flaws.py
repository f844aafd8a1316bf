"""What is no answer is told from honest texts that use the same words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.teams.domain.flaws import FlawKind, flaw_in

BRIEF = "Compare the three offers and say which is the best value."

REFUSALS = [
    "I'm sorry, but I can't do this.",
    "I'm sorry, but I can't help with that.",
    "I cannot assist with this request.",
    "Unfortunately, I am unable to complete this task. Please contact your administrator.",
    "Sorry, I won't do that.",
    "I must decline to carry out this task, since it goes against my guidelines.",
    "As an AI language model, I do not have the ability to compare offers.",
    "I don't have access to the files, so I can't proceed.",
    "Unable to comply.",
    "Cannot fulfil this request.",
    "This request is outside my scope and cannot be done by me.",
    "Thank you! Regrettably, we are not able to process this kind of request.\n\nIf you have others, feel free to ask.",
    "I apologize for the inconvenience. I am not able to provide a comparison. Would you like something else?",
    "I'd rather not take this on. Perhaps a colleague could.",
    "I'm not comfortable writing this. Please ask someone else.",
    "We have to refuse this assignment, because our policy does not permit it.",
    "That is not something I can do.",
    "My role does not cover this. I will not be able to work on it.",
    "I lack the tools to open the attachment. Could you paste the text?",
    "I have no way to look at the offers.",
    "I regret that I could not complete the comparison.",
    "No. I refuse to do this.",
    "Hello! I'm only a greeting agent, so I can't compare offers.",
    "I am currently not permitted to answer questions of this kind.",
    "It is beyond my capabilities, I'm afraid: I can't compare anything.",
    "I'm afraid I can't do that, Dave.",
]

HONEST = [
    (BRIEF, "Offer B is the best value: 412 € a month, and its notice period is the shortest."),
    (BRIEF, "I can't find any reason to prefer A. Offer B costs less and lasts longer."),
    (BRIEF, "I cannot recommend offer C, whose price rises each year. Offer B is the best value."),
    (BRIEF, "We could not compare the third offer, because its price is missing; of the others A is cheaper by 40 €."),
    (BRIEF, "I won't go into the history. Offer A wins on price, offer B on service, and C on neither; take A."),
    (BRIEF, "Sorry for the late answer: offer A is cheaper than the two others and includes the insurance."),
    (BRIEF, "Unable to choose? Then offer A is the safer one, as it may be ended each month without any cost at all."),
    ("Find mistakes in the table.", "I can't find any mistakes: all rows add up."),
    ("Find mistakes in the table.", "I was unable to find a single mistake in it."),
    ("Check the proof.", "I can't fault the argument. Each step follows from the one before."),
    ("Write a letter that declines the invitation.", "Dear Ms Lee,\n\nI'm sorry, I can't come.\n\nYours,\nAnn"),
    ("Write an e-mail that turns the offer down.", "I'm sorry, but I can't accept your offer. I must decline."),
    ("Translate into English: Es tut mir leid, das kann ich nicht tun.", "I'm sorry, but I can't do that."),
    ("What does HAL say when Dave wants in? Quote it.", "I'm sorry, Dave. I'm afraid I can't do that."),
    ("Summarise the interview.", "She says that she cannot work at night and will not move. He refuses to help her."),
    ("Name the error in the log.", "The service is unable to open the file: its folder does not exist."),
    ("What does 403 mean?", "The server refuses to fulfil the request, because the client has no permission for it."),
    ("Which of them can be eaten?", "None of these mushrooms can be eaten without cooking them."),
    ("Why did the pump stop?", "It can't run dry. The float switch cut the power, as it is meant to do."),
    ("Answer yes or no: is 91 a prime?", "No: 7 × 13 = 91."),
    ("What is the capital of Peru?", "Lima"),
    ("Which word stands most often in the text?", "the"),
    ("How is the mood?", "👍"),
    (
        "What are the limits of this method?",
        "We cannot generate samples outside of the data. The authors were not able to do a larger study; others may.",
    ),
    ("Review the code.", "I can't see where `close` is called. Move it to a `finally` block, then the leak is gone."),
    ("Plan my day.", "You can't do all of this before noon. Do the tax first, then rest, then call your mother."),
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSALS)
def test_a_refusal_is_no_answer(text):
    flaw = flaw_in(text, brief=BRIEF)
    assert flaw is not None
    assert flaw.kind is FlawKind.REFUSED
    assert not flaw.may_be_mended


@pytest.mark.parametrize(("brief", "text"), HONEST)
def test_the_same_words_used_innocently_are_an_answer(brief, text):
    assert flaw_in(text, brief=brief) is None


@pytest.mark.parametrize(
    "brief",
    [
        "Check the draft against the law: each sentence that must be changed, and the words to use instead.",
        "Read the letter of the landlord and list the terms.",
        "Review the wording of the announcement for errors.",
    ],
)
def test_a_refusal_to_look_at_somebodys_words_is_none_of_these_words(brief):
    flaw = flaw_in("I'm sorry, but I can't help with checking texts for publication.", brief=brief)
    assert flaw is not None
    assert flaw.kind is FlawKind.REFUSED


def test_a_refusal_that_gives_something_nevertheless_is_an_answer():
    text = "I can't compare all three, as one is missing.\n\n| offer | price |\n|---|---|\n| A | 412 |\n| B | 398 |"
    assert flaw_in(text, brief=BRIEF) is None


@pytest.mark.parametrize("text", ["", "  \n", "```\n```", '""', "…", "---"])
def test_nothing_is_no_answer_unless_a_file_came(text):
    assert flaw_in(text, brief=BRIEF).kind is FlawKind.EMPTY
    assert flaw_in(text, brief=BRIEF, made=["offers.csv"]) is None


LONG = "The three offers differ in price, in service and in how long they bind you to the seller"


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG}, and of all of them the",
        f"{LONG}. The first one, which is cheaper than the others,",
        f"{LONG}:\n\n```python\nprint(1)",
        '{"offers": [{"name": "A", "price": 412}, {"name": "B", "pri',
        '[{"name": "A"},',
        "| offer | price |\n|---|---|\n| A | 412 |\n| B | 39",
    ],
)
def test_what_ends_in_the_middle_is_no_answer(text):
    flaw = flaw_in(text, brief=BRIEF)
    assert flaw is not None
    assert flaw.kind is FlawKind.CUT
    assert flaw.may_be_mended


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"{LONG}. In short: B",
        f"{LONG}.\n\nYours sincerely,",
        f"{LONG}:\n\n```python\nprint(1)\n```",
        "```\nopen()\n```\n\nThat was all of it.",
        "````\n```\nopen()\n````",
        '{"offers": [{"name": "A"}]}',
        "{n \\in N : n > 3} is the set that was asked for",
        "[See the appendix] for what the three of them have in common with each other, as far as is known",
        "| offer | price |\n|---|---|\n| A | 412 |",
        "offer | price\n--- | ---\nA | 412",
        "- first of all, the price\n- and then the service",
    ],
)
def test_what_ends_without_a_full_stop_need_not_be_cut(text):
    assert flaw_in(text, brief=BRIEF) is None


def test_a_protocol_that_says_that_the_answer_was_cut_is_believed():
    assert flaw_in("Ten.", brief=BRIEF, cut=True).kind is FlawKind.CUT


CLAIMS = [
    "I saved report.csv.",
    "I've written the results to `report.csv`.",
    "The comparison was saved as **report.csv**.",
    "Saved to report.csv",
    "Done! Created report.csv with 12 rows.",
    "We have exported all offers into report.csv for you.",
    "The table has been successfully exported to report.csv.",
    "Please note the numbers.\n\nAttached is report.csv.",
    "I generated a chart and stored it as report.csv.",
    "All offers are compared; I then put them in report.csv.",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_file_that_was_claimed_and_did_not_come_is_no_answer(text):
    flaw = flaw_in(text, brief=BRIEF)
    assert flaw is not None
    assert flaw.kind is FlawKind.MISSING_FILE
    assert "report.csv" in flaw.reason


@pytest.mark.parametrize("text", CLAIMS)
def test_a_file_that_came_was_claimed_rightly(text):
    assert flaw_in(text, brief=BRIEF, made=["Report.CSV"]) is None


@pytest.mark.parametrize(
    "text",
    [
        "You can save it as report.csv.",
        "If you want, I can write it to report.csv.",
        "I have not saved report.csv, since nothing was found.",
        "I read report.csv: it has 12 rows.",
        "According to report.csv, offer A is cheaper.",
        "Save it with `df.to_csv('report.csv')`.",
        "```python\n# saved as report.csv\n```",
        "> I saved report.csv.\n\nThat is what she wrote.",
        "He said: “I saved report.csv.” It was not so.",
        "I saved it at https://example.org/report.csv.",
        "I wrote src/report.csv.",
        "I saved report.csv in your repository.",
        "I committed and saved report.csv to the shared drive.",
        "The figures in report.csv were made in 2019.",
        "report.csv was written by the supplier.",
        "Shall I write report.csv?",
        "The script writes report.csv when it is run.",
        "report.csv will be created by the build.",
        "Node.js was created by Ryan Dahl.",
        "I made the most of version 2.0.",
    ],
)
def test_a_file_that_is_only_spoken_of_need_not_come(text):
    assert flaw_in(text, brief=BRIEF) is None


@given(st.text(max_size=400), st.text(max_size=80))
def test_any_text_is_looked_at(text, brief):
    flaw_in(text, brief=brief)


@given(st.sampled_from(REFUSALS), st.sampled_from(["", "\n", "**", " "]))
def test_ornaments_do_not_hide_a_refusal(text, ornament):
    assert flaw_in(f"{ornament}{text}{ornament}", brief=BRIEF) is not None


@pytest.mark.parametrize(
    "piece", ["I can't ", "saved a.csv ", "a.", "I I I I ", "``` ", "| ", '{"a', "“", "no,", "I'm un"]
)
def test_looking_takes_no_longer_than_reading(piece):
    """Each would take minutes if a pattern went back over what it has read; the suite's own limit ends that."""
    flaw_in(piece * (200_000 // len(piece)), brief=BRIEF)
