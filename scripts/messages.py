"""What the pages say, for translators: gathered from templates, Python and scripts into `locale`, and compiled.

    make messages     # gathers, keeps what is translated, compiles, and says what has no translation yet

It needs nothing but Babel and Django's own reader of templates. The compiled files are in the repository, so that a
clone speaks all languages at once.
"""

import ast
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from babel.messages import pofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo

from apps.accounts.domain.languages import ENGLISH, LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
LOCALE = ROOT / "locale"
TRANSLATED = [name for name in LANGUAGES if name != ENGLISH]

CALLS = {  # what is called -> how many of its arguments are texts, and whether the first of them is a context
    **dict.fromkeys(("gettext", "gettext_lazy", "gettext_noop", "_", "sentence"), (1, False)),
    **dict.fromkeys(("ngettext", "ngettext_lazy", "plural_sentence"), (2, False)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (2, True)),
    **dict.fromkeys(("npgettext",), (3, True)),
}
RAISED = {
    *("Refused", "Taken", "NotFound", "Forbidden", "Conflict", "Crowded", "TooManyTries", "ValidationError"),
    *("ForbiddenTarget", "UnreadableError", "Unusable", "NoAnswer"),
}
"""Whoever raises one of these with a sentence says it to somebody: the sentence is looked up where it is shown."""
TABLES = {
    "Look": (0, 1),
    "TaskStateLook": (2, 3),
    "ReceiptLook": (1, 2),
    "LimitRange": (4,),
    "Command": (1,),
    "BuiltInTemplate": (1, 2),
    "ModelTrial": (1,),
}
"""What a table says: the name of its rows -> which arguments are words."""
NAMED = {"Descriptor": ("name", "help", "harmless"), "Field": ("description", "title")}
"""The same for arguments that are given by name, of connectors and their settings alone."""
CONNECTORS = "apps/agents/connectors/"


WORDS = {
    "ioa_web/problems.py": ("TITLES",),
    "apps/accounts/gateway/model_trial.py": ("sentences",),
    "apps/agents/connectors/replies.py": ("_SENTENCES", "_REDIRECT", "_REDIRECT_TO", "_BROKEN", "_OTHER"),
    "apps/attention/queries/news.py": ("OUTCOMES", "_unnoticed"),
    "apps/chat/actions/checks.py": ("_HEADS",),
    "apps/chat/actions/circles.py": ("NOT_AGAIN",),
    "apps/chat/voices/llm/failures.py": ("_explain", "_lost", "_status"),
    "apps/core/networks.py": ("_REFUSED_V4", "_REFUSED_V6", "_INNER_V6", "refusal_reason"),
    "apps/core/validation.py": ("SAID",),
    "apps/core/outbound/errors.py": ("_SENTENCES",),
    "apps/teams/domain/checks/files.py": ("check_file", "_check_document"),
    "apps/accounts/domain/access.py": ("DOES", "CHOICES", "Role"),
    "apps/agents/domain/connectors.py": ("SETTINGS",),
    "apps/agents/domain/documents/decoding.py": ("SIGNATURES",),
    "apps/agents/domain/profile_gaps.py": ("NOTHING_TO_CHOOSE_BY",),
    "apps/agents/domain/reach.py": ("TRUST", "ASKERS", "READS_WORDS", "trust_hint"),
    "apps/agents/domain/profile.py": ("Trust",),
    "apps/agents/domain/repeatability.py": ("judge_skill",),
    "apps/chat/domain/built_in_templates.py": ("BLANKS",),
    "apps/chat/domain/digest.py": ("OUTCOMES",),
    "apps/chat/domain/mentionable.py": ("ATTENDANCE_WORDS",),
    "apps/chat/domain/receipts.py": ("DEED_WORDS",),
    "apps/chat/actions/cancellations.py": ("TOO_LATE", "READING", "GIVEN", "NOT_YOURS"),
    "apps/chat/domain/found.py": ("KIND_WORDS", "HANDLING_WORDS"),
    "apps/chat/domain/goal_record.py": ("Concealable",),
    "apps/chat/domain/hearing.py": ("SPEAKS", "ANSWERED", "TOLD", "PAUSED", "OVER", "NOBODY"),
    **dict.fromkeys(
        (
            f"apps/chat/domain/room_protocols/{name}.py"
            for name in ("debate", "disclosure", "open_floor", "round_robin")
        ),
        ("title", "purpose"),
    ),
    "apps/chat/actions/restoration.py": ("GO_ON", "STOP"),
    "apps/chat/domain/machine/silence.py": ("ASK_AGAIN",),
    "apps/chat/domain/machine/utterance_effects.py": ("GO_ON",),
    "apps/chat/domain/states.py": ("MessageKind",),
    "apps/chat/queries/goals.py": ("FILTERS",),
    "apps/chat/queries/message_views.py": ("STANCES",),
    "apps/chat/queries/rooms.py": ("PHASES",),
    "apps/core/names/__init__.py": ("UNSEEN", "EMPTY"),
    "apps/files/domain/quotas.py": ("NAMES", "OWNERS"),
    "apps/teams/actions/suspension.py": ("RETRY",),
    "apps/teams/domain/limits.py": ("MORE", "AGAIN"),
    "apps/teams/domain/states.py": ("APPROVE", "HOLDS", "START_PLAN", "Priority", "TaskState", "ApprovalState"),
    "apps/web/forms/commands.py": ("_DELIVERED",),
    "apps/webhooks/domain/deliveries.py": ("DeliveryState",),
    "apps/webhooks/domain/kinds.py": ("DESCRIBED",),
    "apps/teams/queries/decisions.py": ("KIND_WORDS", "words_wanted", "words_sent"),
    "apps/teams/queries/members.py": ("KINDS", "role"),
}
"""What stands in constants, in what functions give, and in enumerations: the module -> their names."""


