"""The reader of JSON: what any two readers could understand differently is refused (F29)."""

import json

import pytest
from rest_framework.exceptions import ParseError

from config.contract import read_object

REFUSED = {
    "nothing": b"",
    "space": b"  ",
    "no JSON": b"{a: 1}",
    "single quotes": b"{'a': 1}",
    "a comment": b'{"a": 1} // yes',
    "two values": b"{} {}",
    "a comma too many": b'{"a": 1,}',
    "cut off": b'{"a": "b',
    "a list": b"[]",
    "a text": b'"a"',
    "a number": b"1",
    "null": b"null",
    "true": b"true",
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": "{}".encode("utf-16"),
    "latin-1": b'{"a": "\xfc"}',
    "an overlong form": b'{"a": "\xc0\xaf"}',
    "a surrogate in UTF-8": b'{"a": "\xed\xa0\x80"}',
    "NUL outside": b'{"a": 1}\0',
    "NUL in a text": b'{"a": "\0"}',
    "NUL as an escape": b'{"a": "\\u0000"}',
    "NUL in a key": b'{"\\u0000": 1}',
    "NUL deep inside": b'{"a": [[{"b": ["\\u0000"]}]]}',
    "a control character": b'{"a": "\n"}',
    "half a pair": b'{"a": "\\ud800"}',
    "the other half": b'{"a": "\\udc00"}',
    "halves the wrong way round": b'{"a": "\\udc00\\ud800"}',
    "half a pair as a key": b'{"\\ud83d": 1}',
    "NaN": b'{"a": NaN}',
    "Infinity": b'{"a": Infinity}',
    "-Infinity": b'{"a": -Infinity}',
    "1e999": b'{"a": 1e999}',
    "-1e999": b'{"a": -1e999}',
    "2^53 + 1": b'{"a": 9007199254740993}',
    "-2^53 - 1": b'{"a": -9007199254740993}',
    "10^400": b'{"a": 1' + b"0" * 400 + b"}",
    "10^5000": b'{"a": 1' + b"0" * 5000 + b"}",
    "1e16": b'{"a": 1e16}',
    "a leading zero": b'{"a": 01}',
    "a plus": b'{"a": +1}',
    "hexadecimal": b'{"a": 0x1}',
    "the same key twice": b'{"a": 1, "a": 1}',
    "the same key twice, inside": b'{"b": [{"a": 1, "a": 2}]}',
    "the same key as an escape": b'{"a": 1, "\\u0061": 2}',
    "201 keys": json.dumps({str(n): n for n in range(201)}).encode(),
    "201 keys in all": json.dumps({"a": [{str(n): n} for n in range(200)]}).encode(),
    "depth 17": b'{"a": ' + b"[" * 16 + b"]" * 16 + b"}",
    "depth 17 of objects": b'{"a": ' * 17 + b"1" + b"}" * 17,
    "depth 1,000": b'{"a": ' + b"[" * 999 + b"]" * 999 + b"}",
    "16,000 brackets": b"[" * 16_000,
    "16,000 brackets that close": b"]" * 16_000,
    "brackets behind half a text": b'{"' + b"[" * 16_000,
}
"""Bodies by what is wrong with them."""


@pytest.mark.parametrize("raw", REFUSED.values(), ids=REFUSED.keys())
def test_refused(raw):
    with pytest.raises(ParseError) as refusal:
        read_object(raw)
    assert len(str(refusal.value)) < 100


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        ' {"a":\t[]\r\n} ',
        '{"a": 9007199254740992, "b": -9007199254740992}',
        '{"a": 1.5, "b": 1e2, "c": -0.0, "d": 0.1e-400}',
        '{"a": "\\ud83d\\udc04", "b": "🐄"}',
        '{"a": "[[[[[[[[[[[[[[[[[[[[[[[[[", "b": "}}}\\"{{{"}',
        '{"a": ' + "[" * 15 + "]" * 15 + "}",
        json.dumps({str(n): n for n in range(200)}),
        '{"": null, "\\n": true}',
    ],
)
def test_read(text):
    assert read_object(text.encode()) == json.loads(text)


def test_a_hostile_body_takes_no_time():
    for raw in (b'{"' + b"\\" * 16_000, b'"' * 16_000, b'{"a":"' + b'\\"' * 8_000, b"{" * 16_000):
        with pytest.raises(ParseError):
            read_object(raw)
