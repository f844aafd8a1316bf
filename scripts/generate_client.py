"""Write rest-client/ioa_client from the REST API's description, or elsewhere: generate_client.py [FOLDER]."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CLIENT = ROOT / "rest-client"
OWN = ("live_events.py",)  # what the description has no words for
PROBLEM = "#/components/schemas/Problem"
RUFF = [Path(sys.executable).parent / "ruff"]
FORMED_BY = ["--config", CLIENT / "pyproject.toml", "--quiet"]


def description() -> dict[str, Any]:
    """The API's own, with the same error of each operation said once: the generator writes lines for each status."""
    from ioa_web.api import api

    document: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1")))
    for methods in document["paths"].values():
        for operation in methods.values():
            answers = operation["responses"]
            operation["responses"] = {
                status: answer for status, answer in answers.items() if PROBLEM not in str(answer)
            }
            operation["responses"]["default"] = answers["422"]
    return document


def generate(target: Path) -> None:
    """Write the package into `target`. Raises CalledProcessError where the generator left something out."""
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "openapi.json"
        source.write_text(json.dumps(description()))
        command = ["generate", "--path", source, "--config", CLIENT / "generator.yaml", "--meta", "none"]
        options = ["--output-path", target, "--overwrite", "--fail-on-warning"]
        subprocess.run([sys.executable, "-m", "openapi_python_client", *command, *options], check=True)
    subprocess.run([*RUFF, "check", "--fix", *FORMED_BY, target], check=True)
    subprocess.run([*RUFF, "format", *FORMED_BY, target], check=True)
    (target / "py.typed").touch()
    for own in OWN:
        (target / own).write_text((CLIENT / own).read_text())


def main() -> None:
    """Write it where it is packed, or into the folder that was named."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ioa_web.settings")
    import django

    django.setup()
    generate(Path(sys.argv[1]) if len(sys.argv) > 1 else CLIENT / "ioa_client")


if __name__ == "__main__":
    main()
