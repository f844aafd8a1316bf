from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from apps.agents.domain.calls import AgentError, ArtifactMade, File, InputRequired, Progress, Result, Usage
from apps.agents.gateway.redaction import Redaction

KEY = "sesame-open"
REDACTION = Redaction.of({"url": "http://h", "headers": SecretStr(f"Authorization: Bearer {KEY}\nX-Short: abc")})


def test_secrets_are_taken_out_of_every_event():
    said = f"it is {KEY}!"
    file = ArtifactMade(File(f"{KEY}.txt", "text/plain", said.encode()))
    events = [Progress(said), Result(said, Usage(1, 2)), InputRequired(said), AgentError(said, permanent=True), file]
    told = [REDACTION.event(event) for event in events]
    assert KEY not in repr(told)
    assert told[1].usage == Usage(1, 2)
    assert told[3].permanent


def test_what_is_too_short_to_be_a_secret_stays():
    assert REDACTION.text("abc") == "abc"


def test_without_secrets_an_event_is_handed_on_as_it_is():
    event = Result("x")
    assert Redaction.of({"url": "http://h"}).event(event) is event


@given(st.text(), st.text(min_size=6).filter(str.strip))
def test_no_text_keeps_a_secret(text, secret):
    assert secret not in Redaction((secret,)).text(f"{text}{secret}{text}").replace("[secret]", "")
