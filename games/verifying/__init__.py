"""Checking a log against itself and everything that is derived from it."""
