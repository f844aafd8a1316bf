"""The way into the admin is the product's own sign-in page."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode


def sign_in(request: HttpRequest) -> HttpResponse:
    """Send strangers to sign in; tell whoever is signed in already that this is not for them."""
    if request.user.is_authenticated:
        raise PermissionDenied("The admin is for those who run this installation.")
    return redirect(f"{reverse('sign-in')}?{urlencode({'next': request.GET.get('next', reverse('admin:index'))})}")
