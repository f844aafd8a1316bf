from enum import StrEnum


class Scope(StrEnum):
    ACCESS = "access"
    ADMINISTER = "administer"
    AGENTS = "agents"
    READ = "read"
    RUN = "run"

    def __str__(self) -> str:
        return str(self.value)
