"""What becomes of texts that no database takes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.core.texts import drop_unstorable, replace_unstorable, require_storable

anything = st.text(st.characters(codec=None))


@pytest.mark.parametrize("bad", ["a\x00b", "a\ud800b"])
def test_each_says_what_it_does_with_what_no_database_takes(bad):
    with pytest.raises(ValueError, match=r"NUL|surrogate"):
        require_storable(bad)
    assert drop_unstorable(bad) == "ab"
    assert replace_unstorable(bad) in {"ab", "a?b"}


@given(anything)
def test_what_is_mended_is_storable(text):
    assert require_storable(drop_unstorable(text)) == drop_unstorable(text)
    assert require_storable(replace_unstorable(text)) == replace_unstorable(text)


@given(st.text())
def test_what_is_storable_stays_as_it_is(text):
    kept = text.replace("\x00", "")
    assert require_storable(kept) == drop_unstorable(kept) == replace_unstorable(kept) == kept
