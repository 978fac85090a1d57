"""What a log may say of an error that nobody foresaw."""

import traceback


def trace_of(error: BaseException) -> str:
    """Return the kind of an error and where it arose; not its text, which may name a card."""
    return f"{type(error).__name__}\n{''.join(traceback.format_tb(error.__traceback__))}"
