"""Which texts show something, whatever characters they are made of."""

from unicodedata import category

BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols and show nothing."""


def is_hidden(character: str) -> bool:
    """Answer whether a character shows nothing, or only turns or joins others; no blank is."""
    return not character.isprintable() or character in BLANK_LETTERS


def is_blank(text: str) -> bool:
    r"""Answer whether a reader would see nothing.

    Marks change how the character before them looks, and many show nothing by themselves.

    >>> is_blank(" \u200b\n"), is_blank("a\u200d")
    (True, False)
    """
    return all(is_hidden(one) or one.isspace() or category(one).startswith("M") for one in text)
