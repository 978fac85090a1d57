"""Letting go of an account: the ordinary rows that tie it to games."""

from uuid import UUID

from games.store.models import Holder


def games_of(account: UUID) -> list[UUID]:
    """Return every game that the account has to do with, or had."""
    games = Holder.objects.filter(account=account).order_by("game").distinct()
    return list(games.values_list("game", flat=True))


def forget(account: UUID, *, game: UUID) -> None:
    """Delete what ties the account to a game; its opaque ids stand for nobody from now on."""
    Holder.objects.filter(account=account, game=game).delete()
