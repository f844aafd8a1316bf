"""What sentences are made of can be said in another language: templates are gathered, and no value is bare English."""

import ast
from string import Formatter

import pytest

from scripts import messages

FIELDS = {"do"}
"""Names of what programs read, which are the same in every language."""
MAKERS = {"sentence": 1, "plural_sentence": 2}
"""What makes a sentence -> how many of its arguments are templates."""
CALLS = [
    (scope, call, known, f"{path.relative_to(messages.ROOT)}:{call.lineno}")
    for path in messages.python_files()
    for tree in [ast.parse(path.read_text())]
    for known in [messages.named_texts(tree)]
    for scope, call in {
        call: (scope, call)  # of scopes in each other, the inner one comes last
        for scope in ast.walk(tree)
        if isinstance(scope, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef)
        for call in ast.walk(scope)
        if isinstance(call, ast.Call) and messages.name_of(call) in MAKERS
    }.values()
]


def assigned(scope, name):
    """What a name of a function is bound to in it; one that it is given is bound to nothing here."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign) or isinstance(scope, ast.Module):
            continue
        for target in node.targets:
            many = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names, values = (target.elts, node.value.elts) if many else ([target], [node.value])
            yield from (value for one, value in zip(names, values, strict=False) if ast.unparse(one) == name)


def templates_of(scope, part, known):
    """The texts that an argument may be; none where only who calls the function knows."""
    if isinstance(part, ast.Name) and part.id not in known:
        return [text for value in assigned(scope, part.id) for text in templates_of(scope, value, known)]
    if isinstance(part, ast.IfExp):
        return templates_of(scope, part.body, known) + templates_of(scope, part.orelse, known)
    if isinstance(part, ast.Name):
        return [known[part.id]]
    return [part.value] if isinstance(part, ast.Constant) else []


def gathered():
    ids = (one.id for one in messages.template_of("django") if one.id)
    return {text for one in ids for text in ([one] if isinstance(one, str) else one)}


def blanks(template):
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(template) if name is not None}


def wrong_blanks(scope, call, known):
    """The blanks without a value, and the values without a blank in any of the templates."""
    count = MAKERS[messages.name_of(call)]
    templates = [text for part in call.args[:count] for text in templates_of(scope, part, known)]
    given = {one.arg for one in call.keywords} | ({"count"} if count > 1 else set())
    if not templates or None in given or given == set():
        return {text for text in templates if given == set() and "{" in text}
    needed = set().union(*map(blanks, templates))
    return (needed ^ given) - ({"count"} if count > 1 else set())


def phrases(scope, part):
    """The English in a value that nobody can say in another language."""
    if isinstance(part, ast.Name):
        return [text for value in assigned(scope, part.id) for text in phrases(scope, value)]
    if isinstance(part, ast.IfExp | ast.BoolOp):
        parts = part.values if isinstance(part, ast.BoolOp) else (part.body, part.orelse)
        return [text for one in parts for text in phrases(scope, one)]
    if isinstance(part, ast.JoinedStr):
        said = [one.value for one in part.values if isinstance(one, ast.Constant)]
        return [text for text in said if any(map(str.isalpha, text))]
    if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "join":
        return [text for text in phrases(scope, part.func.value) if any(map(str.isalpha, text))]
    if not isinstance(part, ast.Constant) or not isinstance(part.value, str) or part.value in FIELDS:
        return []
    return [part.value] if any(map(str.isalpha, part.value)) else []


def test_each_value_of_a_sentence_has_its_blank_and_each_blank_its_value():
    found = {place: wrong_blanks(scope, call, known) for scope, call, known, place in CALLS}
    assert {place: names for place, names in found.items() if names} == {}


def test_every_template_is_gathered_for_the_translators():
    found = {
        (place, text)
        for scope, call, known, place in CALLS
        for part in call.args[: MAKERS[messages.name_of(call)]]
        for text in templates_of(scope, part, known)
        if any(map(str.isalpha, messages.BLANK.sub("", text)))
    }
    texts = gathered()
    assert {(place, text) for place, text in found if text not in texts} == set()


def test_no_value_of_a_sentence_is_english_that_stays_english():
    found = [
        (place, text)
        for scope, call, _, place in CALLS
        for value in call.keywords
        for text in phrases(scope, value.value)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "names", "said"),
    [
        ("sentence('Not handed on', circle=circle)", {"circle"}, []),
        ("sentence('Not handed on: {circle}')", {"Not handed on: {circle}"}, []),
        ("sentence('{a} and {b}', a=a, c=c)", {"b", "c"}, []),
        ("sentence('{whose} budget', whose='You have' if mine else name)", set(), ["You have"]),
        ("sentence('{who} came', who=' and '.join(names))", set(), [" and "]),
        ("plural_sentence('{count} file', '{count} files', 3)", set(), []),
        ("sentence(words, **values)", set(), []),
    ],
)
def test_what_is_wrong_is_found(source, names, said):
    scope = ast.parse(f"def say(words, values):\n    return {source}").body[0]
    call = next(node for node in ast.walk(scope) if isinstance(node, ast.Call))
    assert wrong_blanks(scope, call, {}) == names
    assert [text for one in call.keywords for text in phrases(scope, one.value)] == said
