"""The log: an append-only record of events in PostgreSQL, and the one function that writes it."""
