"""What the command path announces, for whoever listens. Games do not know who does."""

from django.dispatch import Signal

committed = Signal()
"""After a commit; `loaded` is the game after it (`games.store.load.Loaded`).

Receivers get it outside any transaction, must be quick, and must not be needed: whatever they
miss is found by a sweep.
"""
