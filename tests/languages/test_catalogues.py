"""What the pages say has words in every language, with the same blanks, and the compiled files hold just that."""

import ast
import gettext
import re

import pytest

from scripts import messages

BLANK = re.compile(r"%\(\w+\)[sd]|(?<!{){\w*[^{}]*}")
CATALOGUES = [(language, domain) for language in messages.TRANSLATED for domain in ("django", "djangojs")]


def translated(language, domain):
    return [one for one in messages.read_catalogue(language, domain) if one.id]


def texts_of(ids):
    return list(ids) if isinstance(ids, list | tuple) else [ids]


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_a_translation_has_the_blanks_of_its_text(language, domain):
    wrong = []
    for one in translated(language, domain):
        wanted = {blank for text in texts_of(one.id) for blank in BLANK.findall(text)}
        needed = {blank for blank in wanted if all(blank in text for text in texts_of(one.id))}
        for text in filter(None, texts_of(one.string)):
            found = set(BLANK.findall(text))
            if not needed - {"{count}", "%(counter)s"} <= found <= wanted:
                wrong.append((one.id, text))
    assert wrong == []


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_the_compiled_file_says_what_the_text_says(language, domain):
    path = messages.po_path(language, domain).with_suffix(".mo")
    with path.open("rb") as file:
        compiled = gettext.GNUTranslations(file)._catalog
    wanted = {}
    for one in translated(language, domain):
        name = f"{one.context}\x04" if one.context else ""
        if isinstance(one.id, str):
            wanted[name + one.id] = one.string
        else:
            wanted.update({(name + one.id[0], at): text for at, text in enumerate(one.string)})
    assert {key: text for key, text in compiled.items() if key} == {key: text for key, text in wanted.items() if text}


def test_no_sentence_that_is_raised_is_put_together_where_it_cannot_be_translated():
    found = []
    for path in messages.python_files():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and messages.name_of(node) in messages.RAISED:
                found += [f"{path}:{node.lineno}" for part in messages.said_in(node) if isinstance(part, ast.JoinedStr)]
    assert found == []


@pytest.mark.parametrize(("language", "domain"), CATALOGUES)
def test_every_text_has_a_translation(language, domain):
    catalogue = messages.read_catalogue(language, domain)
    known = {(tuple(texts_of(one.id)), one.context) for one in catalogue if one.id}
    wanted = messages.template_of(domain)
    assert {(tuple(texts_of(one.id)), one.context) for one in wanted if one.id} - known == set()
    assert messages.untranslated(catalogue) == []


NOTES = {"page_with_note": 2, **dict.fromkeys(("success", "error", "warning", "info"), 1)}
"""Calls that show somebody a note -> which argument it is."""


def bare_texts(call):
    """What a call of a view or a form shows that is neither looked up nor found by the gatherer."""
    name = messages.name_of(call)
    shown = [one.value for one in call.keywords if one.arg in ("label", "help_text")]
    shown += call.args[NOTES[name] : NOTES[name] + 1] if name in NOTES else []
    return [one for one in shown if isinstance(one, ast.JoinedStr | ast.Constant) and getattr(one, "value", 1)]


def test_the_notes_of_views_and_the_labels_of_forms_can_be_said_in_another_language():
    found = []
    for folder in ("views", "forms"):
        for path in (messages.ROOT / "apps" / "web" / folder).rglob("*.py"):
            calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            found += [f"{path.name}:{one.lineno}" for call in calls for one in bare_texts(call)]
    assert found == []
