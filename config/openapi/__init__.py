"""The OpenAPI document, made from the code that answers.

drf-spectacular walks the routes and reads inputs; `schema` adds what a view says of its methods,
`components` the shapes of answers, `rulesets` and `events` what each registered ruleset says of its
games. So a new route, code, ruleset or event appears without an edit here.
"""

DESCRIPTION = (
    "A server for card games, played by people and programs. Every game is an "
    "append-only log of events; what you are shown of it depends on who you are. Begin with "
    "`POST /api/v1/sandbox`, which gives a token without sign-up. Every refusal is a problem "
    "document (RFC 9457) whose `code` is for programs. Clients have to bear fields that they do "
    "not know."
)
"""What the document says of the whole API."""
