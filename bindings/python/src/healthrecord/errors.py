"""What can go wrong, and what had ended when something else was raised."""

from __future__ import annotations

from ._json import encode, object_of, parts
from ._members import Members
from .results import Choice, Error
from .words import Code


class HealthRecordError(Exception):
    """A call that failed. Catch this to catch everything that this package raises of its own.

    code       the number that the library returned
    details    all that the library says: ``message_fr`` for the doctor, ``reason``, ``outcome``, ``http_status``...
    choices    what a person may choose from, of a session's connect(), patient_find() and deposit(). They may be health
               data: they are in no text of the error, in none of its dictionaries, and not pickled with it

    Nothing else of it is a secret, an address, a patient's data, a reply's body, or a file name (but the library's own
    in a LibraryError): it may be logged. ``str(error)`` is one line: the message, where it comes from, what to do.
    """

    __slots__ = ("_choices",)

    def __init__(self, code: int, json: str = "", operation: str = "") -> None:
        members = dict(parts(json)) or _without_text(code, operation)
        self._choices = Error(object_of(members)).choices
        if "choices" in members:
            members["choices"] = "null"
        json = object_of(members)
        super().__init__(code, json, operation)
        self.code = Code(code)
        self.details = Error(json)

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self._choices

    def __str__(self) -> str:
        details = self.details
        facts = [details.name, f"in {details.operation}"]
        for word in ("http_status", "service_code", "service_message", "outcome"):
            source = details.source(word)
            if source not in (None, "null"):
                facts.append(f"{word} {source}")
        return f"{details.message} [{', '.join(facts)}] {details.remedy}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.details.name} in {self.details.operation}>"


class LibraryError(HealthRecordError):
    """The native library cannot be used; nothing was called. ``code`` is 0. The messages name the library's path.

    why   "missing", "architecture", "unloadable", "symbol", "abi" or "loaded"
    """

    def __init__(self, why: str, message: str, remedy: str) -> None:
        words = {"name": why, "operation": "load_library", "at": "library", "message": message, "remedy": remedy}
        french = {"message_fr": "Le composant du DMP ne peut pas être chargé.", "remedy_fr": "Réinstallez le logiciel."}
        super().__init__(0, encode({**words, **french}))
        self.args = (why, message, remedy)
        self.why = why


class Ended(Exception):
    """How a call ended out of which something else was raised, such as KeyboardInterrupt or CancelledError.

    It is the ``__cause__`` of that, directly or further down: ended() finds it. A session's call that failed has its
    HealthRecordError there instead.
    """

    __slots__ = ("_result",)

    def __init__(self, result: Members | None = None) -> None:
        super().__init__()
        self._result = result  # neither in args nor pickled: it may hold the bearer

    @property
    def result(self) -> Members | None:
        """What the call gave: of a client's call its Result."""
        return self._result

    def __str__(self) -> str:
        return "the call had ended before; see ended()"


def ended(raised: BaseException | None, seen: tuple[BaseException, ...] = ()) -> Members | None:
    """What took effect although ``raised`` came out: the result of the Ended that it was raised from, or None.

    Python 3.9 and 3.10 put exceptions of their own between; this looks behind them.
    """
    if raised is None or raised in seen:
        return None
    if isinstance(raised, Ended):
        return raised.result
    seen = (*seen, raised)
    return ended(raised.__cause__, seen) or ended(raised.__context__, seen)


def _without_text(code: int, operation: str) -> dict[str, str]:
    """For a function that gives a code only, or an error for whose text there was no memory."""
    name = Code(code).name
    name = f"HR_E_{name}" if name in Code.__members__ else "HR_E_UNKNOWN_CODE"
    words = {"name": name, "operation": operation, "at": "library"}
    words["message"] = words["message_fr"] = f"{operation} : {name}"
    words["remedy"] = words["remedy_fr"] = "healthrecord.Code"
    return {word: encode(value) for word, value in words.items()}
