"""Django's PostgreSQL backend, with a health check that asks no question."""
