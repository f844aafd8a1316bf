"""What programs are told that ask for an address which is one but for the slash at its end."""

from http import HTTPStatus

from django.http import HttpRequest
from django.urls import Resolver404, resolve

from apps.core.sentences import sentence


def better_address(request: HttpRequest, status: int) -> str:
    """A sentence with the address that there is; empty where this is no matter of a slash."""
    path = request.path_info.rstrip("/")
    if status != HTTPStatus.NOT_FOUND or path == request.path_info:
        return ""
    try:
        resolve(path)
    except Resolver404:
        return ""
    return sentence("There is nothing here. Ask for {path}, without a slash at its end.", path=path)
