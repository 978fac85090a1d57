"""How times are written on pages, by language."""
