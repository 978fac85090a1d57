"""The walk: what clients were told, held against the log, which is the order of everything."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from games.engine.events import Cause
from games.engine.lifecycle import LIFECYCLE_EVENTS
from games.engine.seats import Seat
from games.selectors import decision_ids
from tests.faults import sight
from tests.faults.findings import Finding
from tests.faults.history import Told
from tests.faults.logs import Commit, GameLog, Named, Span
from tests.faults.windows import Window, may_fail

_ENDS = frozenset({"GameFinished", "GameAborted", "GameExpired"})
_KEYED = frozenset({"join", "return", "resign"})
"""Commands that close no decision: their idempotency key is what names them."""
_LIFECYCLE = frozenset(kind.__name__ for kind in LIFECYCLE_EVENTS)


def check(
    history: Sequence[Told], logs: Mapping[str, GameLog], windows: Sequence[Window]
) -> Iterator[Finding]:
    """Yield all that is wrong with a history; times are not looked at here."""
    yield from _answers(history, windows)
    yield from _reads(history)
    by_game: dict[str, list[Told]] = defaultdict(list)
    for told in history:
        if told.game:
            by_game[told.game].append(told)
    for game in by_game.keys() - logs.keys():
        if any(told.is_done for told in by_game[game]):
            yield Finding("lost", game, "the whole game is not there")
    for game, log in logs.items():
        if game not in by_game:
            yield Finding("phantom", game, "nobody was ever told of this game")
        yield from _log(log)
        yield from _commands(by_game[game], log)
        yield from sight.check(by_game[game], log)


def _answers(history: Sequence[Told], windows: Sequence[Window]) -> Iterator[Finding]:
    """No 500 ever; 503 with Retry-After, and silence, while something is broken only."""
    for told in history:
        what = f"{told.asked} of {told.who} at {told.server}: {told.status}"
        if told.status == 503 and not told.retry_after:
            yield Finding("no-retry-after", told.game, what)
        if told.status in {None, 503} and not may_fail(windows, told.sent, told.got):
            yield Finding("unexplained", told.game, f"{what} {(told.body or {}).get('detail')}")
        elif told.status is not None and told.status >= 500 and told.status != 503:
            yield Finding("failed", told.game, f"{what} {told.body}")


def _reads(history: Sequence[Told]) -> Iterator[Finding]:
    """What was told before a request was sent is the least that it may be answered with."""
    moments: list[tuple[float, int, Told]] = []
    for told in history:
        if _version(told) is not None:
            moments += [(told.sent, 0, told), (told.got, 1, told)]
    known: dict[str, int] = defaultdict(int)
    least: dict[int, int] = {}
    for _, ends, told in sorted(moments, key=lambda moment: moment[:2]):
        version = _version(told)
        assert version is not None
        if not ends:
            least[id(told)] = known[told.game]
        else:
            if version < least[id(told)]:
                text = f"{told.asked} told version {version} after {least[id(told)]} was known"
                yield Finding("stale", told.game, text)
            known[told.game] = max(known[told.game], version)


def _version(told: Told) -> int | None:
    return told.view["version"] if told.view is not None else None


def _log(log: GameLog) -> Iterator[Finding]:
    """The log by itself: no hole, one end, nothing of play behind it."""
    version, over = 0, False
    for commit in log.commits:
        if commit.first != version + 1:
            yield Finding("version-with-a-hole", log.id, f"{commit.first} follows {version}")
        version = commit.last
        for event in commit.events:
            if over and (event.type not in _LIFECYCLE or event.type in _ENDS):
                yield Finding("after-the-end", log.id, f"{event.type} at {version}")
            over = over or event.type in _ENDS
    if len(log.folded) < len(log.commits):
        yield Finding("unsound", log.id, f"it does not fold beyond {len(log.folded)} commits")
    for life in log.lives():
        if life.end is not None and life.closing is None:
            text = f"decision {life.named} went with version {life.end.last}, and no record of it"
            yield Finding("unsound", log.id, text)


def _commands(history: Sequence[Told], log: GameLog) -> Iterator[Finding]:
    """Each command of a client: once if it was acknowledged, never if it was refused."""
    spans: dict[object, Span] = {}
    for told in history:
        if told.asked in _KEYED:
            yield from _keyed(told, log)
        if told.asked != "move":
            continue
        name: object = told.decision or told.key
        if told.is_done and told.events:
            span = Span("move", told.events[0]["version"], told.events[-1]["version"])
            earlier = spans.setdefault(name, span)
            if earlier != span:
                kind = "other-answer" if told.replayed else "doubled"
                text = f"{told.move}: {earlier} and then {span}"
                yield Finding(kind, log.id, text)
            yield from _acknowledged(told, log, span)
        elif told.is_refused:
            yield from _refused(told, log)
    yield from _phantoms(history, log)


def _acknowledged(told: Told, log: GameLog, span: Span) -> Iterator[Finding]:
    named = _named(told)
    kept = log.closings.get(named) if named is not None else log.keys.get(told.key or "")
    if kept is None or (kept.first, kept.last) != (span.first, span.last):
        yield Finding("lost", log.id, f"{told.move} of {told.who} as {span}; the log has {kept}")
    elif named is not None and log.closing_move(named) != told.move:
        text = f"{told.move} of {told.who}; the log has {log.closing_move(named)} at {span}"
        yield Finding("lost", log.id, text)


def _refused(told: Told, log: GameLog) -> Iterator[Finding]:
    named = _named(told)
    if named is None:
        yield from _keyed(told, log)
    elif told.seat == named[0] and log.closing_move(named) == told.move:
        text = f"{told.move} of {told.who}, {told.status} {(told.body or {}).get('code')}"
        yield Finding("refused-but-applied", log.id, text)


def _keyed(told: Told, log: GameLog) -> Iterator[Finding]:
    text = f"{told.asked} of {told.who} with a key: {told.status}"
    if told.is_done and told.key not in log.keys:
        yield Finding("lost", log.id, text)
    elif told.is_refused and told.key in log.keys:
        yield Finding("refused-but-applied", log.id, text)


def _named(told: Told) -> Named | None:
    """Return the decision that a request names."""
    if told.decision is None:
        return None
    _, seat, opened = told.decision.rsplit("-", 2)
    return Seat(int(seat)), int(opened)


def _phantoms(history: Sequence[Told], log: GameLog) -> Iterator[Finding]:
    """Every move of a client in the log was sent by one, and is there once."""
    sent = {(told.decision, told.move) for told in history if told.asked == "move"}
    keys = {told.key for told in history if told.asked == "move" and told.key is not None}
    closed = {span.first: named for named, span in log.closings.items() if span.how == "move"}
    keyed = {span.first: key for key, span in log.keys.items()}
    done: set[object] = set()
    for commit in log.commits:
        if commit.cause not in {Cause.BOT, Cause.PLAYER} or not _plays(commit):
            continue
        named = closed.get(commit.first)
        if named is not None:
            text = decision_ids.write(UUID(log.id), *named)
            known, move = (text, commit.move_of(named[0])) in sent, str(named)
        else:
            key = keyed.get(commit.first)
            known, move = key in keys, str(key)
        if not known:
            yield Finding("phantom", log.id, f"version {commit.first}, {move}: nobody sent it")
        if move in done:
            yield Finding("doubled", log.id, f"version {commit.first}, {move}: there already")
        done.add(move)


def _plays(commit: Commit) -> bool:
    return any(event.move() is not None for event in commit.events)
