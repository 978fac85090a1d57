"""Farmyard Cries: collect a mother, her young, where she is found and her breed."""
