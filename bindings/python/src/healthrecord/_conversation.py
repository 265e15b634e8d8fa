"""One login, search or deposit: the call, and what a person answers, until nothing is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Callable, Generic, TypeVar, Union

from ._boundary import Pin, Secret, json_text, one_value
from ._call import Progress, called
from ._handle import Closing, Stop
from ._json import encode, object_of, parts
from ._members import Members
from ._native import HR_OK
from ._sealed import sealed
from .errors import Ended, HealthRecordError
from .results import Choice, Conclusion, Last, Question
from .session import Session
from .words import Ask, Code

T = TypeVar("T", bound=Members)

AskAnswer = Union[Choice, Pin, Mapping[str, object], None]
"""One of the choices; the PIN; what the host has, as JSON text or what makes one (traits, update, profile), or the id
of a situation; None: nothing, which ends the call as it is."""

_MISTAKES = (Code.ARGUMENT, Code.HANDLE, Code.CONFIG, Code.TOO_LARGE, Code.PANIC)
_ENTERED = {Ask.TRAITS: "patient", Ask.UPDATE: "update", Ask.PROFILE: "profile", Ask.SITUATION: "situation_id"}


class Result(Conclusion, Generic[T]):
    """How a login, a search or a deposit ended; ``json`` is the library's whole text.

    value   what the library gave, with names for its members; None when it failed, or asks
    error   why; None when it did not fail
    """

    __slots__ = ("error", "value")

    def __init__(self, json: str, value: T | None = None, error: HealthRecordError | None = None) -> None:
        super().__init__(json)
        self.value = value
        self.error = error

    def __repr__(self) -> str:
        return f"<healthrecord.Result {self.ending}>"


class Conversation(Generic[T]):
    """call(), and where it leaves a question answer(), then call() again; forget() at the end."""

    stop: Stop

    def __init__(self, session: Session, operation: str, kind: type[T], *data: Any) -> None:
        self._session = session
        self._operation = operation
        self._kind = kind
        self._data = data
        self._request: dict[str, str] = {}
        self._pin = Secret()
        self.progress: Progress | None = None
        self.question: Question | None = None
        self.result: Result[T] | None = None

    def put(self, name: str, value: object) -> None:
        if value is not None:
            self._request[name] = encode(value)

    def put_json(self, name: str, value: Any) -> None:
        """A text goes out as it is."""
        if value is not None:
            self._request[name] = one_value(value, name)

    def call(self) -> Result[T]:
        """One call of the library. Raises only for a mistake of the caller's."""
        arguments = (json_text(object_of(self._request), "the request"), *self._data)
        if self._operation == "hr_connect":
            arguments += (self._pin.buffer,)
        with self._session._under(self.stop):
            native, handle = self._session._native, self._session.handle
            given = (handle, *arguments)
            result = called(native, self._operation, self._ended, *given, handle=handle, progress=self.progress)
        if result.get("session") is True:
            self._pin.wipe()
            self._pin = Secret()
        self.question = Question(result.json) if result.get("ask") is not None else None
        return result

    def answer(self, question: Question, answer: AskAnswer) -> bool:
        """Puts an answer into the request; False for none."""
        if answer is None:
            return False
        value = question.choices[0].value if len(question.choices) == 1 else None
        if isinstance(answer, Choice):
            value = answer.value
            if value is None:
                raise ValueError("this choice shows what is known, and cannot be chosen")
        elif question.kind == Ask.PIN:
            self._pin.wipe()
            self._pin = Secret(answer)  # type: ignore[arg-type]  # it refuses others
        elif question.kind not in _ENTERED:
            raise TypeError(f"what is asked is {question.kind}: the answer is one of the choices, or None")
        if value is not None:
            self._request.update(parts(value.json))
        if question.kind in _ENTERED and not isinstance(answer, Choice):
            put = self.put if question.kind == Ask.SITUATION else self.put_json
            put(_ENTERED[question.kind], answer)
        return True

    def attach(self, error: BaseException) -> None:
        """What took effect becomes the cause of what was raised then."""
        if self.result is not None and error.__cause__ is None:
            error.__cause__ = Ended(self.result)

    def forget(self) -> None:
        self._pin.wipe()
        self._request.clear()

    def _ended(self, code: int, json: str) -> Result[T]:
        error = None if code == HR_OK else HealthRecordError(code, json, self._operation)
        if error is not None and (error.code in _MISTAKES or not json):
            raise error
        self.result = Result(json, self._kind(json) if error is None else None, error)
        return self.result


class Talker(Closing):
    """What both clients are."""

    def __init__(self, session: Session, ask: Callable[[Question], Any] | None, progress: Progress | None) -> None:
        self._handle = session
        self._close = session._close
        self._ask = ask
        self._progress = progress
        self._stops: dict[object, Stop] = {}

    def stop(self) -> None:
        """Ends what runs, through all its questions; nothing when nothing runs. See Stop. Never waits. Any thread."""
        for stop in tuple(self._stops.values()):
            stop.stop()

    @sealed
    def last(self) -> Result[Last] | None:
        """How the last call ended that changes something, for who lost its result; None: there was none. Never waits.

        Without the service's replies. A search changes nothing: after it this is still the call before.
        """
        try:
            last = self._handle.last()
        except HealthRecordError as error:
            if error.code == Code.ABSENT:
                return None
            raise
        code = last.get("code")
        if code is None:
            return Result(last.json, last)
        return Result(last.json, None, HealthRecordError(code, last.json))

    @contextmanager
    def _begun(self, talk: Conversation[T], stop: Stop | None, progress: Progress | None) -> Iterator[None]:
        """It can be stopped until it ends, and leaves no PIN behind."""
        try:
            talk.progress = progress
            talk.stop = self._stops[talk] = stop or Stop()
            yield
        finally:
            talk.forget()
            self._stops.pop(talk, None)


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
