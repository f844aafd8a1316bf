"""What a goal took, over REST."""

from apps.chat.models import Turn


def test_a_program_reads_what_each_call_took_and_what_has_no_price(viewer, world):
    turns = Turn.objects.filter(conversation=world.root.conversation, number=15)
    turns.update(voice="m-1", prompt_tokens=900, completion_tokens=100, money=None)
    rows = viewer.get(f"/goals/{world.goal.pk}/spend").json()
    (spoke,) = [row for row in rows if row["model"] == "m-1"]
    assert (spoke["who"], spoke["handle"], spoke["tokens"]) == ("Coordinator", "", 1000)
    assert (spoke["money"], spoke["unpriced_tokens"]) == (None, 1000)


def test_the_spending_of_others_is_not_there(stranger, world):
    assert stranger.get(f"/goals/{world.goal.pk}/spend").status_code == 404


def test_each_budget_that_can_not_be_is_named_as_it_was_sent_and_told_in_the_readers_language(owner):
    wrong = {"workspace": {"tokens": -1}, "person": {"tokens": -1, "money": -1}}
    refused = owner.send("PUT", "/workspace/budgets", wrong, headers={"Accept-Language": "de"})
    assert refused.status_code == 422
    said = {one["field"]: one["detail"] for one in refused.json()["errors"]}
    assert said.keys() == {"workspace.tokens", "person.tokens", "person.money"}
    assert said["workspace.tokens"].startswith("Verwende eine ganze Zahl von 1 bis ")
    assert said["person.money"].startswith("Verwende US-Dollar über 0 bis ")
