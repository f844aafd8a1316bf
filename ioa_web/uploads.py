"""Files of a form whose names say nothing: Django would leave them out, and nobody learned of it."""

from collections.abc import Mapping
from typing import Any

from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser
from django.utils.datastructures import MultiValueDict

NAMELESS = "file"


class AllFilesParser(MultiPartParser):
    """Takes a file that is called `.`, `..` or like a folder under a name of ours."""

    def sanitize_file_name(self, file_name: str) -> str:
        """See MultiPartParser, which gives None for such a name."""
        return super().sanitize_file_name(file_name) or NAMELESS


class AllFilesHandler(FileUploadHandler):
    """Has a form taken apart by that parser, and its files kept by the handlers that stand beside it."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: Mapping[str, Any],  # noqa: N803  # as Django calls it
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> tuple[QueryDict, MultiValueDict[str, Any]]:
        """The fields and the files of the form."""
        request: HttpRequest = self.request  # type: ignore[assignment]  # Django gives it to each handler
        keeping = [handler for handler in request.upload_handlers if handler is not self]
        return AllFilesParser(META, input_data, keeping, encoding).parse()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """See FileUploadHandler: what comes is for the handlers beside it."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """See FileUploadHandler: the file is kept by another."""
