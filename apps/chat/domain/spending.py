"""What a goal took, divided by team, by who was called, and by model. Pure."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

COORDINATOR = "Coordinator"
THEMSELVES = "Agents that spoke for themselves"


@dataclass(frozen=True)
class Spending:
    """Calls of one kind in one team. `who`: an agent's name, or who spoke; `handle`: of an agent; `model`: "" where
    none is known of. `money` is US dollars; it does not hold the `unpriced` of the tokens.
    """

    team: str
    who: str
    handle: str
    model: str
    calls: int
    tokens: int
    money: float
    unpriced: int

    @property
    def price_known(self) -> bool:
        """Whether somebody said what all of it costs."""
        return not self.unpriced

    def plus(self, other: "Spending") -> "Spending":
        """Both, under the name of this one."""
        return replace(
            self,
            calls=self.calls + other.calls,
            tokens=self.tokens + other.tokens,
            money=self.money + other.money,
            unpriced=self.unpriced + other.unpriced,
        )


def by(key: Callable[[Spending], str], rows: Iterable[Spending]) -> list[Spending]:
    """One row for each value of `key`: what took most comes first, in money, then in tokens, then in calls."""
    found: dict[str, Spending] = {}
    for row in rows:
        name = key(row)
        found[name] = found[name].plus(row) if name in found else row
    return sorted(found.values(), key=lambda row: (-row.money, -row.tokens, -row.calls))


def total(rows: Sequence[Spending]) -> Spending:
    """All of it."""
    whole = Spending("", "", "", "", 0, 0, 0.0, 0)
    for row in rows:
        whole = whole.plus(row)
    return whole


HEAD = ("team", "who", "handle", "model", "calls", "tokens", "money_usd", "unpriced_tokens")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(rows: Iterable[Spending]) -> str:
    """The rows for a spreadsheet; what agents and people wrote begins no formula there."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\r\n")
    sheet.writerow(HEAD)
    for row in rows:
        words = (_plain(text) for text in (row.team, row.who, row.handle, row.model))
        sheet.writerow([*words, row.calls, row.tokens, f"{row.money:.6f}", row.unpriced])
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text
