"""The model in memory: loaded once a process, when it is first needed (0.4 s, 90 MB)."""

import os
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from apps.agents.domain.recall import Recall

if TYPE_CHECKING:
    from model2vec import StaticModel

DIMENSIONS = 256
FOLDER = Path(__file__).parent / "model"
BATCH = 256
REMEMBERED = 4096  # texts that came more than once; 1 kB each and the text
SHORTEST_WORD = 3  # letters; shorter entries of the vocabulary are mostly fragments

Array = npt.NDArray[np.float32]

NOTHING: Array = np.zeros(DIMENSIONS, dtype=np.float32)

_memory: Recall[Array] = Recall(REMEMBERED)
_lock = threading.RLock()  # the tokenizer's settings are changed by every encode


def vectors(texts: Sequence[str]) -> list[Array | None]:
    """Give each text's unit vector, None where there is no letter or digit that the model knows."""
    if not texts:
        return []
    with _lock:
        raw = _model().encode(list(texts), batch_size=BATCH, normalize=False, use_multiprocessing=False)
    rows = raw.astype(np.float32)
    return [_unit(row) if _says_something(text) else None for text, row in zip(texts, rows, strict=True)]


def fresh_vectors(texts: Sequence[str]) -> list[Array]:
    """Give each text's unit vector, zeros where it has none."""
    return [NOTHING if row is None else row for row in vectors(texts)]


def cached_vectors(texts: Sequence[str]) -> list[Array]:
    """As `fresh_vectors`; those asked for lately are not computed again."""
    known = _memory.known(texts)
    new = list(dict.fromkeys(text for text in texts if text not in known))
    for text, row in zip(new, fresh_vectors(new), strict=True):
        known[text] = row
        _memory.note(text, row)
    return [known[text] for text in texts]


def is_word(word: str) -> bool:
    """Whether the vocabulary holds this lower-case word whole."""
    return len(word) >= SHORTEST_WORD and word.isalpha() and word in _vocabulary()


def _says_something(text: str) -> bool:
    """Whether there is more than signs: a comma is a token too, and its vector is near to those of many texts."""
    return any(character.isalnum() for character in text)


def _unit(row: Array) -> Array | None:
    length = float(np.linalg.norm(row))
    return row / length if length else None


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(_model().tokens)


def _model() -> "StaticModel":
    with _lock:  # two first callers must not load it twice
        return _load()


@cache
def _load() -> "StaticModel":
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # waking its threads takes longer than a few texts do
    from model2vec import StaticModel  # half a second of imports that most processes never need

    return StaticModel.from_pretrained(FOLDER)
