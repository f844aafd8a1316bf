"""Limits and spending in figures: used of allowed, shares of sub-teams, the fields of a form."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext, gettext_noop

from apps.accounts.domain.workspace_settings import LIMIT_RANGES
from apps.chat.queries.rooms import RoomView
from apps.chat.queries.tree import TeamNode, Tree
from apps.core.languages import figures, say
from apps.files.domain.quotas import size_text
from apps.teams.domain.limits import Limit, Limits
from apps.web.rendering.figures import money, short

LABELS = {
    Limit.MONEY: gettext_noop("Money, $"),
    Limit.TOKENS: gettext_noop("Tokens"),
    Limit.TURNS: gettext_noop("Turns"),
    Limit.MINUTES: gettext_noop("Minutes"),
    Limit.TEAMS: gettext_noop("Teams"),
    Limit.DEPTH: gettext_noop("Depth"),
}
REQUIRED = {Limit.DEPTH, Limit.TEAMS}
SEGMENTS = 4
NEAR = 0.8
"""From this part on a limit is shown amber."""
MOST_BELOW = 40  # teams that are listed


@dataclass(frozen=True)
class LimitRow:
    """One limit with what was used of it."""

    label: str
    text: str
    used: float
    limit: float | None
    inherited: str = ""  # what a team above has left, where that is less


@dataclass(frozen=True)
class SubteamSpend:
    """What a team below has used of what it was given itself; `level`: how far below, from 1."""

    id: UUID
    name: str
    text: str
    used: float
    limit: float | None
    level: int


@dataclass(frozen=True)
class LimitField:
    """One field of a limits form; `value` as it was typed, `error` beside it."""

    name: str
    label: str
    value: str
    lowest: float
    highest: float
    step: str
    required: bool
    error: str = ""


@dataclass(frozen=True)
class Share:
    """A sub-team's part of the spending, as a segment of a bar. `x` and `width` in percent of the limit."""

    name: str
    text: str
    seg: int
    x: float
    width: float


def used_of(used: str, most: str) -> str:
    """How much of what may be used."""
    return gettext("{used} of {most}").format(used=used, most=most)


def claimed_words(tokens: int) -> str:
    """How many of the tokens nobody but the agents counted; nothing where there are none."""
    return ", " + gettext("{tokens} as agents say").format(tokens=short(tokens)) if tokens else ""


def limit_rows(room: RoomView, now: datetime) -> list[LimitRow]:
    """The team's limits as used of allowed; money only where a price is known or a limit is set."""
    node = room.node
    spent, grant = node.facts.spent, node.facts.grant
    deepest = max(below.facts.depth for below in node.walk()) - node.facts.depth
    used = {**_used(node, now), Limit.TEAMS: spent.teams, Limit.DEPTH: deepest}
    above = room.path[:-1]
    rows = []
    for name, amount in used.items():
        allowed = getattr(grant, name)
        if name is Limit.MONEY and not amount and allowed is None:
            continue
        figure = money if name is Limit.MONEY else short
        used_text = figure(int(amount) if name is Limit.MINUTES else amount)
        text = used_of(used_text, gettext("no limit") if allowed is None else figure(allowed))
        if name is Limit.TOKENS and spent.claimed:
            text += claimed_words(spent.claimed)
        inherited = _inherited(name, None if allowed is None else allowed - amount, above, now)
        rows.append(LimitRow(gettext(LABELS[name]).removesuffix(", $"), text, amount, allowed, inherited))
    return [*rows, *_file_rows(room)] if room.is_root else rows


def _used(node: TeamNode, now: datetime) -> dict[Limit, float]:
    """What a team and all below it have used of what is spent."""
    spent = node.facts.spent
    return {
        Limit.MONEY: spent.money,
        Limit.TOKENS: spent.tokens,
        Limit.TURNS: spent.turns,
        Limit.MINUTES: node.facts.minutes(now),
    }


def _inherited(name: Limit, own_left: float | None, above: Sequence[TeamNode], now: datetime) -> str:
    """What the team above that has least left has, where that binds before the team's own limit; else empty."""
    left = {}
    for team in above:
        allowed, used = getattr(team.facts.grant, name), _used(team, now).get(name)
        if allowed is not None and used is not None:
            left[team.name] = max(allowed - used, 0)
    if not left:
        return ""
    tightest = min(left, key=lambda team: left[team])
    if own_left is not None and own_left <= left[tightest]:
        return ""
    figure = money if name is Limit.MONEY else short
    amount = int(left[tightest]) if name is Limit.MINUTES else left[tightest]
    return gettext("{amount} left above, in {team}").format(amount=figure(amount), team=tightest)


