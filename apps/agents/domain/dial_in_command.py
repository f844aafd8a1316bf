"""The command that lets an agent dial in. Pure."""

EXAMPLE = "--python my_agent:run"


def dial_in_command(hub: str, token: str) -> str:
    """Give what to run beside an agent, over several lines of a shell.

    The token goes by the environment: what stands in a command is seen by everybody on that machine.
    """
    return " \\\n  ".join((f"IOA_AGENT_TOKEN={token} ioa-connect", f"--hub {hub}", EXAMPLE))
