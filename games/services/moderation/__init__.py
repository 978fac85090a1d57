"""Keeping order where it touches games: reports of what happened in one, and orders to it.

reporting      from what somebody says to a report
applicability  what can be reported, and why something cannot
evidence       the frozen slice of events and messages that a report cites
cases          who may work on a case, by who had a part in its game
orders         what staff tells a game to do: `orders.giving.give`, `orders.previewing.preview`
"""