def spend_below(node: TeamNode) -> list[SubteamSpend]:
    """What each team below has used of what it was given itself, in the order of the outline, at most MOST_BELOW."""
    name = Limit.MONEY if node.facts.spent.money else Limit.TOKENS if node.facts.spent.tokens else Limit.TURNS
    figure = money if name is Limit.MONEY else short
    rows = []
    for team in list(node.walk())[1 : MOST_BELOW + 1]:
        used, own = getattr(team.facts.spent, name), getattr(team.facts.grant, name)
        text = f"{figure(used)} / {figure(own)}" if own is not None else figure(used)
        rows.append(SubteamSpend(team.id, team.name, text, used, own, team.facts.depth - node.facts.depth))
    return rows


@dataclass(frozen=True)
class NearLimit:
    """A limit of which most is used. `reached`: all of it."""

    label: str
    reached: bool


def near_limit(node: TeamNode, now: datetime) -> NearLimit | None:
    """The limit of which a team that goes on has used most, where that is NEAR and more."""
    if node.is_over:
        return None
    used = _used(node, now)
    allowed = {name: getattr(node.facts.grant, name) for name in used}
    shares = {name: used[name] / allowed[name] for name in used if allowed[name]}
    most = max(shares, key=shares.__getitem__, default=None)
    if most is None or shares[most] < NEAR:
        return None
    return NearLimit(gettext(LABELS[most]).removesuffix(", $"), reached=shares[most] >= 1)


def _file_rows(room: RoomView) -> list[LimitRow]:
    """What is attached to the goal and was made for it, of what it may have."""
    used, most = room.files_used, room.file_quota
    return [
        LimitRow(
            gettext("Files"), used_of(figures(f"{used.files:,}"), figures(f"{most.files:,}")), used.files, most.files
        ),
        LimitRow(
            gettext("Size of files"),
            used_of(say(size_text(used.bytes)), say(size_text(most.bytes))),
            used.bytes,
            most.bytes,
        ),
    ]


def limit_fields(
    limits: Limits, typed: Mapping[str, str] | None = None, errors: Mapping[str, str] | None = None
) -> list[LimitField]:
    """The fields of a form that sets limits, with what was typed and what is wrong with it."""
    ranges = {entry.name: entry for entry in LIMIT_RANGES}
    fields = []
    for name, label in LABELS.items():
        current = getattr(limits, name)
        entry = ranges[name]
        fields.append(
            LimitField(
                name=name.value,
                label=gettext(label),
                value=(typed or {}).get(name.value, "" if current is None else _plain(current)),
                lowest=entry.lowest,
                highest=entry.highest,
                step="1" if entry.whole else "any",
                required=name in REQUIRED,
                error=(errors or {}).get(name.value, ""),
            )
        )
    return fields


def _plain(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else str(number)


def shares(tree: Tree, node: TeamNode) -> list[Share]:
    """How the spending divides over the sub-teams and the team itself; the least are put together."""
    priced = node.facts.spent.money > 0
    total = node.facts.spent.money if priced else float(node.facts.spent.tokens)
    if not total:
        return []
    parts = [
        (tree.labels[child.id], child.facts.spent.money if priced else child.facts.spent.tokens)
        for child in node.children
    ]
    parts = sorted(((name, amount) for name, amount in parts if amount), key=lambda part: -part[1])
    own = max(total - sum(amount for _, amount in parts), 0)
    shown, rest = parts[: SEGMENTS - 1], parts[SEGMENTS - 1 :]
    if rest:
        shown[-1:] = [
            (
                gettext("{number} other teams").format(number=len(rest) + 1),
                shown[-1][1] + sum(amount for _, amount in rest),
            )
        ]
    limit = (node.facts.grant.money if priced else node.facts.grant.tokens) or total
    return _segments([*shown, (gettext("This team"), own)], max(limit, total), priced)


def _segments(parts: list[tuple[str, float]], limit: float, priced: bool) -> list[Share]:
    found, x = [], 0.0
    for place, (name, amount) in enumerate(parts, start=1):
        width = round(100 * amount / limit, 2)
        found.append(Share(name, money(amount) if priced else short(amount), place, round(x, 2), width))
        x += width
    return found
