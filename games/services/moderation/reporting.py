"""From what somebody says to a report, with the evidence that it cites."""

from collections.abc import Callable
from uuid import UUID, uuid4

from accounts import clock
from accounts.models import Account
from accounts.moderation import reports
from accounts.moderation.breaches import Breach
from accounts.moderation.reports import AlreadyReportedError, Filed
from accounts.selectors import find_player, household_of
from games.selectors.game_view import may_watch
from games.services.errors import BadRequestValueError, UnknownGameError
from games.services.moderation.applicability import check
from games.services.moderation.errors import NotApplicable, ReportNotApplicableError
from games.services.moderation.evidence import cut, frozen
from games.store import load
from games.store.errors import UnknownGameError as NoSuchRowError
from games.store.load import Loaded


def report(
    *,
    reporter: UUID,
    breach: Breach,
    game: UUID | None,
    player: str | None,
    text: str,
    from_version: int | None = None,
    to_version: int | None = None,
    reserve: Callable[[], UUID] = uuid4,
) -> Filed:
    """File a report about a player, a game, or a player in a game.

    Raises `UnknownGameError` for a game that the reporter may not know, `UnknownPlayerError`,
    `BadRequestValueError`, or `ReportNotApplicableError`.
    """
    loaded = None if game is None else _watched(game, reporter)
    if loaded is None and (from_version is not None or to_version is not None):
        raise BadRequestValueError("Versions are those of a game; name it.", "/game")
    subject = None if player is None else _subject(player, reporter)
    cited = (
        None
        if loaded is None
        else cut(loaded, reporter, from_version=from_version, to_version=to_version)
    )
    check(breach, player=subject, loaded=loaded, cited=cited)
    evidence = {} if loaded is None or cited is None else frozen(loaded, reporter, cited)
    if subject is not None and breach == Breach.OFFENSIVE_NAME:
        # It may be changed before anybody looks.
        evidence["subject"] = {"name": subject.name, "display_name": subject.display_name}
    try:
        return reports.file_report(
            reporter=reporter,
            breach=breach,
            subject=None if subject is None else subject.id,
            game=game,
            text=text,
            evidence=evidence,
            now=clock.now() if loaded is None else loaded.now,
            from_version=None if cited is None else cited.from_version,
            to_version=None if cited is None else cited.to_version,
            reserve=reserve,
        )
    except AlreadyReportedError:
        raise ReportNotApplicableError(NotApplicable.ALREADY_REPORTED) from None


def _watched(game: UUID, reporter: UUID) -> Loaded:
    try:
        loaded = load.game(game)
    except NoSuchRowError:
        raise UnknownGameError from None
    if not may_watch(loaded, reporter):
        raise UnknownGameError
    return loaded


def _subject(name: str, reporter: UUID) -> Account:
    found = find_player(name)
    if found.id == reporter or found.id in household_of(reporter):
        raise ReportNotApplicableError(NotApplicable.YOURSELF)
    return found
