"""How long the coordinator's prompts are, in tokens as the product estimates them: `python -m benchmarks.prompts`."""

import os
import secrets

import django


def main() -> None:
    """Print the table of docs/benchmarks.md."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "ioa_web.settings", "IOA_SECRET_KEYS": secrets.token_urlsafe(64)}
    django.setup()
    from apps.chat.voices.llm.costs import compact, estimate_tokens
    from apps.chat.voices.llm.prompt import to_prompt
    from benchmarks.prompt_cases import CASES

    print("| case | rules | data | form | all |\n|---|---|---|---|---|")
    for name, briefing in CASES.items():
        prompt = to_prompt(briefing)
        parts = [estimate_tokens(text) for text in (prompt.system, prompt.user, compact(prompt.schema))]
        print(f"| {name} | {' | '.join(map(str, parts))} | {prompt.tokens} |")


if __name__ == "__main__":
    main()
