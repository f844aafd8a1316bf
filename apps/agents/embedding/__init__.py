"""Meaning as vectors: a static sentence embedding that stands in the repository, so no network and no torch.

See `model/README.md` for where it comes from and `scripts/distill_static_embedding.py` for how it was made.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from apps.agents.domain.words import content_words, stem
from apps.agents.embedding import static

Vector = list[float]
Matrix = npt.NDArray[np.float32]

KNOWN_SHARE = 0.3
"""The least share of a text's content words that the embedding must know before its vector says anything."""


def embed(texts: Sequence[str]) -> list[Vector | None]:
    """Give a unit vector of 256 numbers for each text, None for a text without words (empty, emoji only).

    Only the first 512 tokens of a text count.
    """
    return [None if vector is None else vector.tolist() for vector in static.vectors(texts)]


def mean(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> Vector:
    """Give the weighted mean of vectors."""
    found: Vector = np.average(np.asarray(vectors, dtype=np.float64), axis=0, weights=weights).tolist()
    return found


def unit_mean(vectors: Sequence[Sequence[float]], weights: Sequence[float]) -> Vector:
    """Give the weighted mean of vectors, scaled to length 1. Raises ValueError where the vectors cancel out."""
    middle = mean(vectors, weights)
    length = float(np.linalg.norm(middle))
    if not length:
        raise ValueError("the mean of these vectors has no direction")
    return [number / length for number in middle]


def similarity(meanings: Matrix, profiles: Sequence[str]) -> Matrix:
    """Give the cosine of every text, whose vectors are `meanings` (rows), with every profile; 0 where one has none.

    Only the profiles' vectors are remembered: they are compared again and again, the texts are of one goal.
    """
    return meanings @ matrix(profiles).T


def fresh_matrix(texts: Sequence[str]) -> Matrix:
    """Give the unit vectors of texts as rows; a row of zeros, which is similar to nothing, for one without tokens."""
    return _rows(static.fresh_vectors(texts))


def matrix(texts: Sequence[str]) -> Matrix:
    """As `fresh_matrix`, of profiles: they are remembered."""
    return _rows(static.cached_vectors(texts))


def _rows(vectors: Sequence[npt.NDArray[np.float32]]) -> Matrix:
    return np.array(vectors, dtype=np.float32).reshape(len(vectors), static.DIMENSIONS)


def understands(text: str) -> bool:
    """Whether enough of a text's words are known for its vector to mean something.

    The tokenizer cuts unknown words into fragments whose vectors are near to anything ("asdf qwer" has a cosine of .59
    with some profile), so gibberish cannot be told from sense by similarity alone.
    """
    words = content_words(text)
    known = sum(static.is_word(word) or static.is_word(stem(word)) for word in words)
    return known > 0 and known >= KNOWN_SHARE * len(words)
