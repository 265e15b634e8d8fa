from __future__ import annotations

import json
import pathlib
import sys
from decimal import Decimal
from typing import Any

import pytest

from healthrecord._json import Members, decode, encode, parts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("1.10", Decimal("1.10")),
        ("1e400", Decimal("1e400")),
        ("-0.0", Decimal("-0.0")),
        ("9" * 5000, Decimal("9" * 5000)),
        ("1e99999999999999999999", "1e99999999999999999999"),
        ('"a\\u0000b"', "a\0b"),
        ("[null,true,{}]", [None, True, {}]),
    ],
)
def test_decode_keeps_every_digit(text: str, value: Any) -> None:
    decoded = decode(text)
    assert decoded == value
    assert type(decoded) is type(value)


@pytest.mark.parametrize("space", ["", " ", "\n\t "])
def test_parts_are_byte_for_byte(space: str) -> None:
    values = ["1.10", '{"a" : [1, "}"]}', '"\\u0041\\"é"', "null", "[]", "1e400", "9" * 6000, "{}"]
    body = f"{space},{space}".join(f'"n{at}"{space}:{space}{value}' for at, value in enumerate(values))
    assert list(parts(f"{space}{{{space}{body}{space}}}{space}")) == [(f"n{at}", one) for at, one in enumerate(values)]
    elements = f"{space},{space}".join(values)
    assert [one for _, one in parts(f"{space}[{space}{elements}{space}]")] == values


@pytest.mark.parametrize("raw", ["null", '{"raw": 1,"raw":2}', '"x,\\"raw\\":1"', "[1.10,{}]", "1e400"])
def test_raw_is_there_byte_for_byte(raw: str) -> None:
    result = Members(f'{{"cards":[{{"raw":"}}"}}],"text":",\\"raw\\":","raw":{raw}}}')
    assert (result.source("raw"), result.get("text"), result.source("absent")) == (raw, ',"raw":', None)
    assert result.get("raw") == decode(raw)


def test_parts_of_nothing() -> None:
    for nothing in ("{}", " { } ", "[]", "[ ]", "", "1", "null", '"text"'):
        assert list(parts(nothing)) == []


@pytest.mark.parametrize(
    "value",
    [
        {"a": [1, 2.5, None, True, 'é\n"\\'], "b": {}},
        [],
        (),
        10**30,
        -1,
        False,
        sys.float_info.max,
        "text",
        None,
        pathlib.PurePosixPath("a/é"),
    ],
)
def test_encode_says_what_json_says(value: Any) -> None:
    assert json.loads(encode(value)) == json.loads(json.dumps(value, default=str))


def test_encode_keeps_every_digit() -> None:
    numbers = [Decimal("1.10"), Decimal("1E+400"), Decimal("-0"), 10**5000, Decimal(10) ** 30]
    assert decode(encode(numbers)) == numbers
    assert encode(Decimal("1.10")) == "1.10"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), Decimal("NaN"), Decimal("Infinity")])
def test_what_json_has_no_number_for_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON"):
        encode([value])


@pytest.mark.parametrize("value", [{1: 2}, {None: 2}, object(), b"bytes", {1, 2}])
def test_what_json_cannot_hold_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        encode({"a": [value]})
