"""Reading a game and its log."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.db import connection

from accounts.combining import Combiner
from games.engine.clocks import QuietHours
from games.engine.commits import replay
from games.engine.errors import RulesNotInstalledError
from games.engine.events import Cause, Event
from games.engine.game import GameState
from games.engine.registry import AnyRuleset, find_ruleset
from games.engine.seat_events import SeatKind
from games.engine.seats import Seat
from games.engine.snapshots import decode_state
from games.store.clock import NOW
from games.store.errors import UnknownGameError
from games.store.planners import PLANNER, Planner, planner_of
from games.store.quiet_hours import read_quiet_hours
from games.store.upcasting import from_payload

E = TypeVar("E", bound=Event)


class Owner(NamedTuple):
    """The account behind an opaque id of the log."""

    account: UUID
    name: str
    is_bot: bool
    quiet_hours: QuietHours | None = None
    """When no deadline of it may fall."""


@dataclass(frozen=True, kw_only=True)
class Closing:
    """How a decision was closed, or what a keyed command did."""

    how: str | None
    fingerprint: str
    first_version: int
    last_version: int


@dataclass(frozen=True, kw_only=True)
class Loaded:
    """One game as it was when its row was read, at `now` by the database's clock."""

    id: UUID
    now: datetime
    state: GameState
    secret: bytes = field(repr=False)
    owners: Mapping[str, Owner]
    """By opaque id, those who hold a seat or made the game."""
    keyed: Closing | None = None
    """What an earlier command with the same idempotency key did."""
    closing: Closing | None = None
    """How the decision that was asked for was closed."""

    def seat_of(self, account: UUID | None) -> Seat | None:
        """Return the seat that this account holds."""
        seat = self._owned(account)
        return None if seat is None or self._is_invited(seat) else seat

    def invitation_of(self, account: UUID | None) -> Seat | None:
        """Return the seat that is kept for this account until it answers."""
        seat = self._owned(account)
        return seat if seat is not None and self._is_invited(seat) else None

    def offer_of(self, account: UUID | None) -> Seat | None:
        """Return the seat that is offered to this account by name."""
        for seat in self.state.seat_numbers:
            offer = self.state.seats[seat].offer
            owner = self.owners.get(offer.holder or "") if offer is not None else None
            if owner is not None and owner.account == account:
                return seat
        return None

    @property
    def seats_of_nobody(self) -> int:
        """How many seats belong to accounts that are no more."""
        held = [record.holder for record in self.state.seats if record.holder is not None]
        return sum(holder not in self.owners for holder in held)

    @property
    def quiet_hours(self) -> dict[Seat, QuietHours | None]:
        """When no deadline of a seat may fall, by seat; only of those that have such hours."""
        found: dict[Seat, QuietHours | None] = {}
        for seat, record in enumerate(self.state.seats):
            owner = self.owners.get(record.holder) if record.holder is not None else None
            if owner is not None and owner.quiet_hours is not None:
                found[Seat(seat)] = owner.quiet_hours
        return found

    def _is_invited(self, seat: Seat) -> bool:
        return self.state.seats[seat].kind is SeatKind.INVITED

    def _owned(self, account: UUID | None) -> Seat | None:
        if account is None:
            return None
        for seat in self.state.seat_numbers:
            holder = self.state.seats[seat].holder
            owner = self.owners.get(holder) if holder is not None else None
            if owner is not None and owner.account == account:
                return seat
        return None

    def is_creator(self, account: UUID | None) -> bool:
        """Answer whether this account made the game."""
        owner = self.owners.get(self.state.creator)
        return account is not None and owner is not None and owner.account == account


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """An event with its place in the log."""

    version: int
    at: datetime
    cause: Cause
    command: UUID
    event: Event
    planner: Planner | None = None
    """Of what plans caused, and of nothing else."""


