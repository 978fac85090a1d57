"""Reading games, always as one viewer may see them."""
