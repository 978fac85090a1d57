"""Who may do what: one table. Services ask it, so that no page and no command has rules of its own."""

from collections.abc import Mapping
from enum import StrEnum


class Role(StrEnum):
    """What an account is to the server."""

    PLAYER = "player"
    BOT = "bot"
    MODERATOR = "moderator"
    OPERATOR = "operator"
    ADMINISTRATOR = "administrator"


class Permission(StrEnum):
    """Something that staff does."""

    READ_REGISTERS = "read_registers"
    """Lists of accounts, games and what is kept about them, without anything hidden."""
    READ_OPERATIONS = "read_operations"
    """Queues, lags, rates and failures."""
    OPERATE = "operate"
    """What keeps the server going: webhooks, mails, incidents."""
    READ_CASES = "read_cases"
    """Reports with their evidence, what is known about a player, and private notes."""
    WORK_CASES = "work_cases"
    """Claiming a case and closing it."""
    SANCTION = "sanction"
    """Imposing and lifting sanctions."""
    ANSWER_APPEALS = "answer_appeals"
    ORDER_GAMES = "order_games"
    """Pausing, resuming, moving deadlines, replacing seats, breaking games off."""
    JUDGE_GAMES = "judge_games"
    """Adjudicating, annulling and restoring results."""
    BREAK_GLASS = "break_glass"
    """Looking at hidden cards."""
    READ_AUDIT = "read_audit"
    SANCTION_STAFF = "sanction_staff"
    GRANT_ROLES = "grant_roles"


_MODERATOR = frozenset(
    {
        Permission.READ_REGISTERS,
        Permission.READ_CASES,
        Permission.WORK_CASES,
        Permission.SANCTION,
        Permission.ANSWER_APPEALS,
        Permission.ORDER_GAMES,
        Permission.JUDGE_GAMES,
        Permission.BREAK_GLASS,
    }
)
_OPERATOR = frozenset(
    {
        Permission.READ_REGISTERS,
        Permission.READ_OPERATIONS,
        Permission.OPERATE,
        Permission.ORDER_GAMES,
    }
)
PERMISSIONS: Mapping[Role, frozenset[Permission]] = {
    Role.PLAYER: frozenset(),
    Role.BOT: frozenset(),
    Role.MODERATOR: _MODERATOR,
    Role.OPERATOR: _OPERATOR,
    Role.ADMINISTRATOR: frozenset(Permission),
}
"""What each role may do beside playing."""
STAFF_ROLES = tuple(role for role, may in PERMISSIONS.items() if may)
"""Those that are granted; of the others every account has one by what it is."""
