"""One login, search or deposit: the call, and what a person answers, until nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from typing import Any, Callable, Generic, TypeVar, Union

from ._boundary import Pin, Secret, json_text, one_value, receiver
from ._call import Progress, called
from ._handle import Closing, Stop
from ._interrupts import stopping
from ._json import Members, encode, object_of, parts
from ._native import HR_OK
from ._sealed import sealed
from .errors import Ended, HealthRecordError
from .results import Choice, Conclusion, Question
from .session import Session
from .words import Ask, Code

T = TypeVar("T", bound=Members)

AskAnswer = Union[Choice, Pin, Mapping[str, object], None]
"""A choice, the PIN typed just now (a kept one locks the card), or what is entered as a mapping; None ends the call."""

_MISTAKES = (Code.ARGUMENT, Code.HANDLE, Code.CONFIG, Code.TOO_LARGE, Code.PANIC)
_ENTERED = {Ask.TRAITS: "patient", Ask.UPDATE: "update", Ask.PROFILE: "profile", Ask.SITUATION: None}


class Result(Conclusion, Generic[T]):
    """How a login, a search or a deposit ended; ``json`` is the library's text, with what it said of documents before.

    value   what the library gave, with names for its members; None when it failed, or asks
    error   why; None when it did not fail
    """

    __slots__ = ("error", "value")

    def __init__(self, json: str, value: T | None = None, error: HealthRecordError | None = None) -> None:
        super().__init__(json)
        self.value = value
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.json, self.value, self.error)

    def __repr__(self) -> str:
        return f"<healthrecord.Result {self.ending}>"


class Conversation(Generic[T]):
    """call(), and where it leaves a question answer(), then call() again; put_pin() at the end."""

    def __init__(self, session: Session, operation: str, kind: type[T], *data: Any) -> None:
        self.operation = operation
        self._session = session
        self._kind = kind
        self._data = data
        self._request: dict[str, str] = {}
        self._pin = Secret()
        self.stop = Stop()  # of this call alone
        self.progress: Progress | None = None
        self.question: Question | None = None
        self.result: Result[T] | None = None
        self.raised: list[BaseException] = []

    def put(self, name: str, value: object) -> None:
        if value is not None:
            self._request[name] = encode(value)

    def put_json(self, name: str, value: Any) -> None:
        """A text goes out as it is."""
        if value is not None:
            self._request[name] = one_value(value, name)

    def call(self) -> Result[T]:
        """One call of the library. Raises only for a mistake of the caller's."""
        native, handle, last = self._session._native, self._session.handle, self.stop.stopped
        given = (handle, json_text(object_of(self._request), "the request"), *self._data)
        if self.operation == "hr_connect":
            given += (self._pin.buffer,)
        with self._session._under(self.stop), stopping(self.stop.stop):
            result = called(native, self.operation, self._ended, *given, handle=handle, progress=self.progress)
        self.question = Question(result.json) if result.get("ask") is not None and not last else None
        if result.get("session") is True or (self.question and self.question.kind == Ask.PIN):
            self.put_pin()
        return result

    def answer(self, question: Question, answer: AskAnswer) -> bool:
        """Puts an answer into the request; False: the call ends as it is."""
        kind, choices = question.kind, question.choices
        if answer is None or (not answer and kind != Ask.PROFILE):
            return self.stop.stopped  # then one more call says so
        value = answer.value if isinstance(answer, Choice) else choices[0].value if len(choices) == 1 else None
        self._request.update(parts(value.json if value else ""))
        if isinstance(answer, (str, bytes, bytearray)) and kind == Ask.PIN:
            self.put_pin(answer)
        elif isinstance(answer, Mapping) and kind in _ENTERED:
            name = _ENTERED[kind]
            self._request.update({name: encode(answer)} if name else parts(encode(answer)))
        elif kind in (Ask.PIN, Ask.UPDATE) or not isinstance(answer, Choice):
            takes = "the PIN" if kind == Ask.PIN else "a mapping" if kind in _ENTERED else "one of the choices"
            raise TypeError(f"the answer to {kind} is {takes}, not {type(answer).__name__}")
        elif value is None or value.json not in [one.value.json for one in choices if one.value]:
            raise ValueError("this choice is of another question, or shows what is known and cannot be chosen")
        return True

    def attach(self, error: BaseException) -> None:
        """What took effect becomes the cause of what was raised then."""
        cause = error.__cause__
        if self.result is not None and not (isinstance(cause, Ended) and cause.result is self.result):
            error.__cause__ = Ended(self.result)
            error.__cause__.__cause__ = cause

    def put_pin(self, pin: Pin | None = None) -> None:
        """Wipes the one before."""
        self._pin.wipe()
        self._pin = Secret(pin)

    def _ended(self, code: int, json: str) -> Result[T]:
        if json and self.result and (known := self.result.documents):  # without a code: not its turn now
            each = zip(Conclusion(json).documents or known, known)
            documents = [before.json if one.code is None else one.json for one, before in each]
            json = object_of({**dict(parts(json)), "documents": f"[{','.join(documents)}]"})
        error = None if code == HR_OK else HealthRecordError(code, json, self.operation)
        if error is not None and (error.code in _MISTAKES or not json):
            raise error
        self.result = Result(json, self._kind(json) if error is None else None, error)
        return self.result


class Talker(Closing):
    """What both clients are."""

    def __init__(self, session: Session, ask: Callable[[Question], Any] | None, progress: Progress | None) -> None:
        self._handle = session
        self._close = session._close
        self._ask = receiver(ask, "ask")
        self._progress = receiver(progress, "progress")
        self._talks: set[Conversation[Any]] = set()
        self._kept: Result[Any] | None = None

    def stop(self) -> None:
        """Ends what runs, through all its questions; nothing when nothing runs. Never waits. Any thread."""
        for talk in tuple(self._talks):
            talk.stop.stop()

    def close(self) -> None:
        """Closes the session and drops its secrets; what runs is cancelled. Never waits. Twice is fine."""
        with closing(self._handle):
            with suppress(HealthRecordError):  # a fork's
                self._kept = self.last()
            self.stop()

    @sealed
    def last(self) -> Result[Any] | None:
        """How the last call ended that changes something (no search does), also of a closed client; None: none did.

        For who lost its result; without the service's replies, and of a repeated call the last repetition alone. Never
        waits.
        """
        if self.closed:
            return self._kept
        try:
            last = self._handle.last()
        except HealthRecordError as error:
            if error.code == Code.ABSENT:
                return None
            raise
        code = last.get("code")
        return Result(last.json, last) if code is None else Result(last.json, None, HealthRecordError(code, last.json))

    @contextmanager
    def _begun(self, talk: Conversation[T], stop: Stop | None, progress: Progress | None) -> Iterator[None]:
        """It can be stopped until it ends, and leaves no PIN behind."""
        if not isinstance(stop, (Stop, type(None))):
            raise TypeError(f"stop must be a Stop, not {type(stop).__name__}")
        talk.progress = progress
        try:
            self._talks.add(talk)
            with stop._stops(talk.stop.stop) if stop else nullcontext():
                yield
        finally:
            talk.put_pin()
            self._talks.discard(talk)
            if self.closed and talk.operation != "hr_patient_find" and talk.result:
                self._kept = talk.result


class SyncTalker(Talker):
    def _hold(self, talk: Conversation[T], stop: Stop | None) -> Result[T]:
        try:
            with self._begun(talk, stop, self._progress):
                result = talk.call()
                while talk.question and self._ask and talk.answer(talk.question, self._ask(talk.question)):
                    result = talk.call()
            return result
        except BaseException as error:
            talk.attach(error)
            raise
