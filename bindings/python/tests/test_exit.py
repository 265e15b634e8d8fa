"""The end of the interpreter while daemon threads are in the library."""

from __future__ import annotations

import pytest

from sandbox import run_python

PROGRAM = """
import sys, threading, time, types
from healthrecord import Session, set_log
inside = threading.Event()
class Late:
    # It goes when the interpreter ends threads already, and gives them the time to notice.
    def __del__(self, sleep=time.sleep):
        sleep(0.4)
sys.modules["late"] = types.ModuleType("late")
sys.modules["late"].late = Late()
def receive(level, text):
    if sys.argv[1] in text.split():
        inside.set()
        time.sleep(0.2)
set_log(receive)
def work():
    while True:
        session = Session()
        if sys.argv[2] == "close":
            session.close()
        elif sys.argv[2] == "log":
            set_log(receive)
        del session
for _ in range(int(sys.argv[3])):
    threading.Thread(target=work, daemon=True).start()
assert inside.wait(30)
"""


@pytest.mark.parametrize(("line", "what"), [("closed", "close"), ("closed", "drop"), ("opened", "log")])
@pytest.mark.parametrize("threads", [1, 4])
def test_n23_the_interpreter_ends_while_a_receiver_runs(line: str, what: str, threads: int) -> None:
    for _ in range(2):
        ended = run_python("-c", PROGRAM, line, what, threads)
        assert (ended.returncode, ended.stderr) == (0, "")
