"""Secrets are taken out of contents also where they lie across two pieces."""

from hypothesis import given
from hypothesis import strategies as st

from apps.agents.gateway.redaction import MARK, Marked

SECRETS = (b"abcabd", b"abd", b"b")


class Cut:
    def __init__(self, chunks):
        self._chunks, self.size = chunks, sum(map(len, chunks))

    def chunks(self):
        return iter(self._chunks)


@given(st.lists(st.text("abcd", max_size=9).map(str.encode), max_size=9), st.sets(st.sampled_from(SECRETS), min_size=1))
def test_how_a_content_is_cut_makes_no_difference(chunks, secrets):
    ordered = tuple(sorted(secrets, key=len, reverse=True))
    whole = b"".join(Marked(Cut([b"".join(chunks)]), ordered).chunks())
    assert b"".join(Marked(Cut(chunks), ordered).chunks()) == whole
    assert not any(secret in whole.replace(MARK.encode(), b"") for secret in secrets if len(secret) == 1)


def test_a_secret_that_lies_across_three_pieces_is_found():
    assert b"".join(Marked(Cut([b"x ab", b"c", b"abd y"]), (b"abcabd",)).chunks()) == b"x [secret] y"
