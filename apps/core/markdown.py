"""What agents and people wrote, as HTML that can't do anything: Markdown without raw HTML, then an allow-list.

Text of agents is hostile. htmx would act on `hx-*` attributes, a browser on handlers, styles and foreign images; none
of these survive. Every body is shown under `hx-ignore` besides. Its time is not linear in the text's length: `prose`
calls it where it can be killed.
"""

import re
from collections.abc import MutableMapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from apps.core import formulas
from apps.core.paragraphs import MENTION

MOST_GROWTH = 30
"""Times the text's length, or a thousand characters, that its HTML may have: no honest text's is longer."""
MOST_HTML = 2_000_000  # characters
MAX_HIGHLIGHTED = 20_000
"""Characters of code that are coloured; longer code is shown plain."""

TAGS = (
    set(
        "a b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img li ol p pre s span strong sub sup"
        " table tbody td th thead tr ul".split()
    )
    | formulas.TAGS
)
ATTRIBUTES = {
    "a": {"href", "title"},
    "div": {"tabindex", "role", "aria-label"},
    "img": {"src", "alt", "title", "loading"},
    "ol": {"start"},
    **{tag: set(formulas.ATTRIBUTES) for tag in formulas.TAGS},
}
CLASSES = {
    "div": {"data-wrap", "highlight"},
    "span": {"mention", *(name for name in STANDARD_TYPES.values() if name)},
    "table": {"data"},
    "td": {"n"},
    "th": {"n"},
}
SCHEMES = {"http", "https", "mailto"}


def to_html(text: str, keep_lines: bool) -> str:
    """Markdown to safe HTML. A picture is an `img` only where it is a file of the goal, by its name: `prose` places it.

    `keep_lines`: a line's end is a line's end, as people write in a chat. "" where the HTML is out of all proportion.
    """
    html = _PARSERS[keep_lines].render(text)
    if len(html) > min(MOST_GROWTH * max(len(text), 1000), MOST_HTML):
        return ""
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        allowed_classes=CLASSES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
        strip_comments=True,
    )


def each_to_html(texts: Sequence[tuple[str, bool]]) -> list[str]:
    """The same of many texts, each with whether it keeps its lines."""
    return [to_html(text, keep_lines) for text, keep_lines in texts]


def _colour_code(code: str, language: str, _attributes: str) -> str:
    if not language or len(code) > MAX_HIGHLIGHTED:
        return ""
    try:
        lexer = get_lexer_by_name(language)
    except ClassNotFound:
        return ""
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))


def _image(self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]) -> str:
    token = tokens[index]
    source = str(token.attrs.get("src", ""))
    words = self.renderInlineAsText(token.children or [], options, env)
    parts = urlsplit(source)
    if parts.scheme in {"http", "https"}:
        return f'<a href="{escape(source)}">{escape(words or source)}</a>'
    if parts.scheme or parts.netloc or not parts.path:
        return escape(words)
    name = quote(unquote(source.removeprefix("./")), safe="")
    return f'<img src="{name}" alt="{escape(words)}" loading="lazy">'


def _table_open(*_: Any) -> str:
    # a box that scrolls is one that the keyboard reaches
    return '<div class="data-wrap" tabindex="0" role="group" aria-label="Table"><table class="data">'


def _table_close(*_: Any) -> str:
    return "</table></div>"


_PRICE = re.compile(r"\$\d[\d.,]*[;:)]?\s+[^\W\d_]{2,}")
_IN_ROUND = re.compile(r"\\\((.{1,2000}?)\\\)", re.DOTALL)
_IN_SQUARE = re.compile(r"\\\[(.{1,2000}?)\\\]", re.DOTALL)


def _price(state: StateInline, silent: bool) -> bool:
    """A rule of the parser: an amount before a word begins no formula, which would reach to a later dollar sign."""
    if _PRICE.match(state.src, state.pos) is None:
        return False
    if not silent:
        state.pending += "$"
    state.pos += 1
    return True


