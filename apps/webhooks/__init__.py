"""Webhooks: what happens to a workspace's goals is sent, signed, to addresses that its owners name."""
