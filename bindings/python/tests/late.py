"""A server that answers when the test lets it: to calls that must still run when something happens."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Self

PATIENT = b'"patient_id":"255081416802538","insQualified":true,"alimentationConsent":true'
ANSWER = b'{"licenseTicket":"ticket",' + PATIENT + b"}"


class LateServer:
    """``with LateServer() as server:``; it answers everything with a ticket and a patient, once it ``may_answer``."""

    def __init__(self) -> None:
        arrived, may_answer = threading.Event(), threading.Event()

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                self.rfile.read(int(self.headers.get("content-length", 0)))
                arrived.set()
                may_answer.wait(30)
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(ANSWER)))
                self.end_headers()
                self.wfile.write(ANSWER)

            do_GET = do_POST = do_PUT = answer

            def log_message(self, *_: object) -> None:
                pass

        self.arrived, self.may_answer = arrived, may_answer
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.may_answer.set()
        self._server.shutdown()
        self._thread.join(30)
        self._server.server_close()
