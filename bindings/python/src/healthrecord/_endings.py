"""How a call ended, as the cause of what was raised while it ran."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ._boundary import check, code_name
from ._interrupts import Interrupts, moments
from ._json import encode, members
from ._native import HR_OK, Native
from .errors import HealthRecordError, error_of

_attached: WeakKeyDictionary[BaseException, int] = WeakKeyDictionary()


def finish(
    native: Native,
    operation: str,
    code: int,
    told: str,
    interrupts: Interrupts,
    raised: BaseException | None = None,
) -> str:
    """The result, the library's error, or what was raised meanwhile with the way the call ended as its cause.

    raised   by a callback; what a signal's handler raised goes before it
    """
    raised = raised if interrupts.kept is None else interrupts.kept
    if raised is None:
        check(native, code, told, operation)
        return told
    try:
        ending = _ending(native, operation, code, told)
        ending.__cause__ = _own_cause(raised, interrupts.began)
        _attached[ending] = next(moments)
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
