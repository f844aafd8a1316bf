"""What agents are sought for: a text and its parts, embedded together with what a search compares besides."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.agents import embedding
from apps.agents.domain.words import subject


@dataclass(frozen=True, eq=False)
class SoughtText:
    """A text and those of its parts that say something, the whole first.

    `meanings`: a row for each, of zeros where the whole says nothing; `subjects`: likewise of the subject of each.
    """

    texts: tuple[str, ...]
    meanings: embedding.Matrix
    subjects: embedding.Matrix

    @property
    def vector(self) -> list[float] | None:
        """The whole text's; None: it has no words."""
        return self.meanings[0].tolist() if self.meanings[0].any() else None

    @property
    def parts(self) -> list[list[float]]:
        """Those of its parts."""
        found: list[list[float]] = self.meanings[1:].tolist()
        return found


def seek(text: str, parts: Iterable[str] = ()) -> SoughtText:
    """Embed all of it in one go: going to the tokenizer takes longer than what it does there."""
    texts = (text, *dict.fromkeys(parts))
    rows = embedding.fresh_matrix([*texts, *map(subject, texts)])
    kept = [0, *(place for place in range(1, len(texts)) if rows[place].any())]
    return SoughtText(tuple(texts[place] for place in kept), rows[kept], rows[len(texts) :][kept])
