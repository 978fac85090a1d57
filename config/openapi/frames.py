"""Streams: what their frames are, as a media type of the document."""

from typing import get_type_hints

from accounts.api.streaming import MEDIA_TYPE
from config.openapi.components import Schema, name_of, ref


def content(shape: type, cursor_form: str) -> Schema:
    """Return what a stream sends, whose frames have data of this shape, by the name of their event.

    Who reads it as it comes gets an object for each frame, who reads it to its end gets one text.
    `x-frames` names the shape, for whoever takes no `contentSchema`.
    """
    frames = [_frame(*one, cursor_form) for one in get_type_hints(shape).items()]
    text = {"type": "string", "description": "The whole stream, read to its end."}
    return {
        MEDIA_TYPE: {"schema": {"anyOf": [*frames, text]}, "x-frames": ref(name_of(shape))},
    }


def _frame(event: str, data: type, cursor_form: str) -> Schema:
    return {
        "title": f"{event.capitalize()}Frame",
        "type": "object",
        "properties": {
            "id": {"type": "string", "pattern": cursor_form},
            "event": {"type": "string", "const": event},
            "data": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": ref(name_of(data)),
            },
            "retry": {"type": "integer", "description": "Milliseconds; the first frame has it."},
        },
        "required": ["id", "event", "data"],
        "additionalProperties": False,
    }
