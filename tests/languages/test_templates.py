"""No template says anything that cannot be said in another language."""

import re

import pytest
from django.conf import settings

TEMPLATES = settings.BASE_DIR / "templates"
OF_OTHERS = ("admin", "ninja")  # pages for those who run the installation, and for those who write programs
TOKEN = re.compile(
    r"{#.*?#}|<!--.*?-->|{% comment %}.*?{% endcomment %}|{% blocktranslate.*?{% endblocktranslate %}"
    r"|<(?:style|script|code|pre)\b.*?</(?:style|script|code|pre)>"
    r"|{%.*?%}|{{.*?}}"
    r"|<[/!a-zA-Z](?:\"(?:[^\"{]|{%.*?%}|{{.*?}}|{(?![%{]))*\"|[^<>{\"]|{%.*?%}|{{.*?}}|{#.*?#}|{(?![%{#]))*>",
    re.DOTALL,
)
SHOWN = ("title", "aria-label", "placeholder", "alt", "hx-confirm", "data-confirm", "data-confirm-more")
ATTRIBUTE = re.compile(rf'(?<![\w-])(?:{"|".join((*SHOWN, "data-confirm-yes"))})="([^"]*)"')
SAME_IN_ALL = {
    *("IoA Web", "UTC", "JSON", "CSV", "HTML", "Markdown", "MB"),  # names
    *(
        "Enter",
        "Shift Enter",
        "Esc",
        "Alt+Up",
        "Alt+Down",
        "Ctrl",
        "K",
        "Tab",
    ),  # what stands on keys, as keys are called
    *("@handle", "https", "agent.example"),  # examples of what programs read
}


def bare_words(source):
    """What stands in a template outside its tags, and in attributes that people see or hear, without a tag around."""
    for attributes in (found for tag in TOKEN.findall(source) for found in ATTRIBUTE.findall(tag)):
        yield TOKEN.sub(" ", attributes)
    yield from TOKEN.split(source)


def words_in(text):
    """The pieces of a text that have letters; punctuation between what a template puts in is none of them."""
    plain = re.sub(r'[\w:-]+="[^"]*"?|(?:&#?\w+;|\s)+', " ", text)  # a tag may be put together of several pieces
    return [piece.strip() for piece in re.split(r"[·(),;:/→]", plain) if re.search("[A-Za-z]{2}", piece)]


def untranslated(source):
    return {piece for text in bare_words(source) for piece in words_in(text)} - SAME_IN_ALL


PATHS = {path.relative_to(TEMPLATES).as_posix(): path for path in sorted(TEMPLATES.rglob("*.html"))}


@pytest.mark.parametrize("name", [name for name in PATHS if name.split("/")[0] not in OF_OTHERS])
def test_every_word_of_a_template_can_be_said_in_another_language(name):
    assert untranslated(PATHS[name].read_text()) == set()


def test_what_is_not_marked_is_found():
    bare = '<p title="Look">{% translate "Fine" %} {{ name }} left <b>us</b></p>'
    assert untranslated(bare) == {"Look", "left", "us"}
    marked = """<p title="{% translate 'Fine' %}">{% blocktranslate %}Yes{% endblocktranslate %} · UTC</p>"""
    assert untranslated(marked) == set()
