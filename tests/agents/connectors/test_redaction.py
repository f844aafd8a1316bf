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


@given(st.text(max_size=30), st.text(min_size=6, max_size=20).filter(str.strip), st.integers(0, 60))
def test_no_beginning_of_a_text_shows_so_much_of_a_secret_that_the_next_piece_would_complete_it(text, secret, length):
    shown = Redaction((secret,)).unfinished(f"{text}{secret}"[:length])
    assert not any(shown.replace("[secret]", "").endswith(secret[:size]) for size in range(1, len(secret) + 1))


def test_what_only_looked_like_the_beginning_of_a_secret_is_shown_with_what_follows():
    assert REDACTION.unfinished("open sesame") == "open "
    assert REDACTION.unfinished("open sesame!") == "open sesame!"
