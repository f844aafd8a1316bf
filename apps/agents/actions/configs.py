"""What is entered about an agent, checked; and what is stored of its configuration, with secrets sealed."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from django.db import transaction
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from apps.accounts.domain.errors import Refused
from apps.accounts.queries.sealing import Resealed, reseal
from apps.agents.actions.call_limits import LINE_ORDER
from apps.agents.connectors import settings_model
from apps.agents.domain.registration import AgentDescription, AgentProfile
from apps.agents.models import Connection
from apps.agents.queries.credentials import SEALED, is_sealed, seal_config
from apps.core.sentences import Sentence, sentence
from apps.core.texts import one_line
from apps.core.validation import own_words_of

Config = Mapping[str, object]
ELSEWHERE = "The address changed: enter this again for the new server, or leave it out on purpose with null."


class RefusedConfig(Refused):
    """What was entered for a connector is not acceptable. `fields`: names of its settings."""


def config_to_store(connector: str, values: Config, before: Config | None = None) -> dict[str, object]:
    """Check what was entered for a connector and give what to store. Raises RefusedConfig with a sentence for each.

    `before`: what is stored now. A secret that is missing or empty stays what it was, null removes it; where the
    address leads to another server it has to be entered again, since it was meant for the old one.
    """
    entered = {name: value for name, value in values.items() if value is not None}
    try:
        model = settings_model(connector)
        config = model.model_validate(entered)
    except ValidationError as error:
        raise RefusedConfig(**_sentences(error, model)) from None
    stored = seal_config(config)
    kept = {name: value for name, value in (before or {}).items() if _is_kept(name, value, values)}
    if kept and _server(stored) != _server(before or {}):
        raise RefusedConfig(**dict.fromkeys(kept, ELSEWHERE))
    return {**stored, **kept}


def check_description(values: Mapping[str, object]) -> AgentDescription:
    """Check what was entered about an agent. Raises Refused with a sentence for each field."""
    try:
        return AgentDescription.model_validate(dict(values))
    except ValidationError as error:
        raise Refused(**_sentences(error, AgentDescription)) from None


def check_profile(values: Mapping[str, object]) -> AgentProfile:
    """Check a whole registration that came as data. Raises Refused with a sentence for each field."""
    try:
        return AgentProfile.model_validate(dict(values))
    except ValidationError as error:
        raise Refused(**_sentences(error, AgentProfile)) from None


def _is_kept(name: str, value: object, entered: Config) -> bool:
    return is_sealed(value) and entered.get(name, "") == ""


def _server(config: Config) -> tuple[str, str]:
    parts = urlsplit(str(config.get("url", "")))
    return parts.scheme, parts.netloc.lower()


def _sentences(error: ValidationError, model: type[BaseModel]) -> dict[str, str]:
    """Field -> the first thing that is wrong with it. `model`: by what it was checked."""
    wrong: dict[str, str] = {}
    for each in error.errors(include_url=False, include_input=False):
        name = str(each["loc"][0]) if each["loc"] else ""
        wrong.setdefault(name, _sentence(each, model))
    return wrong


def _sentence(fault: ErrorDetails, model: type[BaseModel]) -> str:
    match fault["type"], fault["loc"]:
        case "missing", _:
            return sentence("This is needed.")
        case "extra_forbidden", (str(name),):
            there = ", ".join(model.model_fields)
            return sentence("There is no setting “{name}” here, but {there}.", name=one_line(name, 80), there=there)
    words = own_words_of(fault)
    if isinstance(words, Sentence):
        return sentence("{words:bare}.", words=words)
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


@transaction.atomic
def reseal_credentials() -> Resealed:
    """Seal every connection's credentials again; gives how many, and how many open with none of the keys."""
    done = Resealed()
    rows = Connection.objects.select_for_update(no_key=True).only("connector_config")
    for line in rows.order_by(*LINE_ORDER):
        config = dict(line.connector_config)
        for name in [name for name, value in config.items() if is_sealed(value)]:
            again = reseal(config[name][SEALED].encode())
            done = done.plus(again)
            if again is not None:
                config[name] = {SEALED: again.decode()}
        if config != line.connector_config:
            Connection.objects.filter(pk=line.pk).update(connector_config=config)
    return done
