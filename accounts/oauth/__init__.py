"""OAuth 2: apps of others, and how people let them act for them."""
