"""A table that fills the terminal, for a person to play at."""
