"""How clients ask to be told of a task, in 1.0 and 0.3, over JSON-RPC and HTTP. What is not known is read past."""

from typing import Annotated, Any

from pydantic import AliasChoices, BeforeValidator, Field, StringConstraints, model_validator

from apps.api.a2a.shapes import A2AShape, Name
from apps.core.texts import Text
from apps.webhooks.domain.pushes import PushTarget

NESTED = ("config", "pushNotificationConfig", "push_notification_config")  # one in another, in some forms
CONFIG_ID = ("pushNotificationConfigId", "push_notification_config_id", "configId", "config_id")

Secret = Annotated[
    str,
    StringConstraints(max_length=4000, pattern=r"^[ -~]*$"),  # what a header may hold
    BeforeValidator(lambda value: "" if value is None else value),
]


class PushAuthentication(A2AShape):
    """With what the client wants to be called: 1.0 has one scheme, 0.3 a list."""

    scheme: Annotated[str, StringConstraints(max_length=40, pattern=r"^[!#$%&'*+.^_`|~0-9A-Za-z-]*$")] = ""
    schemes: list[Name] = Field([], max_length=20)
    credentials: Secret = Field("", repr=False)

    @model_validator(mode="before")
    @classmethod
    def _first_scheme(cls, said: Any) -> Any:
        if isinstance(said, dict) and not said.get("scheme") and isinstance(said.get("schemes"), list):
            return {**said, "scheme": (said["schemes"] or [""])[0]}
        return said


class PushConfig(A2AShape):
    """Where a client wants to be told of a task."""

    id: Name = ""
    url: Text = Field(min_length=1, max_length=2000)
    token: Secret = Field("", repr=False)
    authentication: PushAuthentication | None = None

    def target(self, version: str, task: str) -> PushTarget:
        """As it is kept; a client that gives it no name has one of them for each task."""
        auth = self.authentication or PushAuthentication()
        scheme = auth.scheme or ("Bearer" if auth.credentials else "")
        return PushTarget(self.id or task, self.url, version, self.token, scheme, auth.credentials)


class PushRequest(PushConfig):
    """To be told of a task from now on."""

    task_id: Name = Field(validation_alias=AliasChoices("taskId", "task_id", "parent"), min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, said: Any) -> Any:
        """0.3 has the config within the request, and over HTTP within something that is within it; its id beside."""
        found = said
        while isinstance(found, dict) and (inner := next((name for name in NESTED if name in found), None)):
            within = found[inner] if isinstance(found[inner], dict) else {}
            known = next((found[name] for name in CONFIG_ID if found.get(name)), None)
            outer = {name: value for name, value in found.items() if name != inner}
            found = {**outer, **within, **({"id": known} if known and not within.get("id") else {})}
        return found


class PushNamed(A2AShape):
    """One of those that are told of a task: 1.0 calls it `id` beside `taskId`; in 0.3 `id` is the task."""

    task_id: Name = Field(validation_alias=AliasChoices("taskId", "task_id"), min_length=1)
    id: Name = ""

    @model_validator(mode="before")
    @classmethod
    def _by_version(cls, said: Any) -> Any:
        if not isinstance(said, dict) or said.get("taskId") or said.get("task_id"):
            return said
        return {"taskId": said.get("id"), "id": next((said[name] for name in CONFIG_ID if said.get(name)), "")}
