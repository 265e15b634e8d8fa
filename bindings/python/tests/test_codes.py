"""The enumerations: complete, equal to what the library says, and open to what a newer one says."""

from __future__ import annotations

import json
import pickle
import re
from decimal import Decimal
from typing import Any

import pytest

import healthrecord
from healthrecord import Choose, Code, HealthRecordError, Outcome, Reason
from healthrecord._json import encode
from healthrecord.errors import error_of
from sandbox import ROOT

HEADER = (ROOT / "include" / "hr.h").read_text("utf-8")


def test_every_code_of_the_header_has_its_name() -> None:
    codes = {name: int(value) for name, value in re.findall(r"#define HR_(?:E_)?([A-Z_]+) (0|-\d+)\n", HEADER)}
    codes.pop("LOG_OFF")
    assert {code.name: code.value for code in Code} == codes


def test_every_word_of_the_header_is_there() -> None:
    head = HEADER[: HEADER.index("CODES OF EVERY SERVICE CALL")]
    reasons, outcomes = head.index("   reason  "), head.index("   outcome  ")
    words = re.findall(r'"([a-z_]+)"', head[reasons : head.index("   http_status  ")])
    assert set(words) <= {reason.value for reason in Reason}
    named = re.findall(r'^ \* +"([a-z_]+)"', head[outcomes : head.index("   phase  ")], re.MULTILINE)
    assert set(named) == {outcome.value for outcome in Outcome}
    asked = head[head.index("   ask  ") : head.index("   session  ")]
    assert set(re.findall(r'"([a-z]+)"', asked)) == {choose.value for choose in Choose}


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Code, -12345),
        (Code, Code.TIMEOUT),
        (Outcome, "newer"),
        (Reason, "pin_held"),
        (Reason, "newer"),
        (Choose, "new"),
    ],
)
def test_a_value_survives_and_is_what_it_was(kind: Any, value: Any) -> None:
    made = kind(value)
    assert made == value
    assert type(made) is kind
    assert (str(made), f"{made}", f"{made:>20}") == (str(int(value)) if kind is Code else value,) * 2 + (
        f"{int(value) if kind is Code else value:>20}",
    )
    assert pickle.loads(pickle.dumps(made)) == made
    assert json.loads(json.dumps([made])) == json.loads(encode([made])) == [value]
    assert {made: 1}[value] == 1


@pytest.mark.parametrize("value", [None, 1.5, Decimal("1.5"), []])
def test_what_is_neither_number_nor_text_is_refused(value: Any) -> None:
    for kind in (Code, Outcome, Reason, Choose):
        with pytest.raises(ValueError, match="valid"):
            kind(value)


def test_an_error_has_them() -> None:
    raw = '{"reason":"newer","outcome":"newest","ask":"else","choices":["M. EXEMPLE"],"session":true,"step":"hr_x"}'
    error = error_of(-12345, raw, "hr_connect", "HR_E_NEW")
    assert (error.reason, error.outcome, error.ask, error.code) == ("newer", "newest", "else", -12345)
    assert (error.session, error.step, error.choices) == (True, "hr_x", ["M. EXEMPLE"])
    assert healthrecord.HR_E_CANCELLED == Code.CANCELLED
    assert isinstance(error_of(-9, "", "", ""), healthrecord.Cancelled)


def test_choices_are_in_no_text_of_an_error() -> None:
    raw = '{"code":-10,"ask":"patient","choices":[{"nom":"EXEMPLE","patient_id":"255081416802538"}]}'
    error = error_of(-10, raw, "hr_patient_find", "HR_E_CHOICE")
    assert error.choices[0]["nom"] == "EXEMPLE"
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, HealthRecordError)
    for one in (error, copy):
        assert "EXEMPLE" not in f"{one!s}{one!r}{one.args}{one.raw}"
        assert json.loads(one.raw)["ask"] == "patient"
    assert copy.choices is None
