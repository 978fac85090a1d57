"""What pages of elsewhere may ask of the API, and read of its answers."""

PATHS = r"^/(api(/|$)|\.well-known/|oauth/(token|revoke|device-authorization)$)"
"""The API, and of OAuth what programs call; pages for people are not for scripts of others."""
SENT = [
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "Prefer",
    "If-None-Match",
    "Last-Event-ID",
]
"""Header fields that they may send."""
READ = [
    "ETag",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Request-Id",
    "Idempotency-Replayed",
    "Preference-Applied",
    "Deprecation",
    "Sunset",
    "Link",
]
"""Header fields of answers that they may read."""
