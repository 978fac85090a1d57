"""Webhooks: signed messages about an account's events, sent to addresses that its owner names."""
