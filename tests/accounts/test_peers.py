"""Whom a connection's other end is."""

import pytest

from apps.accounts.domain.proxies import is_this_machine, origin


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),
        ("2001:0db8::0001", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("local", "local"),
        ("", ""),
    ],
)
def test_an_address_is_counted_with_its_site(address, counted_as):
    assert origin(address) == counted_as


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.9.8.7", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("::ffff:192.0.2.1", False),
        ("10.0.0.1", False),
        ("unix:", False),
        ("", False),
    ],
)
def test_this_machine_is_known_by_its_loopback_addresses(address, local):
    assert is_this_machine(address) is local
