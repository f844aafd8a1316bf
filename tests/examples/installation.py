"""Packages of examples/, installed as those of anybody are, and their own tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


def install(example, place):
    """Give the folder into which an example was installed, from a copy: building leaves files beside the source."""
    copy = shutil.copytree(example, place / "source")
    offline = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")
    command = [sys.executable, "-m", "pip", "install", *offline, "--target", place / "site-packages", copy]
    subprocess.run(command, check=True, timeout=250)
    return place / "site-packages"


def own_tests(example, site_packages):
    """Run them beside the hub, and give what they print."""
    environ = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (site_packages, ROOT)))}
    command = [sys.executable, "-m", "pytest", "--quiet", example]
    ran = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=250)
    return ran.stdout + ran.stderr