NOTHING: Mapping[str, str] = {}


class Message(NamedTuple):
    """One text, where it stands, and what it is in the plural; `context` tells apart what English calls the same."""

    text: str
    place: str
    many: str = ""
    context: str = ""


# --- Python ---------------------------------------------------------------------------------------------------------


def in_python(source: str, place: str) -> Iterator[Message]:
    """The texts of calls that translate, of what is raised, and of tables."""
    tree = ast.parse(source)
    known = named_texts(tree)
    for node in ast.walk(tree):
        if place in WORDS:
            yield from (Message(text, place) for text in _words(node, WORDS[place]))
        if not isinstance(node, ast.Call):
            continue
        name = name_of(node)
        if name in CALLS:
            yield from _called(node, place, *CALLS[name], known)
        elif name in RAISED:
            yield from (Message(text, place) for part in said_in(node) for text in constants(part, known))
        elif name in TABLES:
            words = [node.args[at] for at in TABLES[name] if at < len(node.args)]
            yield from (Message(text, place) for part in words for text in constants(part))
        elif name in NAMED and place.startswith(CONNECTORS):
            given = [one.value for one in node.keywords if one.arg in NAMED[name]]
            yield from (Message(text, place) for part in given for text in constants(part))


def _words(node: ast.AST, names: tuple[str, ...]) -> Iterator[str]:
    """The texts of what has one of these names; those that begin with a dash or have no letter are none."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        bound = {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
        yield from _texts(node.value) if bound.intersection(names) else ()
    elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names:
        docs = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Expr)}
        yield from (text for one in node.body for text in _texts(one, docs))


def _texts(part: ast.AST, without: Collection[int] = ()) -> Iterator[str]:
    dicts = [one for one in ast.walk(part) if isinstance(one, ast.Dict)]
    keys = {id(inner) for one in dicts for key in one.keys if key for inner in ast.walk(key)}
    for one in ast.walk(part):
        if isinstance(one, ast.Constant) and id(one) not in keys and id(one) not in without:
            yield from constants(one)


def name_of(call: ast.Call) -> str:
    """What is called, without where it comes from."""
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def said_in(call: ast.Call) -> list[ast.expr]:
    """The arguments in which a sentence may stand."""
    return [*call.args[:1], *(keyword.value for keyword in call.keywords)]


_IS_TEXT = re.compile(r"^(?!\s)(?=.*[A-Za-z])(?!\w+_\w+$)", re.DOTALL)  # has letters, and is neither an end nor a name


BLANK = re.compile(r"{[^{}]*}")


def named_texts(tree: ast.Module) -> dict[str, str]:
    """The texts that have a name in a module."""
    found: dict[str, str] = {}
    for node in tree.body:
        for target in node.targets if isinstance(node, ast.Assign) else ():
            many = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
            names, values = (target.elts, node.value.elts) if many else ([target], [node.value])
            for one, said in zip(names, values, strict=False):
                if isinstance(one, ast.Name) and isinstance(said, ast.Constant) and isinstance(said.value, str):
                    found[one.id] = said.value
    return found


def constants(part: ast.expr, known: Mapping[str, str] = {}) -> Iterator[str]:
    """The texts that an expression may be: of `a if x else b` both, of a name that is `known` its text."""
    if isinstance(part, ast.Name) and part.id in known:
        yield known[part.id]
    elif isinstance(part, ast.Constant) and isinstance(part.value, str) and _IS_TEXT.search(part.value):
        yield part.value
    elif isinstance(part, ast.IfExp):
        yield from (text for one in (part.body, part.orelse) for text in constants(one, known))
    elif isinstance(part, ast.BoolOp | ast.Dict):
        yield from (text for one in part.values for text in constants(one, known))


def _called(
    call: ast.Call, place: str, count: int, in_context: bool, known: Mapping[str, str] = NOTHING
) -> Iterator[Message]:
    given = call.args[:count]
    bare = [one.value for one in given if isinstance(one, ast.Constant)] if in_context else []
    texts = bare or [text for one in given for text in constants(one, known)]
    for said in [[text] for text in texts] if count == 1 else [texts]:  # of `a if x else b` both
        if len(said) == count and re.search("[A-Za-z]", BLANK.sub("", " ".join(said))):
            context, *words = said if in_context else ["", *said]
            yield Message(words[0], place, words[1] if len(words) > 1 else "", context)


# --- templates ------------------------------------------------------------------------------------------------------

_CALL = re.compile(r"""\b(n?p?gettext|_)\(((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|, ?|\w+)+)\)""")


def in_template(source: str, place: str) -> Iterator[Message]:
    """The texts of `translate`, `blocktranslate` and `_("...")`."""
    from django.utils.translation.template import templatize

    for name, arguments in _CALL.findall(templatize(source)):
        call = ast.parse(f"{name}({arguments})", mode="eval").body
        assert isinstance(call, ast.Call)  # noqa: S101  that is what was looked for
        yield from _called(call, place, *CALLS["gettext" if name == "_" else name])


# --- scripts --------------------------------------------------------------------------------------------------------


def in_script(path: Path, place: str) -> Iterator[Message]:
    """The texts of `gettext` and `ngettext`."""
    keywords = {"gettext": None, "ngettext": (1, 2)}
    with path.open("rb") as file:
        for _, found, _, _ in extract("javascript", file, keywords=keywords):
            one, many = (found, "") if isinstance(found, str) else (found[0], found[1])
            yield Message(one, place, many)


# --- all of it ------------------------------------------------------------------------------------------------------


def python_files() -> list[Path]:
    """Where people's texts stand in Python; what programs are told is read by people where it is a problem."""
    found = (path for name in ("apps", "ioa_web") for path in (ROOT / name).rglob("*.py"))
    return [path for path in found if "migrations" not in path.parts]


