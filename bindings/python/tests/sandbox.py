"""hr-sandbox as a test sees it: a process on free ports, its control interface, its journal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

if TYPE_CHECKING:
    from typing_extensions import Self

ROOT = Path(__file__).resolve().parents[3]
RELEASE = ROOT / "target" / "release"
PROGRAM = os.environ.get("HR_SANDBOX", str(RELEASE / "hr-sandbox"))

_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def run_python(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """A process of its own that finds what this one finds."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, env=environment, timeout=60, capture_output=True, text=True, check=False)


class Sandbox:
    """``with Sandbox() as sandbox:``; it ends when its standard input closes."""

    def __init__(self, *options: str) -> None:
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--port", "0", "--quiet", "--exit-with-stdin", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        self.addresses: dict[str, Any] = json.loads(self._process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    def config(self, **more: Any) -> dict[str, Any]:
        names = ("license_url", "local_url", "license_bearer")
        return {**{name: self.addresses[name] for name in names}, **more}

    def control(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.addresses["control_url"] + path, data, method=method)
        request.add_header("content-type", "application/json")
        with _direct.open(request, timeout=30) as reply:
            text = reply.read()
        return json.loads(text) if text else None

    def fault(self, call: str, **fault: Any) -> None:
        self.control("POST", "/faults", {"call": call, **fault})

    def heal(self) -> None:
        self.control("DELETE", "/faults")

    def requests(self, call: str) -> list[Any]:
        return [request for request in self.control("GET", "/requests") if request["call"] == call]

    def documents(self) -> list[Any]:
        found: list[Any] = self.control("GET", "/documents")
        return found

    def presentations(self, serial: str) -> int:
        cards = self.control("GET", "/state")["cards"]
        return next(int(card["pin_presentations"]) for card in cards if card["serial"] == serial)

    def wait_for(self, call: str, count: int = 1) -> None:
        """Until so many requests of a call have arrived."""
        self.wait_until(lambda: len(self.requests(call)) >= count)

    def when(self, call: str, then: Callable[[], object]) -> None:
        self.wait_for(call)
        then()

    def wait_until(self, happened: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 30
        while not happened():
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.005)
