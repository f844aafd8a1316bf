from enum import StrEnum


class Delivery(StrEnum):
    INTERRUPT = "interrupt"
    NEXT_TURN = "next_turn"
    NOTE = "note"
    STEER = "steer"

    def __str__(self) -> str:
        return str(self.value)
