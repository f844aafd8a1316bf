"""The teams of a goal as an outline. Each team's link is a part of its own, so that only those that changed are pushed.

It is written here and not in a template: a page may show hundreds of teams, and a template takes five times as long.
So what somebody else wrote has to be escaped here.
"""

from collections.abc import Mapping, Sequence
from html import escape
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from apps.chat.queries.foreign_rooms import ForeignNode, all_foreign, foreign_nodes
from apps.chat.queries.tree import TeamNode, Tree
from apps.web.rendering.figures import money, short
from apps.web.rendering.foreign_links import foreign_url
from apps.web.rendering.markup import render
from apps.web.templatetags.ui import age_of, glyph, icon, word

OUTLINE = "outline"

LINK = """<a href="{base}?team={id}" id="a-{id}" tabindex="{tabindex}" data-state="{state}"
 data-messages="{messages}">{glyph}
<span class="name truncate" title="{name}">{label}</span>
<span class="badge badge-new" hidden hx-morph-skip data-unread></span>
<span class="sub"><span><b>{word}</b> {age}</span> <span class="num">{used}</span></span></a>"""

FOREIGN_LINK = """<a href="{url}" id="a-{key}" tabindex="-1" data-state="{state}" class="foreign">{glyph}
<span class="name truncate" title="{name}">{name}</span>
<span class="sub"><span><b>{word}</b> {age}</span>
<span class="hub-at" title="{at}">{globe}<span>{hub}</span></span></span></a>"""

BRANCH = """<li role="treeitem" id="b-{id}" aria-level="{level}" aria-selected="{selected}"{expanded} data-team="{id}">
{link}{below}</li>"""


def outline_links(tree: Tree, here: UUID, base: str) -> dict[str, SafeString]:
    """The link of each team by the id of its place. `here`: the team that is selected; `base`: the goal's address."""
    priced = tree.root.facts.spent.money > 0
    links = {f"a-{node.id}": _link(node, tree.labels[node.id], base, here, priced=priced) for node in tree.root.walk()}
    return links | {f"a-{node.key}": _foreign_link(node, base) for node in all_foreign(tree)}


def outline_part(tree: Tree, here: UUID, teams: Mapping[str, SafeString]) -> SafeString:
    """The whole outline with these links; a team without one has its place only."""
    return render("room/outline.html", tree=tree, here=here, branches=_branch(tree.root, here, teams))


def _branch(node: TeamNode, here: UUID, teams: Mapping[str, SafeString], level: int = 1) -> SafeString:
    rows = [_branch(child, here, teams, level + 1) for child in node.children]
    rows += [_foreign_branch(one, teams, level + 1) for one in foreign_nodes(node)]
    return _item(str(node.id), teams, rows, level, selected=node.id == here)


def _foreign_branch(node: ForeignNode, teams: Mapping[str, SafeString], level: int) -> SafeString:
    rows = [_foreign_branch(child, teams, level + 1) for child in node.children]
    return _item(node.key, teams, rows, level, selected=False)


def _item(
    key: str, links: Mapping[str, SafeString], rows: Sequence[SafeString], level: int, *, selected: bool
) -> SafeString:
    row = BRANCH.format(
        id=key,
        level=level,
        selected="true" if selected else "false",
        expanded=' aria-expanded="true"' if rows else "",
        link=links.get(f"a-{key}", ""),
        below=f'<ul role="group">{"".join(rows)}</ul>' if rows else "",
    )
    return SafeString(row)


def _foreign_link(node: ForeignNode, base: str) -> SafeString:
    link = FOREIGN_LINK.format(
        url=escape(foreign_url(node, base)),
        key=node.key,
        state=node.state.value,
        glyph=glyph(node.state),
        name=escape(node.name),
        word=escape(word(node.state)),
        age=age_of(node),
        at=escape(gettext("At another hub: {hub}").format(hub=node.hub)),
        globe=icon("globe"),
        hub=escape(node.hub),
    )
    return SafeString(link)


def _link(node: TeamNode, label: str, base: str, here: UUID, *, priced: bool) -> SafeString:
    spent = node.facts.spent
    link = LINK.format(
        base=escape(base),
        id=node.id,
        tabindex=0 if node.id == here else -1,
        state=node.state.value,
        messages=node.talk.last_number,
        glyph=glyph(node.state),
        name=escape(node.name),
        label=escape(label),
        word=escape(word(node.state)),
        age=age_of(node),
        used=money(spent.money) if priced else short(spent.tokens or None),
    )
    return SafeString(link)
