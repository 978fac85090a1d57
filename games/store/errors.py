"""What can go wrong at the log."""


class StoreError(Exception):
    """Base of the log's refusals."""


class UnknownGameError(StoreError):
    """There is no game with this id."""


class UnknownEventError(StoreError):
    """The log holds a type or a schema version that this release cannot read."""


class AccountGoneError(StoreError):
    """The account came to its end while its last request was carried out; that changed nothing."""

    code = "token_invalid"
