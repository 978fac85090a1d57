"""The OpenAPI document, made from the code that answers.

drf-spectacular walks the routes and reads inputs; `schema` adds what a view says of its methods,
`components` the shapes of answers, `rulesets` and `events` what each registered ruleset says of its
games. So a new route, code, ruleset or event appears without an edit here.
"""

from collections.abc import Mapping
from typing import Any

DESCRIPTION = (
    "A server for card games, played by people and programs. Every game is an "
    "append-only log of events; what you are shown of it depends on who you are. Begin with "
    "`POST /api/v1/sandbox`, which gives a token without sign-up. Every refusal is a problem "
    "document (RFC 9457) whose `code` is for programs. Clients have to bear fields that they do "
    "not know."
)
"""What the document says of the whole API."""
SETTINGS: Mapping[str, Any] = {
    "TITLE": "Herdbook",
    "DESCRIPTION": DESCRIPTION,
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_PATCH": False,  # inputs of PATCH say themselves that they demand nothing
    "ENFORCE_NON_BLANK_FIELDS": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "SORT_OPERATION_PARAMETERS": False,
    "POSTPROCESSING_HOOKS": [],  # no names are made up for enums
}
"""What drf-spectacular is told, as its setting."""
