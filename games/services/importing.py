"""Importing a replay file: the game is played again and kept as one that is over."""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

import msgspec

from games import signals
from games.engine import reenacting
from games.engine.commits import apply_commit
from games.engine.errors import BadOptionsError as BadOptionsRefusal
from games.engine.errors import UnknownRulesetError
from games.engine.events import Cause, Event
from games.engine.lifecycle import GameCreated
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.replay_file import BadReplayError as BadReplayRefusal
from games.engine.replay_file import ReplayFile, read_file
from games.selectors.replays import position_hash_of
from games.services.askers import Asker
from games.services.errors import BadReplayError, BusyError
from games.services.execute import TRIES, Committed
from games.services.opening import made_before
from games.store import append, clock
from games.store.append import NewHolder
from games.store.load import Loaded

MAX_MOVES = 20_000
"""More than the longest games there are; a game of so many takes a thread for about three seconds."""
_log = logging.getLogger("herdbook.commands")


def import_game(
    told: Mapping[str, Any], *, asker: Asker, reserve: Callable[[], UUID] = uuid4
) -> Committed:
    """Play a replay file, read as JSON, again; the game is there for the asker alone.

    `reserve` gives its id once the file is known to be good; if it is the id of a game that is
    there already, that game is the answer. Raises `BadReplayError` with a pointer into the file.
    """
    started = time.monotonic()
    secret, creator = secrets.token_bytes(32), str(uuid4())
    try:
        file = read_file(told)
        events = _played(file, creator=creator, commitment=hashlib.sha256(secret).hexdigest())
    except BadReplayRefusal as refusal:
        raise BadReplayError(refusal.reason, refusal.pointer) from None
    game = reserve()
    holder = NewHolder(id=creator, account=asker.account, seat=None)
    for _ in range(TRIES):
        if (earlier := made_before(game)) is not None:
            return earlier
        now = clock.now()
        after = apply_commit(None, events, now)
        appending = append.Append(
            game=game,
            expected=0,
            at=now,
            cause=Cause.SYSTEM,
            events=events,
            after=after,
            decisions=(),
            holders=[holder],
            secret=secret,
        )
        if append.append_events([appending])[0].result is append.Result.DONE:
            loaded = Loaded(
                id=game, now=now, state=after, secret=secret, owners={creator: asker.owner}
            )
            ms = (time.monotonic() - started) * 1000
            _log.info("game=%s imported version=0->%d ms=%.1f", game, after.version, ms)
            signals.committed.send_robust(sender=None, loaded=loaded)
            return Committed(game=loaded, events=[])
    raise BusyError


def _played(file: ReplayFile, *, creator: str, commitment: str) -> list[Event]:
    """Return the events of the game that the file tells of."""
    if len(file.moves) > MAX_MOVES:
        raise BadReplayRefusal(f"A game of more than {MAX_MOVES} moves is too long.", "/moves")
    rules = _rules(file)
    created = GameCreated(
        ruleset=rules.slug,
        rules_version=rules.rules_version,
        seats=file.seats,
        options=_options(rules, file),
        time_control=reenacting.time_control_of(file),
        rated=False,
        private=True,
        creator=creator,
        commitment=commitment,
        imported=True,
    )
    holders = [str(uuid4()) for _ in range(file.seats)]
    events, after = reenacting.reenact(file, rules, created, holders)
    if file.position_hash not in {None, position_hash_of(after)}:
        raise BadReplayRefusal("The game ends in another position.", "/position_hash")
    return events


def _rules(file: ReplayFile) -> AnyRuleset:
    try:
        newest = find_ruleset(file.ruleset)
    except UnknownRulesetError as refusal:
        raise BadReplayRefusal(refusal.reason, "/ruleset") from None
    try:
        rules = find_ruleset(file.ruleset, file.rules_version)
    except UnknownRulesetError as refusal:
        raise BadReplayRefusal(refusal.reason, "/rules_version") from None
    if file.seats not in rules.seat_counts:
        counts = f"{rules.seat_counts[0]} to {rules.seat_counts[-1]}"
        raise BadReplayRefusal(f"{newest.title} is for {counts} seats.", "/seats")
    return rules


def _options(rules: AnyRuleset, file: ReplayFile) -> dict[str, object]:
    try:
        options = rules.parse_options(file.options, file.seats)
    except BadOptionsRefusal as refusal:
        raise BadReplayRefusal(refusal.reason, "/options" + refusal.pointer) from None
    filled: dict[str, object] = msgspec.to_builtins(options)
    return filled
