"""What must hold in the database at every moment, asked for while things break."""

import contextlib

import psycopg

from tests.faults.children import Children
from tests.faults.findings import Finding

_BROKEN = """
SELECT 'decision-of-an-ended-game', d.game_id::text
FROM decision d JOIN game g ON g.id = d.game_id WHERE g.status <> 'running'
UNION ALL
SELECT 'no-decision-in-a-running-game', g.id::text
FROM game g WHERE g.status = 'running'
  AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.game_id = g.id)
UNION ALL
SELECT 'version-with-a-hole', g.id::text
FROM game g, LATERAL (
  SELECT count(*) AS events, max(e.version) AS last FROM event e WHERE e.game_id = g.id
) AS e WHERE e.events <> g.version OR e.last <> g.version
"""


def look(children: Children) -> list[Finding]:
    """Ask once, in one statement, so that one moment is looked at; nothing if nobody answers."""
    with contextlib.suppress(psycopg.OperationalError), children.owner() as connection:
        return [
            Finding(kind, game, "seen while the run went on")
            for kind, game in connection.execute(_BROKEN).fetchall()
        ]
    return []
