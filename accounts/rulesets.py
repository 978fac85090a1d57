"""What there is to play, by name. Accounts do not know games; whoever does, offers its own."""

_offered: set[str] = set()


def offer(slug: str) -> None:
    """Add a ruleset to those for which a throw-away bot can be opened."""
    _offered.add(slug)


def is_offered(slug: str) -> bool:
    """Answer whether there is a ruleset of this name."""
    return slug in _offered
