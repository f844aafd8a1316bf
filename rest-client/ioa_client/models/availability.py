from enum import StrEnum


class Availability(StrEnum):
    OFFLINE = "offline"
    ONLINE = "online"
    UNSTABLE = "unstable"

    def __str__(self) -> str:
        return str(self.value)
