"""Points 21 and 26: nothing that is raised between the library's return and the result hides what took effect.

The library's function is replaced by one that answers at once, so that each of some thousand runs is short.
"""

from __future__ import annotations

import ctypes
import dis
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, Callable

import pytest
from every_point import SHA256, Canned, Stop, at_once, from_a_handler, raised_at
from test_pin import UNIQUE, holding, tracebacks

from healthrecord import Client, Ended, Session, _call, ended, load_library
from healthrecord._json import Members

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends a signal to itself")

SENT = f'{{"sha256":"{SHA256}","bytes":3,"http_status":201,"outcome":"accepted","next":null,"raw":{{"a":[1]}}}}'
LOGIN = '{"http_status":200,"outcome":"accepted","next":null,"bearer":"b","serviceUrl":"https://a","raw":null}'
STEPS = '"profile":null,"situation":null,"identified":true,"outcome":"accepted","next":null'
CONNECTED = f'{{"card":null,"login":{LOGIN},{STEPS}}}'
DEPOSITED = '{"patient_id":"1","documents":[{"index":0,"outcome":"accepted"}],"outcome":"accepted","next":null}'


class Scene:
    """A session whose one function is answered at once, and what its handler of SIGUSR1 raises."""

    def __init__(self, session: Session, name: str, text: str) -> None:
        self.session = session
        self.native = Canned(load_library(), name, text)
        session._native = self.native
        self.error: BaseException = Stop()

    def handler(self, number: int, frame: FrameType | None) -> None:
        raise self.error

    def points(
        self, call: Callable[[], object], how: Callable[[BaseException], None], kind: type[BaseException]
    ) -> Iterator[BaseException | None]:
        """What came out for each instruction at which it was raised."""
        due = seen = 0
        while due <= seen:
            due += 1
            self.native.returned, self.error, came = 0, kind(), None
            with raised_at(due, how, self.error) as count:
                try:
                    call()
                except BaseException as error:  # noqa: BLE001
                    came = error
            assert signal.getsignal(signal.SIGUSR1) == self.handler
            assert _call.running == set()
            seen = count[0]
            yield came
        assert due > 1000


@pytest.fixture
def scene(request: Any, session: Session) -> Iterator[Scene]:
    made = Scene(session, *request.param)
    before = signal.signal(signal.SIGUSR1, made.handler)
    yield made
    signal.signal(signal.SIGUSR1, before)


def entering(error: BaseException, method: str) -> bool:
    """It came before the method could do anything: its frame holds its arguments, as the caller's does."""
    first = next((one for one in tracebacks(error) if one.tb_frame.f_code.co_name == method), None)
    if first is None:
        return True
    code = first.tb_frame.f_code
    return dis.opname[code.co_code[first.tb_lasti]] in ("RESUME", "NOP", "SETUP_FINALLY")


def send(session: Session) -> object:
    return session.dmp_send_bytes("1", b"abc", filename="a", activity_type="", type_code="")


def took_effect(ending: BaseException | None) -> Members:
    assert isinstance(ending, Ended)
    assert ending.result is not None
    assert ending.result.get("outcome") == "accepted"
    return ending.result


@pytest.mark.parametrize(("how", "kind"), [(from_a_handler, Stop), (at_once, Stop), (at_once, MemoryError)])
@pytest.mark.parametrize(
    ("scene", "call"),
    [
        (("hr_dmp_send_bytes", SENT), send),
        (("hr_deposit", DEPOSITED), lambda session: session.deposit({"documents": []})),
    ],
    indirect=["scene"],
)
def test_n21_n26_an_accepted_document_is_never_hidden(scene: Scene, call: Any, how: Any, kind: Any) -> None:
    after = 0
    for came in scene.points(lambda: call(scene.session), how, kind):
        if scene.native.returned == 0:
            assert came is scene.error
            assert came.__cause__ is None
        elif came is not None:
            after += 1
            assert came is scene.error
            known = took_effect(came.__cause__)
            assert known.get("sha256") == SHA256 or known.get("documents")[0]["outcome"] == "accepted"
    assert after > 100
    most = 0 if how is from_a_handler else 10  # instructions between taking and freeing
    assert 0 <= scene.native.given <= most


@pytest.mark.parametrize("how", [from_a_handler, at_once])
@pytest.mark.parametrize(
    ("scene", "method", "given"),
    [
        (("hr_login", LOGIN), "login", ("token", UNIQUE)),
        (("hr_login", LOGIN), "login", ("token", bytearray(UNIQUE.encode()))),
        (("hr_connect", CONNECTED), "connect", (None, UNIQUE)),
    ],
    indirect=["scene"],
)
def test_n26_no_frame_holds_the_pin(scene: Scene, how: Any, method: str, given: Any) -> None:
    native = scene.native
    for came in scene.points(lambda: getattr(scene.session, method)(*given), how, Stop):
        assert not any(any(buffer.raw) for buffer in native.buffers)
        native.buffers.clear()
        if came is None:
            continue
        assert came is scene.error
        assert entering(came, method) or holding(came, method) == []
        assert native.returned == 0 or took_effect(came.__cause__)


@pytest.mark.filterwarnings("ignore::ResourceWarning")  # a socket that was made in the instruction before is collected
@pytest.mark.parametrize(
    ("how", "name", "text"), [(from_a_handler, "hr_connect", CONNECTED), (at_once, "hr_deposit", DEPOSITED)]
)
@pytest.mark.parametrize("scene", [("hr_state", "{}")], indirect=True)
def test_nor_of_a_client_s_call(scene: Scene, how: Any, name: str, text: str) -> None:
    with Client() as dmp:
        scene.native = Canned(load_library(), name, text)
        dmp.session._native = scene.native
        call = dmp.login if name == "hr_connect" else lambda: dmp.deposit({"nom": "A"}, documents=[])
        after = 0
        for came in scene.points(call, how, Stop):
            if came is not None and scene.native.returned:
                after += 1
                known = ended(came)
                assert known is not None, [
                    (one.tb_frame.f_code.co_name, one.tb_lasti, one.tb_lineno) for one in tracebacks(came)
                ]
                assert known.get("outcome") == "accepted"
        assert after > 100


@pytest.mark.parametrize("scene", [("hr_dmp_send_bytes", SENT)], indirect=True)
def test_n21_the_stack_ends_before_the_call_or_not_at_all(scene: Scene) -> None:
    limit, ends = sys.getrecursionlimit(), set()

    def at(depth: int) -> object:
        return send(scene.session) if depth == 0 else at(depth - 1)

    for depth in range(limit - 150, limit):
        scene.native.returned = 0
        try:
            at(depth)
            ends.add("sent")
        except (RecursionError, ctypes.ArgumentError):  # ctypes' own comes where an argument cannot be converted
            assert scene.native.returned == 0
            ends.add("not sent")
    assert ends == {"sent", "not sent"}
