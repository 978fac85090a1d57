"""The Tortoise Game: whoever is left with the Tortoise loses."""
