"""What a fresh installation starts with, and how one gets in."""

import re

import pytest
from django.conf import settings
from django.core.management import call_command

from apps.accounts.actions import use_token
from apps.accounts.models import ApiToken, Member, SignInLink
from apps.agents.models import Agent, Document


def seed(capsys):
    call_command("seed")
    printed = dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines() if ": " in line)
    return printed["sign-in"], printed["api token"]


@pytest.mark.django_db
def test_seeding_again_brings_a_fresh_link_and_token_and_nothing_else_new(capsys):
    first_link, first_token = seed(capsys)
    rows = [kind.objects.count() for kind in (Agent, Document, Member, SignInLink)]
    second_link, second_token = seed(capsys)
    assert rows == [kind.objects.count() for kind in (Agent, Document, Member, SignInLink)]
    assert Document.objects.exists()
    assert re.fullmatch(re.escape(settings.IOA_PUBLIC_URL) + r"/sign-in/[\w-]{43}/", second_link)
    assert first_link != second_link
    assert use_token(first_token) is None
    assert use_token(second_token).role == "owner"
    assert ApiToken.objects.filter(revoked_at=None).count() == 1
