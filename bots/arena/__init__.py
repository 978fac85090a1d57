"""Matches between strategies: pure play of the engine, no server."""
