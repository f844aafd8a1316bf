"""The web page reader: pages of this machine, allowed for the test, read as any page is."""

import pytest

from apps.agents.builtin.errors import UnableError
from apps.agents.builtin.web_page_reader.html import DEEPEST, LONGEST, Block, blocks_in, sanitize, title_in
from apps.agents.builtin.web_page_reader.page import page_of
from apps.agents.builtin.web_page_reader.retrieval import WebSource, urls_in
from tests.agents.builtin.samples import ask
from tests.agents.connectors.fake_agent import agent

PAGE = """<!doctype html><html><head><title>Bees &amp; flowers</title><script>steal()</script></head><body>
<nav><a href="/">Home</a></nav><main><h1>Bees</h1><h2>Numbers</h2>
<p>The northern meadow has <b>ten thousand</b> bees.</p><p>The weather was fine.</p>
<table><tr><th>Year<th>Bees<tr><td>2019<td>9000<tr><td>2020<td>10000</table></main><footer>Imprint</footer></body></html>"""


@pytest.fixture(autouse=True)
def _allowed(settings):
    settings.IOA_ALLOWED_NETWORKS = ["127.0.0.1"]


def served(body=PAGE, media_type="text/html; charset=utf-8", status=200):
    return agent((status, media_type, body))


def test_a_page_answers_word_for_word_with_its_address():
    with served() as server:
        outcome = ask("web_page_reader", f"How many bees has the northern meadow according to {server.url}/bees?")
    assert "The northern meadow has ten thousand bees." in outcome.text
    assert f"{server.url}/bees" in outcome.text
    assert "Imprint" not in outcome.text
    kept = outcome.file("bees-flowers.md").decode()
    assert "| 2019 | 9000 |" in kept
    assert "steal" not in kept


def test_a_page_that_was_only_to_be_read_is_given_from_its_beginning():
    with served() as server:
        text = ask("web_page_reader", f"Read {server.url}").text
    assert "how it begins" in text
    assert "ten thousand" in text


def test_a_page_that_cannot_be_read_is_named_beside_one_that_can():
    with served() as fine, served("no", status=404) as missing:
        text = ask("web_page_reader", f"What do {fine.url} and {missing.url} say about bees?").text
    assert "bees" in text
    assert "(404)" in text


@pytest.mark.parametrize(("status", "permanent"), [(404, True), (500, False), (503, False)])
def test_whether_trying_again_helps_is_told(status, permanent):
    with served("", status=status) as server:
        assert ask("web_page_reader", f"Read {server.url}").refusal.permanent is permanent


@pytest.mark.parametrize(
    ("body", "media_type", "why"),
    [
        (b"%PDF-1.7", "application/pdf", "can't be read"),
        (b"\x89PNG", "image/png", "can't be read"),
        (b"<html><body><script>x()</script></body></html>", "text/html", "no text to read"),
        (b"", "text/html", "can't be read|no text"),
    ],
)
def test_what_is_no_text_is_refused_in_a_sentence(body, media_type, why):
    with pytest.raises(UnableError, match=why):
        page_of(WebSource("http://h/p", media_type, "", body))


def test_without_an_address_it_asks_for_one():
    assert "name the page" in ask("web_page_reader", "Read the news").refusal.reason


def test_an_inner_address_is_refused_at_first_and_after_a_redirect(settings):
    settings.IOA_ALLOWED_NETWORKS = []
    settings.IOA_LOCAL_AGENTS = True
    with served() as server:
        refusal = ask("web_page_reader", f"Read {server.url}").refusal
    assert "this machine itself" in refusal.reason
    assert server.asked == []


def redirecting(to):
    return agent((302, f"text/html\r\nLocation: {to}", ""))


def test_a_redirect_is_followed_and_the_last_address_cited():
    with served() as server, redirecting(f"{server.url}/moved") as first:
        assert f"{server.url}/moved" in ask("web_page_reader", f"Read {first.url}").text


@pytest.mark.parametrize(
    "to", ["http://169.254.169.254/latest/", "file:///etc/passwd", "gopher://x/", "http://10.0.0.1/", "http://["]
)
def test_a_redirect_to_where_nobody_may_go_is_refused(to):
    with redirecting(to) as first:
        assert ask("web_page_reader", f"Read {first.url}").refusal.permanent


def test_a_redirect_without_an_end_is_given_up():
    with redirecting("/again") as first:
        refusal = ask("web_page_reader", f"Read {first.url}").refusal
    assert "redirects more than 5 times" in refusal.reason
    assert len(first.asked) == 6


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("Read https://a.example/b.", ["https://a.example/b"]),
        ("(see http://a.example/b_(c)), and http://a.example", ["http://a.example/b_(c)", "http://a.example"]),
        ("“https://a.example/?q=1&r=2”", ["https://a.example/?q=1&r=2"]),
        ("https://a.example https://a.example", ["https://a.example"]),
        ("ftp://a.example www.example.org", []),
    ],
)
def test_addresses_are_found_in_sentences(text, urls):
    assert urls_in(text) == urls


def test_a_page_is_read_as_its_reader_sees_it():
    html = "<h1>A</h1><div>a<p>b</p>c</div><p>one<br>two</p><ul><li>x<li>y</ul><pre>p\n  q</pre><p>  </p>"
    texts = [("A", 1), ("a", 0), ("b", 0), ("c", 0), ("one\ntwo", 0), ("- x", 0), ("- y", 0), ("p\n  q", 0)]
    assert blocks_in(html) == [Block(*each) for each in texts]


def test_a_table_for_the_layout_is_read_as_text():
    assert [block.text for block in blocks_in(f"<table><tr><td>{'word ' * 100}<td>b<tr><td>c<td>d</table>")][1:] == [
        "b",
        "c",
        "d",
    ]


def test_a_title_is_that_of_the_page_else_its_first_heading():
    assert title_in(sanitize(PAGE)) == "Bees & flowers"
    assert title_in("<h1>Bees</h1>") == "Bees"
    assert title_in("<p>Bees</p>") == ""


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000,
        "<div/>" * 50_000,
        "<div><p></x>" * 30_000,
        "<b><i>" * 30_000,
        "<a " + " ".join(f"x{number}=1" for number in range(50_000)) + ">b",
        "<select>" + "<option>" * 50_000,
        "<script>" * 50_000,
        "<a " * 100_000,
    ],
)
def test_a_page_made_to_hold_the_parser_up_is_tamed(html):
    tamed = sanitize(html)
    assert len(tamed) <= LONGEST
    assert tamed.count("<div>") <= DEEPEST + 1
    assert len(blocks_in(tamed)) < 10


def test_text_of_another_kind_is_read_by_its_paragraphs():
    page = page_of(WebSource("http://h/p.txt", "text/plain", "latin-1", "Bees käme\n\nFlowers".encode("latin-1")))
    assert [block.text for block in page.blocks] == ["Bees käme", "Flowers"]
    assert page.title == "http://h/p.txt"


def test_a_wrong_charset_does_not_matter():
    for charset in ("utf-99", "zlib", "ascii"):
        assert (
            page_of(WebSource("http://h", "text/plain", charset, "Bienen süß".encode())).blocks[0].text == "Bienen süß"
        )


def test_a_very_long_page_is_cut():
    page = page_of(WebSource("http://h", "text/plain", "utf-8", b"word word\n\n" * 50_000))
    assert sum(len(block.text) for block in page.blocks) <= 400_009
