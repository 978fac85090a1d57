"""What can go wrong at the log."""


class StoreError(Exception):
    """Base of the log's refusals."""


class UnknownGameError(StoreError):
    """There is no game with this id."""


class UnknownEventError(StoreError):
    """The log holds a type or a schema version that this release cannot read."""


class GameLockedError(StoreError):
    """Something else has held on to the game for too long; nothing was changed."""


class AccountGoneError(StoreError):
    """An account that comes to a game has come to its end meanwhile; nothing was changed."""
