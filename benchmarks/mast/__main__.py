"""What the product finds of the ways in which teams fail: `python -m benchmarks.mast SEED [VILLAINS [HONEST]]`.

Each villain plays one of its wordings, drawn by the seed (all of them where the seed is `all`), then the honest goals
are played; files of others may be named for both. The coordinator and the reviewer accept whatever is put before them;
with MODEL and BASE_URL in the environment (and a key in IOA_MODEL_API_KEY) they are that model, and plan as it likes.
All is judged from the database alone: *detected* is a finding of this kind that names the villain and its message and
was stored before the goal ended; *prevented* means besides that the wrong words are not in the answer, and that nothing
was sent by the outside service which everybody could reach. A kind counts where all its wordings that were played do.
"""

import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks import stage
from benchmarks.mast.cases import HONEST, VILLAINS, honest_cases, villains
from benchmarks.mast.judged import judge_by_voice
from benchmarks.mast.theatre import Coordinator, Judgement, Theatre, set_up


def _tell(judged: list[Judgement]) -> None:
    for one in judged:
        marks = f"{'detected' if one.detected else '-':9} {'prevented' if one.prevented else '-':10}"
        others = [text for text in one.found if not text.startswith(f"{one.case.kind} of @{one.case.by}")]
        print(f"{one.case.name:22} {marks} {one.outcome:8} {'; also ' + '; '.join(others) if others else ''}")


def _tell_of_kinds(judged: list[Judgement]) -> None:
    """How many wordings of each kind were played, found and kept out of the answer."""
    for kind in dict.fromkeys(one.case.kind for one in judged):
        own = [one for one in judged if one.case.kind == kind]
        detected, prevented = (sum(getattr(one, name) for one in own) for name in ("detected", "prevented"))
        print(f"{kind:22} {len(own)} wordings, {detected} detected, {prevented} prevented")
    print(f"{len(judged)} wordings, {sum(one.detected for one in judged)} detected")


def _kinds(judged: list[Judgement], name: str) -> int:
    """The kinds of which all wordings that were played are so."""
    kinds = {one.case.kind for one in judged}
    return sum(all(getattr(one, name) for one in judged if one.case.kind == kind) for kind in kinds)


def coordinator_of(environ: Mapping[str, str]) -> Coordinator | None:
    """The model that is named there, told of in a line; None: a script coordinates."""
    model, base_url = environ.get("MODEL", ""), environ.get("BASE_URL", "")
    if not (model and base_url):
        return None
    print(f"The coordinator and reviewer is {model} at {base_url}.")
    return Coordinator(model, base_url, environ.get("IOA_MODEL_API_KEY", ""))


def main(seed: str = "1", path: str = "", honest_path: str = "") -> None:
    """Play all, tell of each, and print the sums."""
    os.environ |= {"IOA_CALLS": "inline", "IOA_JOBS": "eager"}
    coordinator = coordinator_of(os.environ)
    cases = villains(Path(path or VILLAINS), seed=None if seed == "all" else int(seed))
    with stage.database(), tempfile.TemporaryDirectory(prefix="ioa-mast-") as folder:
        set_up()
        theatre = Theatre(Path(folder))
        judged = [theatre.play(case, coordinator) for case in cases]
        _tell(judged)
        _tell_of_kinds(judged)
        honest = [theatre.play(case, coordinator) for case in honest_cases(Path(honest_path or HONEST))]
        reviewed = judge_by_voice(theatre.play)
    alarms = [one for one in honest if one.found]
    for one in alarms:
        print(f"{one.case.name:22} false alarm: {'; '.join(one.found)}")
    unfinished = [one.case.name for one in honest if one.outcome != "done"]
    print(f"{len(honest)} honest goals, of which not done: {', '.join(unfinished) or 'none'}")
    print(reviewed)
    print(f"{_kinds(judged, 'prevented')} prevented, {_kinds(judged, 'detected')} detected, {len(alarms)} false alarms")


if __name__ == "__main__":
    main(*sys.argv[1:])
