"""How a call ended, as the cause of what was raised while it ran."""

from __future__ import annotations

import itertools
from weakref import WeakKeyDictionary

from ._boundary import check, code_name
from ._json import encode, members
from ._native import HR_OK, Native
from .errors import HealthRecordError, error_of

_moments = itertools.count()
_attached: WeakKeyDictionary[BaseException, int] = WeakKeyDictionary()


def moment() -> int:
    """Later moments have larger numbers."""
    return next(_moments)


def finish(native: Native, operation: str, code: int, told: str, raised: BaseException | None, began: int) -> str:
    """The result, the library's error, or what was raised meanwhile with the way the call ended as its cause."""
    if raised is None:
        check(native, code, told, operation)
        return told
    try:
        ending = _ending(native, operation, code, told)
        ending.__cause__ = _own_cause(raised, began)
        _attached[ending] = moment()
        raise raised from ending
    finally:
        del raised


def _own_cause(raised: BaseException, began: int) -> BaseException | None:
    """The cause without the ending of an earlier call, which an exception still has that is raised once more.

    The ending of a call that was made within this one stays.
    """
    cause, seen = raised.__cause__, set()
    while isinstance(cause, HealthRecordError) and _attached.get(cause, began) < began and cause not in seen:
        seen.add(cause)
        cause = cause.__cause__
    return cause


def _ending(native: Native, operation: str, code: int, told: str) -> HealthRecordError:
    if code == HR_OK and told:
        texts = members(told)
        kept = ("http_status", "outcome", "sha256", "bytes")
        told = "{" + ",".join(f"{encode(name)}:{texts[name]}" for name in kept if name in texts) + "}"
    return error_of(code, told, operation, code_name(native, code))
