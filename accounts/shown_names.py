"""Names that people choose freely, of themselves, their bots and their apps: none that looks like another.

What is refused is what Unicode's report on security (UTS 39) warns of: letters that are not seen,
letters of several scripts in one word, letters that only look like Latin ones, and decorated letters.
The names by which accounts are known (`accounts.names`) have a to z only and need none of this.
"""

# ruff: noqa: RUF001, RUF002 - letters that only look like others are what this is about

import re
from collections.abc import Iterable
from unicodedata import category, name, normalize

from accounts.visible import is_blank, is_hidden

_MOST_MARKS = 3
"""Marks on one letter; Vietnamese and Hebrew need two, whoever writes over other lines has dozens."""
_EAST_ASIAN = frozenset({"BOPOMOFO", "CJK", "HANGUL", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA"})
_SCRIPTS = _EAST_ASIAN | {
    *("ARABIC", "ARMENIAN", "BENGALI", "CYRILLIC", "DEVANAGARI", "ETHIOPIC", "GEORGIAN", "GREEK"),
    *("GUJARATI", "GURMUKHI", "HEBREW", "KANNADA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR"),
    *("ORIYA", "SINHALA", "TAMIL", "TELUGU", "THAANA", "THAI", "TIBETAN"),
}
"""Those in wide use (UAX 31, table 5), by which Unicode's names of their letters begin."""
_ALIASES = {"EXTENDED": "ARABIC"}  # EXTENDED ARABIC-INDIC DIGIT ONE
_LOOKS_LIKE = {
    "CYRILLIC": dict(
        zip(
            "АВЕЗІЈКМНОРЅСТУХԌԚԜаԁеһіјӏорԛѕсуԝхѵ",
            "abe3ijkmhopsctyxgqwadehijlopqscywxv",
            strict=True,
        )
    ),
    "GREEK": dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαιονρυϲϳ", "abezhikmnoptyxaiovpucj", strict=True)),
    "ARMENIAN": dict(zip("ՕՍՏԼօոսցհզ", "ouslonughq", strict=True)),
}
"""Letters that can be taken for Latin ones, great or small."""
_ALSO = {
    "0": "o",
    "1": "l",
    "3": "e",
    "|": "l",
    "!": "l",
    "ı": "i",
    "ɑ": "a",
    "ɡ": "g",
    "ø": "o",
    "ɔ": "c",
}
_OURS = "herdbook"


def hidden_fault_of(text: str) -> str | None:
    """Return why a text would not be seen as it is, or None."""
    if any(map(is_hidden, text)) or (text and is_blank(text)) or text != text.strip():
        return "Use visible characters, and blanks only between them."
    return None


def fault_of(text: str) -> str | None:
    """Return why nothing can have this name, since it could be taken for another; or None.

    >>> fault_of("Zoë's Brettspiele 2"), fault_of("将棋 Club"), fault_of("Клуб Herd")
    (None, None, None)
    >>> fault_of("Kitсhen")  # with a Cyrillic letter
    'Use letters of one script in each word.'
    """
    if (fault := hidden_fault_of(text)) is not None:
        return fault
    composed = normalize("NFC", text)
    if any(_is_decorated(char) for char in composed):
        return "Use plain letters and digits."
    if re.search("M" * (_MOST_MARKS + 1), "".join(category(char)[0] for char in composed)):
        return f"Use at most {_MOST_MARKS} marks on a letter."
    found = [_scripts(word) for word in _words(text)]
    if any(not scripts <= _SCRIPTS for scripts in found):
        return "Use letters of a script in wide use."
    if any(not _go_together(scripts) for scripts in found):
        return "Use letters of one script in each word."
    if is_as_ours(text):
        return "Names that begin with Herdbook are this server's own."
    return None


def app_fault_of(text: str) -> str | None:
    """Return why no app can have this name; or None.

    People can be called by a word that looks like Latin letters and is none, such as the Russian
    name of Vera. To an app it gives away nothing but that of another.
    """
    if (fault := fault_of(text)) is not None:
        return fault
    words = _words(text)
    if any(_is_disguised(words, script) for script in _LOOKS_LIKE):
        return "Write it in Latin letters: these only look like them."
    return None


def is_as_ours(text: str) -> bool:
    """Answer whether something with this name could be taken for a part of this server.

    >>> is_as_ours("H3rdb00k sign-in"), is_as_ours("A board for Herdbook")
    (True, False)
    """
    return "".join(map(_plain, normalize("NFKD", text))).startswith(_OURS)


def _words(text: str) -> list[str]:
    """Return the words of a text, without marks that stand on letters of any script."""
    return re.findall(r"[^\W_]+", re.sub("[\u0300-\u036f]", "", normalize("NFD", text)))


def _is_decorated(char: str) -> bool:
    """Answer whether a character is a letter or digit in disguise: wide, circled, of mathematics."""
    if category(char) == "So" and "LATIN" in name(char, ""):
        return True
    plain = normalize("NFKC", char)
    return plain != char and any(one.isalnum() for one in plain)


def _scripts(word: str) -> frozenset[str]:
    return frozenset(script for char in word for script in _script(char))


def _script(char: str) -> Iterable[str]:
    if char.isascii() and char.isdigit():
        return ()  # every script uses them
    first = re.split("[ -]", name(char, ""))[0]
    return () if first == "MODIFIER" else (_ALIASES.get(first, first),)


def _go_together(scripts: frozenset[str]) -> bool:
    return len(scripts) <= 1 or scripts <= _EAST_ASIAN | {"LATIN"}


def _is_disguised(words: Iterable[str], script: str) -> bool:
    """Answer whether all letters of a script that there are look like Latin ones."""
    letters = [char for word in words for char in word if script in _script(char)]
    return bool(letters) and all(char in _LOOKS_LIKE[script] for char in letters)


def _plain(char: str) -> str:
    """Return the small letter of a to z that a character looks like, or what there is of it."""
    for alike in _LOOKS_LIKE.values():
        if char in alike:
            return _ALSO.get(alike[char], alike[char])
    small = re.fullmatch("LATIN LETTER SMALL CAPITAL ([A-Z])", name(char, ""))
    letter = small[1].lower() if small else char.casefold()
    return _ALSO.get(letter, letter if letter.isalnum() else "")
