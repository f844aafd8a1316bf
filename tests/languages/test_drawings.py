"""Figures in drawings are coordinates: they have a point in every language."""

import re

import pytest
from django.test import Client

from tests import factories

pytestmark = pytest.mark.django_db
WITH_COMMA = re.compile(r'\s(?:x|y|x1|x2|y1|y2|cx|cy|r|d|width|height|viewBox)="[^"]*\d,\d[^"]*"')


@pytest.mark.parametrize("address", ["?view=map", "?view=timeline", "?view=timeline&zoom=4", "?tab=spend", "at/5/"])
def test_no_drawing_has_a_comma_in_its_figures(address):
    world = factories.world()
    client = Client(headers={"accept-language": "de"})
    client.force_login(world.owner)
    html = client.get(f"/goals/{world.goal.pk}/{address}").content.decode()
    assert '<html lang="de"' in html
    assert "<svg" in html
    assert WITH_COMMA.findall(html) == []
