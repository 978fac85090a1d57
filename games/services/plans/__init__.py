"""Standing orders: keeping them, waking them when a game changes, and following them.

They are private. Nothing here runs in the request that changes a game, so nobody can tell by an
answer, its contents or the time it takes whether somebody at the table has given orders.
"""
