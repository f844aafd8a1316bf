"""A person offers what they can do, is chosen for it, and does a task: in a browser, beside agents."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessible import faults

pytestmark = pytest.mark.browser

CERTIFIED = "Seen and signed. **Berth 3** is in it."


def test_a_person_offers_their_work_answers_one_task_with_a_file_and_hands_another_back(
    browse, product, workshop, tmp_path
):
    page = browse(workshop["links"]["notary"])
    offer_work(page, product)
    answer_with_a_file(page, browse, product, workshop, tmp_path)
    hand_back(page, browse, product, workshop)


def offer_work(page, product) -> None:
    page.goto(f"{product.url}/work/")
    page.get_by_role("link", name="Offer your work").click()
    page.get_by_label("What you can do").fill("certifying deeds: looks at a deed and certifies it")
    page.get_by_label("You answer within").select_option("1 hour")
    page.get_by_role("button", name="Offer this").click()
    expect(page.get_by_text("Teams may choose you now.")).to_be_visible()
    expect(page.locator("#work")).to_contain_text("@notary, on")


def answer_with_a_file(page, browse, product, workshop, tmp_path) -> None:
    page.goto(f"{product.url}/work/")
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    goal = product.post("/goals", {"text": "Certify the deed of the harbour."}, workshop["token"])["id"]
    page.get_by_role("link", name="Show 1 more task").click()
    task = page.get_by_role("article", name=re.compile("Certify the deed"))
    expect(task).to_contain_text("due")
    assert faults(page) == []

    task.get_by_text("Ask about it").click()
    task.get_by_label("Your question to the team").fill("Which deed?")
    task.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_text("Nothing waits for you.")).to_be_visible()
    asked = browse(workshop["links"]["owner"])
    asked.goto(f"{product.url}/needs-you/")
    need = asked.get_by_role("article").filter(has_text="Which deed?")
    need.get_by_label("Answer in words").fill("That of 1871.")
    need.get_by_role("button", name=re.compile("Send|Answer")).first.click()

    page.get_by_role("link", name="Show 1 more task").click()
    expect(task).to_contain_text("The answer to your question: That of 1871.")
    (tmp_path / "deed.txt").write_text("Certified.")
    task.get_by_label("Your result").fill(CERTIFIED)
    task.get_by_label("Files").set_input_files(tmp_path / "deed.txt")
    task.get_by_role("button", name="Send the result").click()
    expect(page.get_by_text("Your result is with the team.")).to_be_visible()

    product.await_ended(goal)
    result = product.get(f"/goals/{goal}/result", workshop["token"])
    assert (result["status"], "Berth 3" in result["answer"]) == ("done", True), result
    assert "deed.txt" in {file["name"] for file in product.get(f"/goals/{goal}/files", workshop["token"])["items"]}


def hand_back(page, browse, product, workshop) -> None:
    """It goes to somebody else, or ends with the reason."""
    goal = product.post("/goals", {"text": "Certify the deed of the mill."}, workshop["token"])["id"]
    page.goto(f"{product.url}/work/")
    if not page.get_by_role("article").count():
        page.get_by_role("link", name="Show 1 more task").click()
    task = page.get_by_role("article", name=re.compile("mill"))
    task.get_by_text("Hand it back").first.click()
    task.get_by_label("Why, for whoever does it instead").fill("I own the mill.")
    task.get_by_role("button", name="Hand it back").click()
    expect(page.get_by_text("It is handed back.")).to_be_visible()
    room = browse(workshop["links"]["owner"])
    room.goto(f"{product.url}/goals/{goal}/")
    expect(room.locator("#log")).to_contain_text("Notary handed it back: I own the mill.")
