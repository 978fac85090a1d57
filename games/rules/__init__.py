"""The rulesets, one folder a game. None of them imports another."""
