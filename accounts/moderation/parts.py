"""Who of the staff has a part in what it decides: by who somebody is, and by what they play.

Accounts do not know games. Whoever does says who is in one, and every service that decides
something asks here; so no page and no command can forget it.
"""

from collections.abc import Callable
from typing import NamedTuple
from uuid import UUID

from accounts.moderation.actors import Actor, must_be_impartial
from accounts.moderation.case_models import Case
from accounts.moderation.errors import ConflictOfInterestError
from accounts.selectors import household_of

Accounts = frozenset[UUID]


class Tables(NamedTuple):
    """What whoever knows games can say."""

    involved_in: Callable[[UUID], Accounts]
    """Who has, or had, a part in a game."""
    are_together: Callable[[Accounts, Accounts], bool]
    """Whether one of some accounts and one of others hold seats of a game that is being played."""


_offered: list[Tables] = []


def offer(tables: Tables) -> None:
    """Add somebody who knows games."""
    _offered.append(tables)


def must_have_no_part(
    actor: Actor, account: UUID | None, *, game: UUID | None = None, case: UUID | None = None
) -> None:
    """Raise `ConflictOfInterestError` for who decides about themselves or their own games.

    `account` is whom it is about; `game`, or that of `case`, where it happened. Nobody decides who
    has or had a part there, nor who sits at a table with whom it is about just now. For each of
    these a bot or the owner of a bot counts as well.
    """
    if actor.account is None:
        return
    about = frozenset() if account is None else frozenset({account})
    must_be_impartial(actor, about.union(*map(_involved_in, {game, _game_of(case)} - {None})))
    own = frozenset({actor.account}) | household_of(actor.account)
    theirs = about.union(*map(household_of, about))
    if about and any(one.are_together(own, theirs) for one in _offered):
        raise ConflictOfInterestError(
            "You play with this account just now: you, or a bot of yours. Leave it to somebody else."
        )


def _involved_in(game: UUID | None) -> Accounts:
    assert game is not None
    return frozenset().union(*(one.involved_in(game) for one in _offered))


def _game_of(case: UUID | None) -> UUID | None:
    if case is None:
        return None
    return Case.objects.filter(id=case).values_list("game", flat=True).first()
