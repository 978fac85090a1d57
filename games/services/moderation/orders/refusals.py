"""Refusals of orders, beside those of `accounts.moderation.errors`."""

from accounts.moderation.errors import StaffRefusalError


class WrongStatusError(StaffRefusalError):
    """As the game stands, there is no such order."""

    code = "wrong_status"


class StalePreviewError(StaffRefusalError):
    """The game has moved on since the order was previewed; `version` is where it stands now."""

    code = "stale_preview"

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version} now. Look at it again.")
        self.version = version
