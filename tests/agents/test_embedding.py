import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.agents import embedding
from apps.agents.domain.words import content_words, share_found, stem, stems


@pytest.mark.parametrize("text", ["", " ", "\n", "🎉", "🎉🚀 🎉", "🎉: !!!"])
def test_a_text_without_words_has_no_vector(text):
    assert embedding.embed([text]) == [None]


def test_every_other_text_has_a_unit_vector_of_256():
    vectors = embedding.embed(["plot the revenue", "", "a"])
    assert [vector and len(vector) for vector in vectors] == [256, None, 256]
    assert np.linalg.norm(vectors[0]) == pytest.approx(1)


def test_nothing_is_embedded_as_nothing():
    assert embedding.embed([]) == []
    assert embedding.similarity(embedding.fresh_matrix([]), ["a"]).shape == (0, 1)


def test_what_means_the_same_is_nearer_than_what_does_not():
    drawing = embedding.fresh_matrix(["draw a chart"])
    (near, far) = embedding.similarity(drawing, ["plot a graph of figures", "book a table for dinner"])[0]
    assert near > far


def test_a_text_without_a_vector_is_similar_to_nothing():
    assert embedding.similarity(embedding.fresh_matrix(["🎉"]), ["party", "🎉"]).tolist() == [[0.0, 0.0]]


def test_a_unit_mean_has_length_one_and_opposites_have_none():
    assert embedding.unit_mean([[1.0, 0.0], [0.0, 1.0]], [1, 3]) == pytest.approx([0.3162, 0.9487], abs=1e-4)
    with pytest.raises(ValueError, match="no direction"):
        embedding.unit_mean([[1.0, 0.0], [-1.0, 0.0]], [1, 1])


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        ("Which region grew most?", True),
        ("plot it", True),
        ("asdf qwer zxcv", False),
        ("xyzzy plugh frobnicate", False),
        ("lorem ipsum dolor sit amet", False),
        ("flurb the glorp with wibble", False),
        ("the of and to", False),
        ("1234567890", False),
        ("", False),
    ],
)
def test_gibberish_is_told_from_sense_by_its_words(text, understood):
    assert embedding.understands(text) is understood


@pytest.mark.parametrize(
    "family", [("plot", "plots", "plotted", "plotting"), ("compute", "computed", "computing"), ("table", "tables")]
)
def test_forms_of_a_word_have_one_stem(family):
    assert len({stem(word) for word in family}) == 1


def test_content_words_leave_out_how_something_is_asked_and_split_joined_names():
    assert content_words("Please show me the ChartMaker's figures") == ["chart", "maker", "s", "figures"]


def test_the_share_of_words_found_is_of_those_wanted():
    assert share_found(stems("plot revenue"), stems("plotting of anything")) == 0.5
    assert share_found(frozenset(), stems("anything")) == 0.0


@given(st.text())
def test_any_text_is_embedded_or_refused_and_never_crashes(text):
    (vector,) = embedding.embed([text])
    assert vector is None or np.isfinite(vector).all()
    assert embedding.understands(text) in {True, False}