def gathered(domain: str) -> list[Message]:
    """All texts of `django` (templates and Python) or `djangojs` (scripts), in the order of their places."""
    if domain == "djangojs":
        scripts = [*(ROOT / "static" / "js").glob("*.js"), *(ROOT / "apps" / "api" / "mcp" / "room").glob("*.js")]
        found = [one for path in scripts for one in in_script(path, _place(path))]
    else:
        found = [one for path in python_files() for one in in_python(path.read_text(), _place(path))]
        templates = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "templates").rglob("*.svg")]
        found += [one for path in templates for one in in_template(path.read_text(), _place(path))]
    return sorted(found, key=lambda one: (one.place, one.text))


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def template_of(domain: str) -> Catalog:
    """The texts without a translation."""
    catalog = Catalog(domain=domain)
    for one in gathered(domain):
        texts = (one.text, one.many) if one.many else one.text
        catalog.add(texts, locations=[(one.place, 0)], context=one.context or None)
    return catalog


def read_catalogue(language: str, domain: str) -> Catalog:
    """What is translated so far."""
    path = po_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain, fuzzy=False)
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language, domain=domain)


def po_path(language: str, domain: str) -> Path:
    """Where the translations of a language are."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def write_catalogue(catalog: Catalog, language: str, domain: str) -> None:
    """The text that people change, and what the product reads."""
    catalog.fuzzy, catalog.project, catalog.version = False, "IoA Web", "1"
    catalog.header_comment = "# What the pages of IoA Web say. Written by `make messages`; translations are kept."
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # no difference but of texts
    path = po_path(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        pofile.write_po(file, catalog, width=120, ignore_obsolete=True, sort_by_file=False, include_lineno=False)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalog)


def untranslated(catalog: Catalog) -> list[str]:
    """The texts that a catalogue has no words for, or doubtful ones."""
    texts = ((one, one.string if isinstance(one.string, list | tuple) else [one.string]) for one in catalog if one.id)
    return [str(one.id) for one, strings in texts if one.fuzzy or not all(strings)]


def main() -> None:
    """Renew all catalogues."""
    for language in TRANSLATED:
        for domain in ("django", "djangojs"):
            catalog = read_catalogue(language, domain)
            catalog.update(template_of(domain), no_fuzzy_matching=True)
            write_catalogue(catalog, language, domain)
            missing = untranslated(catalog)
            sys.stdout.write(f"{po_path(language, domain).relative_to(ROOT)}: {len(catalog)}, {len(missing)} to do\n")
            sys.stdout.writelines(f"  {text}\n" for text in missing[:20])


if __name__ == "__main__":
    main()