CLOSING = """
  (SELECT jsonb_build_array(k.how, k.fingerprint, k.first_version, k.last_version)
   FROM command k WHERE k.game_id = g.id AND k.seat = asked.seat AND k.opened = asked.opened)
"""
"""How the decision that is `asked` for was closed in the game `g`."""
OWNERS = """
  (SELECT json_object_agg(h.id, a.known)::text FROM holder h, LATERAL (
     SELECT json_build_array(a.id, a.name, a.kind = 'bot', a.time_zone, a.quiet_hours) AS known
     FROM account a WHERE a.id = h.account_id LIMIT 1) AS a
   WHERE h.game_id = g.id AND h.until_version IS NULL)
"""
"""Who holds something in the game `g`; LIMIT, lest accounts be joined as a whole table."""
_GAME = f"""
SELECT asked.place, found.* FROM jsonb_to_recordset(%s::jsonb)
  AS asked (place integer, game uuid, actor uuid, key text, seat smallint, opened integer),
LATERAL (SELECT {NOW}, g.state, g.secret, {OWNERS},
  (SELECT jsonb_build_array(k.how, k.fingerprint, k.first_version, k.last_version)
   FROM command k WHERE k.game_id = g.id AND k.actor = asked.actor AND k.key = asked.key),
  {CLOSING}
  FROM game g WHERE g.id = asked.game LIMIT 1) AS found
"""  # noqa: S608 - made of constants
_EVENTS = f"""
SELECT g.ruleset, g.rules_version, e.version, e.recorded_at, e.cause, e.command, e.type,
  e.schema_version, e.payload, {PLANNER}
FROM event e JOIN game g ON g.id = e.game_id
WHERE e.game_id = %s AND e.version > %s AND e.version <= %s ORDER BY e.version LIMIT %s
"""  # noqa: S608 - made of constants
_GAMES = f"SELECT g.id, {NOW}, g.state, g.secret, {OWNERS} FROM game g WHERE g.id = ANY(%s)"  # noqa: S608 - made of constants


def game(
    game_id: UUID,
    *,
    actor: UUID | None = None,
    key: str | None = None,
    decision: tuple[Seat, int] | None = None,
) -> Loaded:
    """Read a game in one query, with what an earlier copy of a command did.

    Raises `UnknownGameError`.
    """
    seat, opened = decision if decision is not None else (None, None)
    row = _row({"game": game_id, "actor": actor, "key": key, "seat": seat, "opened": opened})
    if row is None:
        raise UnknownGameError(f"There is no game {game_id}.")
    return loaded(game_id, *row)


def loaded(
    game_id: UUID,
    now: datetime,
    state: str | bytes,
    secret: bytes,
    owners: str | bytes | None,
    keyed: str | bytes | None = None,
    closing: str | bytes | None = None,
) -> Loaded:
    """Return a game out of what the database says of it."""
    return Loaded(
        id=game_id,
        now=now,
        state=decode_state(state),
        secret=bytes(secret),
        owners=_owners(owners),
        keyed=_closing(keyed),
        closing=_closing(closing),
    )


def _rows(asked: Sequence[dict[str, Any]]) -> list[tuple[Any, ...] | None]:
    numbered = [{"place": place, **one} for place, one in enumerate(asked)]
    with connection.cursor() as cursor:
        cursor.execute(_GAME, [msgspec.json.encode(numbered).decode()])
        found = {place: row for place, *row in cursor.fetchall()}
    return [found.get(place) for place in range(len(asked))]


_row = Combiner(_rows)


