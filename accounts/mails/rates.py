"""How many mails get through."""

from accounts.rates import Channel

MAILS = Channel(
    name="mails",
    count="""
    SELECT count(*) FILTER (WHERE state <> 'waiting' OR failure <> ''),
      count(*) FILTER (WHERE state = 'sent')
    FROM mail WHERE attempted_at > (SELECT herdbook.clock()) - make_interval(secs => %s)
    """,
)
