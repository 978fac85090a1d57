"""People and programs: accounts and their tokens. Knows nothing of games."""
