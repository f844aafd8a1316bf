"""The text of an HTML page in blocks, as a reader sees them: headings, paragraphs, lists, tables; no navigation."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from apps.agents.builtin.tables.export import to_markdown
from apps.agents.builtin.tables.model import Table

UNSEEN = ("embed canvas button nav dialog footer aside audio video map head").split()
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    [
        *_HEADINGS,
        *"address article blockquote body caption dd div dl dt fieldset figcaption figure hr li main ol p pre"
        " section table td th tr ul".split(),
    ]
)
MOST_NODES = 100_000
MOST_UP = 40  # steps from a text to the block it stands in; what is nested deeper belongs to no block
MOST_CELL = 300  # characters; a table with longer cells is there for the layout
MOST_COLUMNS = 40
MOST_ROWS = 1000
MOST_TABLES = 100  # looked at; each look goes through all that is in one


@dataclass(frozen=True)
class Block:
    """A piece of a page. `level`: 1 to 6 for a heading, 0 for text."""

    text: str
    level: int = 0


def title_in(html: str) -> str:
    """Give a tame page's title, or its first heading; "" without either."""
    tree = LexborHTMLParser(html)
    for place in ("title", "h1"):
        node = tree.css_first(place)
        if node and (title := _flat(node.text())):
            return title[:300]
    return ""


def blocks_in(html: str) -> list[Block]:
    """Give the blocks of a tame page's body in reading order."""
    tree = LexborHTMLParser(html)
    tree.strip_tags(UNSEEN)
    root = tree.css_first("main") or tree.body
    return list(_merge(root)) if root else []


def _merge(root: LexborNode) -> Iterator[Block]:
    """Join the texts that stand in one block."""
    current: LexborNode | None = None
    texts: list[str] = []
    tables: dict[int, Table | None] = {}
    for seen, node in enumerate(root.traverse(include_text=True)):
        if seen > MOST_NODES:
            break
        if node.tag == "br":
            texts.append("\n")
        if node.tag == "table":
            table = tables[node.mem_id] = _table(node) if len(tables) < MOST_TABLES else None
            if table:
                yield from _block(current, texts)
                texts.clear()
                yield Block(to_markdown(table, MOST_ROWS))
        if node.tag != "-text":
            continue
        block, inside = _block_of(node, tables)
        if inside:
            continue
        if current is None or block is None or block.mem_id != current.mem_id:
            yield from _block(current, texts)
            texts.clear()
            current = block
        texts.append(node.text(deep=False))
    yield from _block(current, texts)


def _block_of(node: LexborNode, tables: dict[int, Table | None]) -> tuple[LexborNode | None, bool]:
    """Give the block that a text stands in, and whether it stands in a table that was read as one."""
    block: LexborNode | None = None
    above = node.parent
    for _ in range(MOST_UP):
        if above is None:
            break
        if block is None and above.tag in _BLOCKS:
            block = above
        if above.tag == "table" and tables.get(above.mem_id):
            return block, True
        above = above.parent
    return block, False


def _block(node: LexborNode | None, texts: list[str]) -> Iterator[Block]:
    tag = node.tag if node else ""
    text = "".join(texts).strip("\n") if tag == "pre" else _lines("".join(texts))
    if not text.strip():
        return
    if tag == "li":
        text = f"- {text}"
    yield Block(text, _HEADINGS.get(str(tag), 0))


def _table(node: LexborNode) -> Table | None:
    """Read a table of data; None for one that is there for the layout."""
    if node.css("table table"):
        return None
    rows = [_cells(row) for row in node.css("tr")[:MOST_ROWS]]
    width = max((len(row) for row in rows), default=0)
    if len(rows) < 2 or not 2 <= width <= MOST_COLUMNS or any(len(cell) > MOST_CELL for row in rows for cell in row):
        return None
    header, *others = ((*row, *[""] * (width - len(row))) for row in rows)
    return Table("table", header, tuple(others))


def _cells(row: LexborNode) -> list[str]:
    return [_flat(cell.text()) for cell in row.css("th, td")]


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())


def _lines(text: str) -> str:
    """Give a text with single spaces, and new lines only where the page has them."""
    return "\n".join(filter(None, (_flat(line) for line in text.split("\n"))))


LONGEST = 1_000_000  # characters of what is parsed
DEEPEST = 1000  # tags that are open at one time, those whose end may be left out not counted
_DROPPED = "script style svg math select template noscript textarea iframe object".split()  # with all that is inside
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?:[\s/][^<>]*)?>")
_UNCOUNTED = frozenset(  # the parser ends these by itself, or they have no inside
    "area base br col embed hr img input link meta source track wbr p li dt dd tr td th tbody thead tfoot colgroup "
    "option html body head".split()
)
_ASCII_LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}  # unlike lower() it keeps the length


def sanitize(html: str) -> str:
    """Give the page without scripts, pictures and attributes, cut where it is nested too deep or too long."""
    for tag in _DROPPED:
        html = _without(html, tag)
    plain = _TAG.sub(r"<\1\2>", html)[:LONGEST]
    return plain[: _depth_ends(plain)]


def _without(html: str, tag: str) -> str:
    """Cut an element out with its inside; one that is not closed goes to the end of the page."""
    lower = html.translate(_ASCII_LOWER)
    kept, at = [], 0
    while (start := lower.find(f"<{tag}", at)) >= 0:
        kept.append(html[at:start])
        end = lower.find(f"</{tag}", start)
        closed = lower.find(">", end) if end >= 0 else -1
        at = closed + 1 if closed >= 0 else len(html)
    return "".join([*kept, html[at:]])


def _depth_ends(html: str) -> int:
    """Give the place from which on the page is nested too deep, else its length."""
    opened: Counter[str] = Counter()
    depth = 0
    for match in _TAG.finditer(html):
        closing, name = match[1], match[2].lower()
        if name in _UNCOUNTED or (closing and not opened[name]):
            continue
        opened[name] += -1 if closing else 1
        depth += -1 if closing else 1
        if depth > DEEPEST:
            return match.start()
    return len(html)