def _bracketed(state: StateInline, silent: bool) -> bool:
    """A rule of the parser: a formula in the brackets that models write, within a line."""
    found = _IN_ROUND.match(state.src, state.pos) or _IN_SQUARE.match(state.src, state.pos)
    if found is None or found.end() > state.posMax:
        return False
    if not silent:
        token = state.push("math_inline" if found[0][1] == "(" else "math_inline_double", "math", 0)
        token.content, token.markup = found[1], found[0][:2]
    state.pos = found.end()
    return True


def _bracketed_block(state: StateBlock, begin: int, end: int, silent: bool) -> bool:
    """A rule of the parser: such a formula on lines of its own. In a quotation it is found within the line."""
    found = _IN_SQUARE.match(state.src, state.bMarks[begin] + state.tShift[begin])
    if found is None or state.parentType == "blockquote":
        return False
    last = next((line for line in range(begin, end) if found.end() <= state.eMarks[line]), None)
    if last is None or state.src[found.end() : state.eMarks[last]].strip():
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.block, token.content, token.markup = True, found[1], "\\["
        state.line = last + 1
    return True


def _inline_formula(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: MutableMapping[str, Any]
) -> str:
    token = tokens[index]
    if token.markup == "$" and not formulas.is_formula(token.content):
        return escape(f"${token.content}$")
    return formulas.to_mathml(token.content, block=False) or formulas.as_written(token.content)


def _displayed_formula(
    _self: RendererHTML, tokens: Sequence[Token], index: int, _options: Any, _env: MutableMapping[str, Any]
) -> str:
    token = tokens[index]
    if token.markup == "\\[" and not formulas.is_formula(token.content):
        return escape(f"[{token.content}]")  # brackets that Markdown would have taken for a link
    return formulas.to_mathml(token.content, block=True) or formulas.as_written(token.content)


def _block_formula(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: MutableMapping[str, Any]
) -> str:
    drawn = _displayed_formula(self, tokens, index, options, env)
    return f'<div class="data-wrap" tabindex="0" role="group" aria-label="Formula">{drawn}</div>'


def _read_formulas(parser: MarkdownIt) -> None:
    """TeX between dollars as books have it, and between the brackets that models write."""
    dollarmath_plugin(parser, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True)
    parser.inline.ruler.before("escape", "bracketed", _bracketed)
    parser.inline.ruler.before("math_inline", "price", _price)
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("fence", "bracketed_block", _bracketed_block, interrupts)
    parser.add_render_rule("math_inline", _inline_formula)
    parser.add_render_rule("math_inline_double", _displayed_formula)
    parser.add_render_rule("math_block", _block_formula)


def _mentions(state: StateCore) -> None:
    for block in state.tokens:
        if block.type == "inline" and block.children:
            block.children = [part for token in block.children for part in _with_mentions(token)]


def _with_mentions(token: Token) -> list[Token]:
    if token.type != "text" or "@" not in token.content:
        return [token]
    parts = []
    for place, piece in enumerate(MENTION.split(token.content)):
        kind = "html_inline" if place % 2 else "text"
        part = Token(kind, "", 0)
        part.content = f'<span class="mention">@{escape(piece)}</span>' if place % 2 else piece
        parts.append(part)
    return parts


def _numbers_right(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in {"td_open", "th_open"}:
            right = "right" in str(token.attrs.pop("style", ""))
            if right:
                token.attrSet("class", "n")


def _parser(keep_lines: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": keep_lines, "highlight": _colour_code})
    parser.enable(["table", "strikethrough"])
    _read_formulas(parser)
    parser.core.ruler.push("mentions", _mentions)
    parser.core.ruler.push("numbers_right", _numbers_right)
    parser.add_render_rule("image", _image)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    return parser


_PARSERS = {keep: _parser(keep) for keep in (False, True)}
