"""Counters in Valkey or Redis, for all processes together."""

from collections.abc import Sequence

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.limits.draws import Draw, Standing

_PATIENCE = 0.25  # seconds; then a request is counted elsewhere rather than held up

# KEYS: counters. ARGV: quota, window in milliseconds and amount, for each of them in turn.
# Answers with used, milliseconds left and whether it had no room, for each of them in turn.
_DRAW = """
local used, full, all_fit = {}, {}, true
for i, key in ipairs(KEYS) do
  local quota, amount = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i])
  used[i] = tonumber(redis.call('GET', key) or '0')
  full[i] = amount > 0 and used[i] + amount > quota
  all_fit = all_fit and not full[i]
end
local answer = {}
for i, key in ipairs(KEYS) do
  local window, amount = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
  if all_fit and amount ~= 0 and used[i] + amount >= 0 then
    used[i] = redis.call('INCRBY', key, amount)
  end
  local left = redis.call('PTTL', key)
  if left == -1 then
    redis.call('PEXPIRE', key, window)
    left = window
  end
  answer[#answer + 1] = used[i]
  answer[#answer + 1] = left
  answer[#answer + 1] = full[i] and 1 or 0
end
return answer
"""


class SharedCounters:
    """Counters that a script of the server's raises, one script at a time."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(
            url.replace("valkey", "redis", 1),
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            # Once more, for a connection that the server has closed meanwhile; not after a
            # time-out, which may have counted already.
            retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
        )
        self._draw = self.client.register_script(_DRAW)

    def draw(self, draws: Sequence[Draw]) -> list[Standing]:
        """Do all of it, or none if one has no room; raise `redis.RedisError`."""
        arguments: list[int] = []
        for one in draws:
            arguments += [one.policy.quota, one.policy.window * 1000, one.amount]
        answer: list[int] = self._draw(keys=[one.counter for one in draws], args=arguments)
        return [
            one.found(used, left / 1000, refused=bool(full))
            for one, used, left, full in zip(
                draws, answer[::3], answer[1::3], answer[2::3], strict=True
            )
        ]
