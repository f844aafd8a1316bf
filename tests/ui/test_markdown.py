"""What agents write is shown and can do nothing."""

import pytest

from apps.core import prose


def to_html(text, pictures, *, keep_lines=False):
    return prose.with_pictures(prose.render(text, keep_lines=keep_lines), pictures)


HOSTILE = [
    "<script>alert(1)</script>",
    "<i hx-get='/sign-out/' hx-trigger='load'>x</i>",
    "<i data-hx-post='/' data-hx-trigger='load'>x</i>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><use href='data:image/svg+xml,x'/></svg>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/pixel.png)",
    "![x](//evil.example/pixel.png)",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    '[x](https://a.example "\\" onmouseover=alert(1)")',
    "<style>body{display:none}</style>",
    "<p style='position:fixed'>x</p>",
    "<p id='log'>x</p>",
    "<form action='https://evil.example'><input name=x></form>",
    "<iframe src='https://evil.example'></iframe>",
    "<object data='x'></object>",
    "<template hx type='partial' hx-target='#log'>x</template>",
    "<hx-partial hx-target='#log' hx-swap='innerHTML'>gone</hx-partial>",
    "<hx-upsert hx-target='#log'><li id=e1>gone</li></hx-upsert>",
    "<div hx-swap-oob='true' id='topbar'>gone</div>",
    "<title>stolen</title>",
    "<head><title>stolen</title></head>",
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<base href='https://evil.example'>",
    "<link rel=stylesheet href='https://evil.example/x.css'>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    "<<script>alert(1)//<</script>",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    "```<script>\nx\n```",
    '```x" onmouseover="alert(1)\nx\n```',
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
    "@<script>alert(1)</script>",
    '@scribe" onclick=alert(1)',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\u202e<b onclick=alert(1)>x</b>",
]
FORBIDDEN_TAGS = [
    "script",
    "svg",
    "style",
    "form",
    "input",
    "iframe",
    "object",
    "template",
    "title",
    "meta",
    "base",
    "link",
    "math",
    "hx-partial",
    "hx-upsert",
    "p id",
    "p style",
]


BOX = '<div class="data-wrap" tabindex="0" role="group" aria-label="Table">'
"""What a table scrolls in. It is the renderer's: no text makes one, nor gives it other attributes."""


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_leaves_no_tag_attribute_or_address_that_acts(text):
    html = to_html(text, {})
    lowered = html.lower()
    assert not [tag for tag in FORBIDDEN_TAGS if f"<{tag}" in lowered]
    assert "<img" not in lowered
    for attribute in attributes(html.replace(BOX, "<div>")):
        assert attribute in {"href", "rel", "class", "title", "start"}
    assert 'href="javascript' not in lowered
    assert 'href="data' not in lowered
    assert 'href="vbscript' not in lowered


def attributes(html: str) -> list[str]:
    from html.parser import HTMLParser

    found = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.extend(name for name, _ in attrs)

    Reader().feed(html)
    return found


def test_a_picture_that_a_task_made_is_shown_in_place():
    assert to_html("![Revenue](revenue.svg)", {"revenue.svg": "/files/7/revenue.svg"}) == (
        '<p><img src="/files/7/revenue.svg" alt="Revenue" loading="lazy"></p>\n'
    )


def test_a_picture_from_elsewhere_becomes_a_link():
    html = to_html("![pixel](https://elsewhere.example/p.png)", {})
    assert 'href="https://elsewhere.example/p.png"' in html
    assert 'rel="noopener noreferrer nofollow"' in html


def test_a_table_scrolls_in_its_own_box_with_figures_at_the_end_edge():
    html = to_html("| Year | Revenue |\n|---|--:|\n| 2014 | 86.8 |", {})
    assert html.startswith(f'{BOX}<table class="data">'), "the keyboard reaches it"
    assert '<td class="n">86.8</td>' in html


def test_a_mention_stands_out_but_an_address_does_not():
    assert '<span class="mention">@scribe</span>' in to_html("ask @scribe", {})
    assert "mention" not in to_html("write to owner@example.org", {})


