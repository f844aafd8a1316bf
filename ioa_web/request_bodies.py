"""How the operations of all APIs read what is sent with a request."""

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.errors import HttpError
from ninja.parser import Parser

from apps.accounts.domain.errors import Refused
from apps.core.json_texts import read_json
from apps.core.sentences import sentence

JSON = "application/json"
JSON_ALONE = sentence("Send application/json.")
ONE_FILE = "Send one file a request."


class SaidParser(Parser):
    """Says of a body what is wrong with it, and takes no file in another one's place."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The JSON that was sent, whatever it was called. Raises HttpError, which ninja hides behind one of its own."""
        try:
            return read_json(request.body)
        except ValueError as error:
            called_json = request.content_type in ("", JSON) or (request.content_type or "").endswith("+json")
            raise (HttpError(400, error.args[0]) if called_json else HttpError(415, JSON_ALONE)) from None

    def parse_querydict(
        self, data: "MultiValueDict[str, Any]", list_fields: list[str], request: HttpRequest
    ) -> dict[str, Any]:
        """The fields of a form, a query or the files of a form. Raises Refused for a second file of one name."""
        for name, values in data.lists():
            if name not in list_fields and len(values) > 1 and isinstance(values[0], UploadedFile):
                raise Refused(**{name: ONE_FILE})
        return super().parse_querydict(data, list_fields, request)
