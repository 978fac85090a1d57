"""Mow, the herding game: every fly in your stable counts against you."""
