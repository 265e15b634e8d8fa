"""What can go wrong, and what had ended when something else was raised."""

from __future__ import annotations

from ._json import Members, encode, object_of, parts
from .results import Conclusion, Error
from .words import Code


class HealthRecordError(Exception):
    """A call that failed. Catch this to catch everything that this package raises of its own.

    code       the number that the library returned
    details    what the library says: ``message_fr`` for the doctor, ``reason``, ``outcome``, ``http_status``...
    choices    what a person may choose from; may hold names
    documents  what became of each document; may hold references

    The last two are in no text or dictionary of the error, not in ``details``, and not pickled. A card client may write
    a name into ``details.service_message``. Nothing else is a secret, an address, a patient's data, a reply's body, or
    a file name (but the library's own). ``str(error)`` is a line for a log: message, where it comes from, remedy.
    """

    __slots__ = ("choices", "documents")

    def __init__(self, code: int, json: str = "", operation: str = "") -> None:
        members = dict(parts(json)) or _without_text(code, operation)
        whole = Conclusion(object_of(members))
        self.choices, self.documents = Error(whole.json).choices, whole.documents
        members.update((name, "null") for name in ("choices", "documents") if name in members)
        json = object_of(members)
        super().__init__(code, json, operation)
        self.code = Code(code)
        self.details = Error(json)

    def __str__(self) -> str:
        details = self.details
        facts = [details.name, f"in {details.operation}"]
        for word in ("http_status", "service_code", "outcome"):
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

    It is the ``__cause__`` of that, directly or further down: ended() finds it. ``result`` is what the call gave, of a
    client's call its Result. A session's call that failed has its HealthRecordError there instead.
    """

    __slots__ = ("result",)

    def __init__(self, result: Members | None = None) -> None:
        super().__init__()
        self.result = result  # neither in args nor pickled: it may hold the bearer

    def __str__(self) -> str:
        return "the call had ended before; see ended()"


def ended(raised: BaseException | None, seen: tuple[BaseException, ...] = ()) -> Members | None:
    """What took effect although ``raised`` came out: the result of the Ended that it was raised from, or None."""
    if isinstance(raised, Ended):
        return raised.result
    if raised is None or raised in seen:
        return None
    seen = (*seen, raised)  # Python 3.9 and 3.10 put exceptions of their own between
    return ended(raised.__cause__, seen) or ended(raised.__context__, seen)


def _without_text(code: int, operation: str) -> dict[str, str]:
    """For a function that gives a code only, or an error for whose text there was no memory."""
    name = Code(code).name
    name = f"HR_E_{name}" if name in Code.__members__ else "HR_E_UNKNOWN_CODE"
    words = {"name": name, "operation": operation, "at": "library"}
    words["message"] = words["message_fr"] = f"{operation} : {name}"
    words["remedy"] = words["remedy_fr"] = "healthrecord.Code"
    return {word: encode(value) for word, value in words.items()}
