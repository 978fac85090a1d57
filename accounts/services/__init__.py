"""Everything that changes accounts, tokens and what hangs on them."""
