"""What is stored, as numbers that a refused request must leave as they are."""

from functools import cache

from django.db import connection


def rows(game: str) -> dict[str, int]:
    """Return how many rows each table has, and what `standing` says of a game."""
    counts = [f'(SELECT count(*) FROM "{name}")' for name in _tables()]  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(counts)}")
        found = dict(zip(_tables(), cursor.fetchone(), strict=True))
    return found | standing(game)


def standing(game: str) -> dict[str, int]:
    """Return numbers that change when anything about a game does."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, hashtext(game::text), (SELECT hashtext(string_agg(d::text, '|'"
            " ORDER BY seat)) FROM decision d WHERE game_id = game.id) FROM game WHERE id = %s",
            [game],
        )
        return dict(zip(("version", "row", "decisions"), cursor.fetchone(), strict=True))


@cache
def _tables() -> list[str]:
    return sorted(connection.introspection.table_names())
