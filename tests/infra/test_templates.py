"""Templates and style sheets hold what is used, in lines that can be read."""

import ast
import re
from functools import cache

import pytest
from django.conf import settings

from apps.chat.domain.states import MessageKind

TEMPLATES = settings.BASE_DIR / "templates"
SHEETS = settings.BASE_DIR / "static" / "css"
# what is asked for by a name of its own kind: Django's handlers of errors, and the start page of the admin
BY_DJANGO = {"ninja/swagger.html", "400.html", "403.html", "404.html", "500.html", "admin/index.html"}
# what others write into pages: Pygments into code, unfold into the admin
BY_OTHERS = {"api-docs.css", "code.css", "admin.css"}
# htmx puts it on what is being sent
BY_HTMX = {"htmx-request"}


def names_of(folder, ending):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob(f"*.{ending}"))


@cache
def texts(folder, ending):
    return [path.read_text() for path in (settings.BASE_DIR / folder).rglob(f"*.{ending}")]


@pytest.mark.parametrize("name", names_of(TEMPLATES, "html"))
def test_a_line_of_a_template_has_120_columns_at_most(name):
    assert [line for line in (TEMPLATES / name).read_text().splitlines() if len(line) > 120] == []


LONG = 300  # characters


@pytest.mark.parametrize("name", names_of(TEMPLATES, "html"))
def test_no_field_for_a_long_text_cuts_what_is_pasted_into_it(name):
    fields = re.findall(r"<(?:input|textarea)\b[^>]*>", (TEMPLATES / name).read_text())
    cutting = [one for one in fields if (most := re.search(r'maxlength="(\d+)"', one)) and int(most[1]) > LONG]
    assert [one for one in cutting if 'type="search"' not in one] == []


def test_every_template_is_asked_for_by_name():
    asking = [*texts("templates", "html"), *texts("apps", "py"), *texts("ioa_web", "py")]
    named = set(re.findall(r"[\"']([\w/.-]+\.html)[\"']", "\n".join(asking)))
    patterns = {re.sub(r"{.*?}", "*", found[1]) for found in re.finditer(r'f"([\w/{}.]+\.html)"', "\n".join(asking))}
    filled = {pattern.replace("*", word) for pattern in patterns for word in parts_of_names()}
    assert set(names_of(TEMPLATES, "html")) - named - filled - BY_DJANGO == set()


def parts_of_names():
    """What an f-string puts into a template's name: a part of a page, or a kind of message."""
    return {word for text in strings_of_python() for word in re.findall(r"\w+", text)} | set(MessageKind)


def strings_of_python():
    """Each text in the code of pages that is no docstring."""
    for text in (*texts("apps/web", "py"), *texts("apps/core", "py")):
        tree = ast.parse(text)
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
        yield from (node.value for node in constants if isinstance(node.value, str))


def strings_of_scripts():
    for text in texts("static/js", "js"):
        yield from (found[1] for found in re.finditer(r"[\"'`](.*?)[\"'`]", text))


def words_of_templates():
    """Words of all attributes; what a template puts in stands as `*`."""
    for text in (*texts("templates", "html"), *texts("templates", "svg")):
        bare = re.sub(r"{#.*?#}", " ", text)
        for tag in re.findall(r"{%.*?%}", bare):
            yield from (word for string in re.findall(r'"([^"]*)"', tag) for word in string.split())
        bare = re.sub(r"{%.*?%}", " ", re.sub(r"{{.*?}}", "*", bare))
        for value in re.findall(r'=\s*"([^"]*)"', bare):
            yield from value.split()


@cache
def words_in_use():
    written = {word for text in (*strings_of_python(), *strings_of_scripts()) for word in re.findall(r"[\w-]+", text)}
    return written | set(words_of_templates())


def is_used(name):
    starts = [word.partition("*")[0] for word in words_in_use() if "*" in word]
    return name in words_in_use() or any(start.endswith("-") and name.startswith(start) for start in starts)


@pytest.mark.parametrize("sheet", [name for name in names_of(SHEETS, "css") if name not in BY_OTHERS])
def test_every_class_of_a_style_sheet_is_worn_by_something(sheet):
    rules = re.sub(r"/\*.*?\*/", "", (SHEETS / sheet).read_text(), flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{};]+){", rules))
    assert {name for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors) if not is_used(name)} - BY_HTMX == set()
