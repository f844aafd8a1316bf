"""What this installation allows: requests a minute, what a day may cost, files; read from the environment."""

from ioa_web.environment import Environment


def rates(env: Environment) -> dict[str, int]:
    """Requests of programs a minute; 0: no limit. `refused`: of one address, without or with a wrong token."""
    return {
        "token": env.int("IOA_RATE_TOKEN", 1200),
        "user": env.int("IOA_RATE_USER", 2400),
        "workspace": env.int("IOA_RATE_WORKSPACE", 12000),
        "address": env.int("IOA_RATE_ADDRESS", 6000),
        "refused": env.int("IOA_RATE_REFUSED", 60),
    }


def budgets(env: Environment) -> dict[str, dict[str, float]]:
    """A day and, for running goals, at one time; a workspace's owner may lower them. `money` in US dollars."""
    return {
        "workspace": {
            "tokens": env.int("IOA_WORKSPACE_TOKENS", 1_000_000_000),
            "money": env.float("IOA_WORKSPACE_MONEY", 1_000.0),
            "goals": env.int("IOA_WORKSPACE_GOALS", 200_000),
            "running": env.int("IOA_WORKSPACE_RUNNING_GOALS", 1_000),
        },
        "person": {
            "tokens": env.int("IOA_PERSON_TOKENS", 1_000_000_000),
            "money": env.float("IOA_PERSON_MONEY", 1_000.0),
            "goals": env.int("IOA_PERSON_GOALS", 200_000),
            "running": env.int("IOA_PERSON_RUNNING_GOALS", 1_000),
        },
    }


def file_quotas(env: Environment) -> dict[str, tuple[int, int]]:
    """Files, and their bytes together; a workspace's owner may lower them."""
    return {
        "call": (env.int("IOA_CALL_FILES", 50), env.int("IOA_CALL_FILE_BYTES", 100 * 1024 * 1024)),
        "goal": (env.int("IOA_GOAL_FILES", 1000), env.int("IOA_GOAL_FILE_BYTES", 1024**3)),
        "agent": (env.int("IOA_AGENT_FILES", 20_000), env.int("IOA_AGENT_FILE_BYTES", 10 * 1024**3)),
        "workspace": (env.int("IOA_WORKSPACE_FILES", 100_000), env.int("IOA_WORKSPACE_FILE_BYTES", 20 * 1024**3)),
    }
