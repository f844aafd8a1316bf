"""The command that lets an agent dial in. Pure."""

EXAMPLE = "--python my_agent:run"


def dialling_command(hub: str, token: str) -> str:
    """Give what to run beside an agent, over several lines of a shell."""
    return " \\\n  ".join(("ioa-connect", f"--hub {hub}", f"--token {token}", EXAMPLE))
