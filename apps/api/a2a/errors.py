"""What A2A calls what went wrong. Source: the A2A specification 1.0, "Error Code Mappings"."""

from enum import Enum
from typing import Any

DOMAIN = "a2a-protocol.org"
INFO = "type.googleapis.com/google.rpc.ErrorInfo"


class A2AProblem(Enum):
    """A kind of error: its code over JSON-RPC, its status over HTTP, and what that is called."""

    UNREADABLE = (-32700, 400, "INVALID_ARGUMENT")
    INVALID_REQUEST = (-32600, 400, "INVALID_ARGUMENT")
    METHOD_NOT_FOUND = (-32601, 404, "NOT_FOUND")
    INVALID_PARAMS = (-32602, 400, "INVALID_ARGUMENT")
    TASK_NOT_FOUND = (-32001, 404, "NOT_FOUND")
    TASK_NOT_CANCELABLE = (-32002, 400, "FAILED_PRECONDITION")
    UNSUPPORTED_OPERATION = (-32004, 400, "FAILED_PRECONDITION")
    CONTENT_TYPE_NOT_SUPPORTED = (-32005, 400, "INVALID_ARGUMENT")
    VERSION_NOT_SUPPORTED = (-32009, 400, "FAILED_PRECONDITION")

    @property
    def code(self) -> int:
        """Over JSON-RPC."""
        return self.value[0]

    @property
    def status(self) -> int:
        """Over HTTP."""
        return self.value[1]


class A2ARefusal(Exception):
    """An error of the protocol, with one sentence for whoever sent the request."""

    def __init__(self, kind: A2AProblem, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    def over_rpc(self, message_id: object) -> dict[str, Any]:
        """As an answer of JSON-RPC."""
        error = {"code": self.kind.code, "message": str(self), "data": [self._info]}
        return {"jsonrpc": "2.0", "id": message_id, "error": error}

    def over_http(self) -> dict[str, Any]:
        """As the body of an HTTP error."""
        about = {"code": self.kind.status, "status": self.kind.value[2], "message": str(self), "details": [self._info]}
        return {"error": about}

    def over_old_http(self) -> dict[str, Any]:
        """The same in 0.3, as its SDK has it: `type` is the error's name."""
        return {"type": self.kind.name.title().replace("_", "") + "Error", "message": str(self)}

    @property
    def _info(self) -> dict[str, Any]:
        return {"@type": INFO, "reason": self.kind.name, "domain": DOMAIN, "metadata": {}}


NO_TASK = "There is no such task here."


def no_task() -> A2ARefusal:
    """What a task that is not there, or that is somebody else's, is answered with."""
    return A2ARefusal(A2AProblem.TASK_NOT_FOUND, NO_TASK)
