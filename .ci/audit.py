"""Known vulnerabilities in the installed dependencies, without ever calling green what could not be audited.

pip-audit on its own says "No known vulnerabilities found" with exit 0 when it skipped every package. Its --strict stops
at the first package that was skipped and so hides the rest; this asks for the whole list and is as strict about it.

Exit 1 on a finding. Without a source of advisories it says so, and a check run goes on.
"""

import json
import subprocess
import sys
from pathlib import Path

TIMEOUT = "10"  # seconds a request
PIP_AUDIT = Path(sys.executable).with_name("pip-audit")


def report() -> list[dict]:
    """What pip-audit knows about each package; empty when it could not ask."""
    run = subprocess.run(
        [PIP_AUDIT, "--local", "--progress-spinner", "off", "--format", "json", "--timeout", TIMEOUT],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError):
        return []


def main() -> int:
    """Print the findings, then what was not audited; 1 when something was found."""
    packages = report()
    audited = [package for package in packages if "skip_reason" not in package]
    findings = [(package, each) for package in audited for each in package["vulns"]]
    for package, each in findings:
        fixed = ", ".join(each["fix_versions"]) or "no version yet"
        print(f"audit: {package['name']} {package['version']}: {each['id']}, fixed in {fixed}")
    if not audited:
        print("audit: not audited (no advisory source)")
    elif len(audited) < len(packages):
        skipped = [package["name"] for package in packages if "skip_reason" in package]
        print(f"audit: {len(audited)} packages audited; not audited: {', '.join(skipped)}")
    elif not findings:
        print(f"audit: {len(audited)} packages, nothing known against them")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
