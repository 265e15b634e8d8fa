"""How a call ended, for what comes out in place of its result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ctypes import c_char_p, cast, string_at
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ._boundary import code_name
from ._interrupts import moments
from ._json import decode, encode, members
from ._messages import unreadable_words
from ._native import HR_E_PANIC, HR_E_TOO_LARGE, HR_OK
from .errors import HealthRecordError, error_of

if TYPE_CHECKING:
    from ._call import Call

_attached: WeakKeyDictionary[BaseException, int] = WeakKeyDictionary()

_HEAD = 512  # a result's own fields come first
_FIELDS = ("http_status", "outcome", "sha256", "bytes", "journal", "documents")
_FOUND = re.compile(rb'\{("journal":"\w+",)?("sha256":"[0-9a-f]{64}","bytes":[0-9]+)?')
_ERROR = re.compile(r'\{"code":(-[0-9]+),')


def ending_of(call: Call, raised: BaseException | None) -> HealthRecordError:
    """The library's error, or one with code 0 whose ``outcome`` says what took effect.

    raised   what was about to come out of the call, if anything: it may be that error already
    """
    if isinstance(raised, HealthRecordError):
        return raised
    result = _text(call)
    code = call.code
    if code is None:  # nothing but the text came out of the call
        found = _ERROR.match(result or "")
        code = int(found.group(1)) if found else HR_OK
    if result is None:
        word = "accepted_unreadable" if code == HR_OK else "unknown"
        result = encode({**_head(call), **_outcome(call.changes, word)})
    elif code == HR_OK and result:
        texts = members(result)
        result = encode({name: decode(texts[name]) for name in _FIELDS if name in texts})
    return error_of(code, result, call.operation, code_name(call.native, code))


def unreadable(call: Call, why: BaseException) -> HealthRecordError:
    """The call ended, but its text could not be read; whoever catches this must not think that nothing happened."""
    if call.code not in (None, HR_OK):
        return ending_of(call, None)
    try:
        ending = ending_of(call, None)
        if ending.code != HR_OK:
            return ending
        code = HR_E_TOO_LARGE if isinstance(why, (MemoryError, RecursionError)) else HR_E_PANIC
        known = {name: getattr(ending, name) for name in _FIELDS if name != "outcome"}
        fields = {name: value for name, value in known.items() if value is not None}
        result = _unreadable_text(call.changes, fields)
        return error_of(code, result, call.operation, code_name(call.native, code))
    except MemoryError:
        return _LAST_RESORT if call.changes else _LAST_RESORT_READING


def attach(ending: HealthRecordError, raised: BaseException, began: int) -> HealthRecordError:
    """The ending as what ``raised`` will have as its cause; a cause that it had comes after."""
    ending.__cause__ = _own_cause(raised, began)
    _attached[ending] = next(moments)
    return ending


def _own_cause(raised: BaseException, began: int) -> BaseException | None:
    """The cause without the ending of an earlier call, which an exception still has that is raised once more.

    The ending of a call that was made within this one stays.
    """
    cause, seen = raised.__cause__, set()
    while isinstance(cause, HealthRecordError) and _attached.get(cause, began) < began and cause not in seen:
        seen.add(cause)
        cause = cause.__cause__
    return cause


def _text(call: Call) -> str | None:
    """All of the library's text; None when it cannot be had."""
    if call.result or not call.out.value:
        return call.result
    try:
        return string_at(call.out.value).decode("utf-8")
    except (MemoryError, ValueError):
        return None


def _head(call: Call) -> dict[str, object]:
    """Which document it was, and what the journal lacks, out of a text that is too large to be copied."""
    try:
        size = call.native.hr_text_copy(cast(call.out, c_char_p), None, 0)
        found = _FOUND.match(string_at(call.out.value or 0, max(0, min(size - 1, _HEAD))))
        head: dict[str, object] = decode(found[0].decode().rstrip(",") + "}") if found else {}
    except MemoryError:
        return {}
    return head


def _outcome(changes: bool, word: str) -> dict[str, str]:
    return {"outcome": word} if changes else {}


def _unreadable_text(changes: bool, fields: Mapping[str, object]) -> str:
    words = unreadable_words(changes)._asdict()
    return encode({**words, **fields, **_outcome(changes, "accepted_unreadable")})


def _last_resort(changes: bool) -> HealthRecordError:
    return error_of(HR_E_TOO_LARGE, _unreadable_text(changes, {}), "", "HR_E_TOO_LARGE")


_LAST_RESORT = _last_resort(True)  # made beforehand: there may be no memory for another
_LAST_RESORT_READING = _last_resort(False)
