"""What accounts announce, for whoever listens. Accounts do not know who does."""

from django.dispatch import Signal

erased = Signal()
"""An account comes to its end; `account` is its id.

Receivers let go of it in whatever they keep, and raise if they could not: then all of them are
asked again later, so each must be safe to call twice. They get it outside any transaction, after
the account's tokens have died.
"""

vacation_turned = Signal()
"""A vacation of `account` has begun or is over.

Receivers get it inside the transaction that records this, and what they write is written with it,
or not at all.
"""