def test_code_in_a_known_language_is_coloured():
    assert '<span class="k">' in to_html("```python\nreturn 1\n```", {})


def test_people_keep_their_line_ends():
    assert "<br>" in to_html("one\ntwo", {}, keep_lines=True)
    assert "<br>" not in to_html("one\ntwo", {})


SHOWN_AS_FORMULAS = [
    (r"so $x^2$ holds", "<msup><mi>x</mi><mn>2</mn></msup>"),
    (r"so \(a_1\) holds", "<msub><mi>a</mi><mn>1</mn></msub>"),
    (r"the $k$ nearest", "<mi>k</mi>"),
    ("We get:\n\\[\n\\frac{a}{b}\n\\]\nand more", "<mfrac>"),
    ("$$\n\\begin{aligned}a&=b\\\\c&=d\\end{aligned}\n$$", "<mtr>"),
    ("| a |\n|---|\n| $x_1$ |", "<msub>"),
    ("> so\n> \\[ x_1\n> = 2 \\]", "<msub>"),
    ("- \\[x_1\\]", "<msub>"),
]


@pytest.mark.parametrize(("text", "drawn"), SHOWN_AS_FORMULAS)
def test_formulas_are_drawn_where_books_and_models_write_them(text, drawn):
    html = to_html(text, {})
    assert drawn in html
    assert "<math" in html


@pytest.mark.parametrize(
    "text",
    [
        "It costs $5 and $10 or 5$ more.",
        "Between $5 and 10$ more.",
        "PATH=$HOME/bin:$PATH and $my_var$ here.",
        "See [1], and $TODO$.",
        "It costs $6 or more, and $7, or so.",
        "5$ = 4.6€, 6$ = 5.5€",
    ],
)
def test_prices_paths_and_names_are_no_formulas(text):
    assert to_html(text, {}) == f"<p>{text}</p>\n"


def test_after_a_price_formulas_and_code_are_read_as_elsewhere():
    html = to_html(r"It is $5 or $6, and \(x_1\) is `$x$`, not $2 \times x$.", {})
    assert html.startswith("<p>It is $5 or $6, and <math")
    assert "is <code>$x$</code>, not <math" in html


def test_escaped_brackets_are_brackets():
    assert to_html(r"see \[1\] and \[TODO\]", {}) == "<p>see [1] and [TODO]</p>\n"


def test_a_formula_in_code_stays_code():
    assert to_html("`$x^2$`", {}) == "<p><code>$x^2$</code></p>\n"


def test_a_formula_that_cannot_be_drawn_is_shown_as_it_was_written():
    assert to_html(r"$\frac{$", {}) == "<p><code>\\frac{</code></p>\n"
    long = "x^2+" * 600
    assert to_html(f"${long}y$", {}) == f"<p><code>{long}y</code></p>\n"


HOSTILE_FORMULAS = [
    r"\unicode{<script>alert(1)</script>}",
    r"\frac{<img src=x onerror=alert(1)>}{",
    r"\href{javascript:alert(1)}{x}",
    r"\text{<script>alert(1)</script>}",
    r"\text{<img src=x onerror=alert(1)>}",
    r"\text{</mtext></math><img src=x onerror=alert(1)>}",
    r"\color{red}{x}\hspace{900em}y",
    r"\style{position:fixed}{x}",
    r"\class{x}{y}\id{log}{y}\cssId{log}{y}",
    r"\mathchoice{<svg onload=alert(1)>}{b}{c}{d}",
]


@pytest.mark.parametrize("source", HOSTILE_FORMULAS)
def test_a_hostile_formula_reaches_nothing_outside_of_itself(source):
    for html in (to_html(f"${source}$", {}), to_html(f"$$\n{source}\n$$", {})):
        lowered = html.lower()
        assert not [tag for tag in ("script", "img", "svg", "style", "annotation-xml", "a ") if f"<{tag}" in lowered]
        box = '<div class="data-wrap" tabindex="0" role="group" aria-label="Formula">'
        assert set(attributes(html.replace(box, "<div>"))) <= {"display", "stretchy", "mathvariant", "width", "fence"}
        assert "900em" not in html
