"""The form that a model answers in. Flat, because each character of a schema is paid for with every call. Pure.

A team may do everything from its first turn on. Strict structured output asks that every field is required and that no
other is allowed.
"""

from apps.chat.domain.utterances import Stance, Verdict

Schema = dict[str, object]

NAME = "turn"  # of the schema, or of the tool, as a server is told


def _strict(**properties: object) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list_of(items: object) -> Schema:
    return {"type": "array", "items": items}


_TEXT: Schema = {"type": "string"}
_OPTIONAL: Schema = {"type": ["string", "null"]}
_TASK = _strict(
    key=_TEXT, title=_TEXT, brief=_TEXT, owner=_OPTIONAL, needs=_list_of(_TEXT), after=_list_of(_TEXT), check=_TEXT
)
_ANY_TURN = ("assign", "form_subteam", "say", "pass", "discuss", "ask_person", "wait_all", "wait_any", "conclude")
_AT_REVIEW = ("accept", "conclude", "send_back", "assign", "ask_person")


def _turn(kinds: tuple[str, ...], **more: object) -> Schema:
    return _strict(
        do={"type": "string", "enum": list(kinds)},
        text=_TEXT,
        tasks=_list_of(_TASK),
        answer=_OPTIONAL,
        missing=_list_of(_TEXT),
        numbers=_list_of({"type": "integer"}),
        verdict={"type": "string", "enum": [verdict.value for verdict in Verdict]},
        **more,
    )


TALK = _strict(
    do={"type": "string", "enum": ["say", *(stance.value for stance in Stance), "pass"]}, text=_TEXT, next=_OPTIONAL
)
"""For who speaks in the place of a member that does not lead."""
REVIEW = _turn(_AT_REVIEW)
TURN = _turn(
    _ANY_TURN,
    synchronous={"type": "boolean"},
    next=_OPTIONAL,
    protocol=_OPTIONAL,
    members=_list_of(_TEXT),
    plan={"type": ["array", "null"], "items": _TEXT},
    why=_TEXT,
)
