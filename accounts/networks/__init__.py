"""On which networks accounts are seen, as far as it takes to notice that two come from one place.

    models    what is kept: a keyed hash of a network for each account, and on how many days
    noting    writing it down, once a day at most
    sharing   who was seen where somebody else was
    purging   deleting it after `HERDBOOK_NETWORK_DAYS`

No address is stored, and none can be read out of what is without the server's key.
"""
