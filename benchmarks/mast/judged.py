"""Wordings that need judgement, which rules have none of: a row of its own, with a reviewer whose voice is recorded.

`python -m benchmarks.mast.judged FOLDER` records it anew: each request is put into FOLDER/<number>/q/N.json, and
whoever sits there writes the answer, from the request alone, into FOLDER/<number>/a/N.json.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import stage
from benchmarks.hand.seat import Recorded, Written, serving
from benchmarks.mast.cases import HERE, Case, villains
from benchmarks.mast.theatre import Coordinator, Judgement, Theatre, set_up

CASES, VOICE = HERE / "judged.yaml", HERE / "judged_voice.json"
Play = Callable[[Case, Coordinator], Judgement]


def judge_by_voice(play: Play) -> str:
    """Play all with the recorded reviewer, and give the row: how many wrong results are not in the answer."""
    voice = json.loads(VOICE.read_text())
    judged = []
    for case in villains(CASES):
        with serving(Recorded(voice[case.name])) as server:
            judged.append(play(case, Coordinator("reviewer", server.url)))
    kept = [one.case.kind for one in judged if one.kept_out]
    missed = [one.case.kind for one in judged if not one.kept_out]
    rest = f"; not: {', '.join(missed)}" if missed else ""
    return f"by judgement, with a recorded reviewer: {len(kept)} of {len(judged)} kept out of the answer{rest}"


def record(folder: Path) -> None:
    """Have somebody sit in the reviewer's seat for each."""
    voice = {}
    os.environ |= {"IOA_CALLS": "inline", "IOA_JOBS": "eager", "IOA_MODEL_SECONDS": "1800"}
    with stage.database(), tempfile.TemporaryDirectory(prefix="ioa-mast-") as place:
        set_up()
        theatre = Theatre(Path(place))
        for number, case in enumerate(villains(CASES), start=1):
            with serving(Written(folder / str(number))) as server:
                judged = theatre.play(case, Coordinator("reviewer", server.url))
                voice[case.name] = server.recording()
            print(case.name, judged.outcome, "kept out" if judged.kept_out else "in the answer", flush=True)
    VOICE.write_text(json.dumps(voice, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    record(Path(sys.argv[1]))