def games(ids: Sequence[UUID]) -> list[Loaded]:
    """Read several games in one query, in the order of `ids`; those there are not are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_GAMES, [list(ids)])
        rows = {row[0]: row for row in cursor.fetchall()}
    return [loaded(*rows[one]) for one in ids if one in rows]


# Read as text: so Django has jsonb, and so these are asked for.
def _owners(found: str | bytes | None) -> dict[str, Owner]:
    if found is None:
        return {}
    return {
        holder: Owner(UUID(account), name, is_bot, read_quiet_hours(zone, quiet))
        for holder, (account, name, is_bot, zone, quiet) in msgspec.json.decode(found).items()
    }


def _closing(found: str | bytes | None) -> Closing | None:
    if found is None:
        return None
    how, fingerprint, first_version, last_version = json.loads(found)
    return Closing(
        how=how, fingerprint=fingerprint, first_version=first_version, last_version=last_version
    )


def events(
    game_id: UUID,
    *,
    after: int = 0,
    until: int | None = None,
    limit: int | None = None,
) -> list[Recorded]:
    """Return the events with versions in (`after`, `until`], at most `limit`, in order.

    They are read by the rules under which the game was begun; raises `UnknownEventError`.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _EVENTS,
            [game_id, after, 2**31 - 1 if until is None else until, limit],
        )
        rows = cursor.fetchall()
    return [
        recorded(
            ruleset,
            rules_version,
            version=version,
            at=at,
            cause=cause,
            command=command,
            type_name=type_name,
            schema_version=schema_version,
            payload=payload,
            planner=planner,
        )
        for (
            ruleset,
            rules_version,
            version,
            at,
            cause,
            command,
            type_name,
            schema_version,
            payload,
            planner,
        ) in rows
    ]


def recorded(
    ruleset: str,
    rules_version: int,
    *,
    version: int,
    at: datetime,
    cause: str,
    command: UUID,
    type_name: str,
    schema_version: int,
    payload: str,
    planner: str | None = None,
) -> Recorded:
    """Make an event of what was read of it; raises `UnknownEventError`."""
    rules = _installed(ruleset, rules_version)
    return Recorded(
        version=version,
        at=at,
        cause=Cause(cause),
        command=command,
        event=from_payload(rules, type_name, schema_version, payload),
        planner=planner_of(planner),
    )


def _installed(ruleset: str, rules_version: int) -> AnyRuleset | None:
    try:
        return find_ruleset(ruleset, rules_version)
    except RulesNotInstalledError:
        return None


def since_last(game_id: UUID, *, type_name: str) -> list[Recorded]:
    """Return the events from the last one of a type on; the whole log if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(max(version), 1) FROM event WHERE game_id = %s AND type = %s",
            [game_id, type_name],
        )
        (first,) = cursor.fetchone()
    return events(game_id, after=first - 1)


def events_of_type(game_id: UUID, event_type: type[E]) -> list[tuple[int, E]]:
    """Return the events of one type that every ruleset has, each with its version, in order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, schema_version, payload FROM event"
            " WHERE game_id = %s AND type = %s ORDER BY version",
            [game_id, event_type.__name__],
        )
        return [
            (version, event_type.from_payload(json.loads(payload), schema_version))
            for version, schema_version, payload in cursor.fetchall()
        ]


def raw_events(game_id: UUID) -> dict[int, dict[str, object]]:
    """Return, by version, what the hash of each event was computed from; for finished games."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT version, schema_version, payload, salt, hash FROM event WHERE game_id = %s",
            [game_id],
        )
        return {
            version: {
                "schema_version": schema_version,
                "payload": payload,
                "salt": bytes(salt).hex(),
                "hash": bytes(digest).hex(),
            }
            for version, schema_version, payload, salt, digest in cursor.fetchall()
        }


def commits(log: Sequence[Recorded]) -> Iterator[tuple[datetime, list[Event]]]:
    """Group a log by commit, as `replay` wants it."""
    together: list[Recorded] = []
    for recorded in log:
        if together and together[0].command != recorded.command:
            yield together[0].at, [one.event for one in together]
            together = []
        together.append(recorded)
    if together:
        yield together[0].at, [one.event for one in together]


def folded(game_id: UUID) -> GameState:
    """Fold a game from its log alone, without the snapshot."""
    return replay(commits(events(game_id)))
