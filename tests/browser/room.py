"""A room as a test reads it: what the page shows, beside what the product has on record."""

from dataclasses import dataclass
from typing import Self

from playwright.sync_api import Locator, Page, expect

from tests.browser.product import Product

STAYED = "window.neverReloaded === true"


@dataclass(frozen=True)
class Room:
    """One team's room in one page."""

    page: Page
    product: Product
    goal: str
    team: str
    token: str

    @classmethod
    def of(cls, page: Page, product: Product, goal: dict, token: str) -> Self:
        """The room of a goal's own team, from what REST says of the goal."""
        return cls(page, product, goal["id"], goal["team"], token)

    @property
    def url(self) -> str:
        return f"{self.product.url}/goals/{self.goal}/"

    @property
    def messages(self) -> Locator:
        return self.page.locator("#log > li.msg")

    @property
    def state(self) -> Locator:
        """The goal's state in the top bar."""
        return self.page.locator("#topbar .state").first

    def open(self) -> Self:
        """Go there, and wait until it is live."""
        self.page.goto(self.url)
        self.expect_live()
        return self

    def expect_live(self) -> None:
        expect(self.page.locator("#connection")).to_have_attribute("data-connection", "live")

    def expect_state(self, word: str) -> None:
        expect(self.state).to_contain_text(word)

    def say(self, text: str) -> None:
        """Write into the room as a person does."""
        self.page.get_by_label("Message", exact=True).fill(text)
        self.page.get_by_role("button", name="Send", exact=True).click()

    def mark(self) -> None:
        """Leave a mark that a reload would wipe away."""
        self.page.evaluate("window.neverReloaded = true")

    def expect_never_reloaded(self) -> None:
        assert self.page.evaluate(STAYED), "the page was loaded again"

    def recorded(self) -> list[int]:
        """The numbers of the messages on record."""
        items = self.product.get(f"/teams/{self.team}/messages?limit=100", self.token)["items"]
        return [item["number"] for item in items]

    def expect_whole(self) -> None:
        """The page comes to show every message on record, once, in order."""
        for _ in range(60):
            if self.numbers() == self.recorded():
                break
            self.page.wait_for_timeout(500)  # what came to the record after it was read shows next time
        assert self.numbers() == self.recorded() == list(range(1, len(self.numbers()) + 1))

    def numbers(self) -> list[int]:
        return self.messages.evaluate_all("rows => rows.map(row => Number(row.dataset.number))")

    def texts(self) -> list[str]:
        """What the messages say, without what tells the time."""
        told = "row => { const copy = row.cloneNode(true); copy.querySelectorAll('time').forEach(t => t.remove());"
        return self.messages.evaluate_all(f"rows => rows.map({told} return copy.textContent.trim(); }})")
