"""The subcommands: each file has one, with its arguments and what it does."""

from herdbook.terminal.commands import (
    games,
    import_,
    inbox,
    login,
    logout,
    pause,
    plan,
    play,
    replay,
    rulesets,
    stream,
    undo,
    vacation,
    verify,
    watch,
    webhooks,
)
from herdbook.terminal.commands.command import Command

COMMANDS: tuple[Command, ...] = (
    play.COMMAND,
    watch.COMMAND,
    inbox.COMMAND,
    stream.COMMAND,
    plan.COMMAND,
    games.COMMAND,
    undo.COMMAND,
    pause.PAUSE,
    pause.RESUME,
    vacation.COMMAND,
    replay.COMMAND,
    import_.COMMAND,
    verify.COMMAND,
    rulesets.COMMAND,
    webhooks.COMMAND,
    login.COMMAND,
    logout.COMMAND,
)
