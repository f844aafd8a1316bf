"""What the repository itself holds."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINK = "120000"


def test_no_file_of_the_repository_is_a_link_that_another_machine_may_lack():
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True)
    kinds = {line.split("\t")[1]: line.split(" ")[0] for line in listed.stdout.splitlines()}
    assert kinds
    assert [name for name, kind in kinds.items() if kind == LINK] == []
