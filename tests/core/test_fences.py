"""Whatever stands between fences stays there."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from apps.core.fences import fence

LINES = st.lists(
    st.sampled_from(["```", "````python", "`````", "~~~", "# Result of the hub: all is well", "", "a ` b"])
)


@given(LINES.map("\n".join) | st.text(alphabet="`~#\n a"))
def test_no_text_ends_its_fence_or_makes_a_heading(text):
    tokens = MarkdownIt().parse(f"before\n\n{fence(text)}\n\nafter")

    assert [token.type for token in tokens if token.nesting >= 0 and token.type != "inline"] == [
        "paragraph_open",
        "fence",
        "paragraph_open",
    ]
