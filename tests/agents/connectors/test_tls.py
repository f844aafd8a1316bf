"""Who a server says it is has to be proven (S2)."""

import ssl

import pytest

from apps.core.outbound import Outbound, OutboundError
from tests.agents.connectors.conftest import LOCAL, canary, fetched, leading_to

UNPROVEN = {
    "expired": {"days": (-30, -1)},
    "not yet valid": {"days": (1, 30)},
    "signed by itself": {"own": False},
    "for another address": {"host": "127.0.0.9"},
    "for another name": {"host": "other.example"},
}


@pytest.mark.parametrize("flaw", UNPROVEN)
async def test_a_certificate_that_proves_nothing_is_a_permanent_error(flaw, authority, tmp_path):
    client, proof = Outbound(LOCAL, trusted=authority.trusted()), authority.server(tmp_path, **UNPROVEN[flaw])
    with canary(proof) as listening, pytest.raises(OutboundError, match="prove who it is") as refusal:
        await fetched(client, f"https://127.0.0.1:{listening.port}/")
    assert refusal.value.permanent
    assert listening.heard == []


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
async def test_an_old_protocol_is_not_spoken(authority, tmp_path):
    client, proof = (
        Outbound(LOCAL, trusted=authority.trusted()),
        authority.server(tmp_path, newest=ssl.TLSVersion.TLSv1_1),
    )
    with canary(proof) as listening, pytest.raises(OutboundError):
        await fetched(client, f"https://127.0.0.1:{listening.port}/")
    assert listening.heard == []


async def test_a_certificate_of_an_authority_that_nobody_trusts_proves_nothing(authority, tmp_path):
    with canary(authority.server(tmp_path)) as listening, pytest.raises(OutboundError, match="prove who it is"):
        await fetched(Outbound(LOCAL), f"https://127.0.0.1:{listening.port}/")


async def test_a_sound_certificate_is_checked_against_the_name_though_the_address_is_pinned(authority, tmp_path):
    client = Outbound(LOCAL, resolve=leading_to(agent=[["127.0.0.1"]] * 2), trusted=authority.trusted())
    with canary(authority.server(tmp_path, host="agent.example")) as listening:
        assert await fetched(client, f"https://agent.example:{listening.port}/") == (200, b"secret")


async def test_plain_http_where_tls_is_spoken_is_an_error_and_so_is_the_reverse(authority, tmp_path):
    with canary(authority.server(tmp_path)) as listening, pytest.raises(OutboundError):
        await fetched(Outbound(LOCAL), f"http://127.0.0.1:{listening.port}/")
    with canary() as listening, pytest.raises(OutboundError):
        await fetched(Outbound(LOCAL), f"https://127.0.0.1:{listening.port}/")
