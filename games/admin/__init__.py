"""What the dashboard shows of games.

registers    lists, and each game with its log
inspector    the table at any version, and who knew what
drawing      a table as something to read
suspicions   pairs of accounts that seem to play together
"""

from games.admin import cases, dossier, game_orders, inspector, registers, suspicions

__all__ = ["cases", "dossier", "game_orders", "inspector", "registers", "suspicions"]
