"""Serves the page of this folder, adopts the session that a browser opens with the card, and deposits documents.

    python3 server.py CONFIGURATION SERVICE [--port 8080] [--origin https://logiciel.example]

CONFIGURATION is a file of settings with the license bearer, which goes to the license server alone. SERVICE is the
address of the resource service: a browser may name no other, since bearer and documents go where it says.
"""

import argparse
import base64
import json
import re
import secrets
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from healthrecord import Client, HealthRecordError, Reason

PAGES = {"/": ("index.html", "text/html"), "/login.js": ("login.js", "text/javascript")}
CALLS = {"/ticket", "/session", "/deposit"}
LONGEST, IDLE_S = 32 << 20, 3600
sessions = {}  # by the cookie of the browser that handed it over


class Session:
    def __init__(self, client):
        self.client, self.lock, self.used = client, threading.Lock(), time.monotonic()
        self.page = secrets.token_urlsafe()  # which the page alone knows that handed the session over


def end(cookie):
    """Ends a session, after the document that it sends: to close it before would leave that in doubt."""
    session = sessions.pop(cookie, None)
    if session:
        with session.lock:
            session.client.close()


class Handler(BaseHTTPRequestHandler):
    timeout = 60

    def do_GET(self):
        name, kind = PAGES.get(self.path, (None, "text/plain"))
        content = (Path(__file__).parent / name).read_bytes() if name else b""
        self.reply(200 if name else 404, content, f"{kind}; charset=utf-8")

    def do_POST(self):
        # A page of another origin sends another Origin; a name that was made to lead here is another Host.
        given = tuple(self.headers[name] for name in ("Host", "Origin", "Content-Type"))
        wanted = (self.server.origin.split("//")[1], self.server.origin, "application/json")
        length = self.headers.get("Content-Length", "")
        if given != wanted or self.path not in CALLS or not length.isdecimal() or int(length) > LONGEST:
            return self.answer(403, message="Le serveur n'admet pas cette demande.")
        try:
            getattr(self, self.path[1:])(json.loads(self.rfile.read(int(length))))
        except HealthRecordError as error:
            self.answer(422, message=f"{error.details.message_fr} ({error.details.name})")
        except (KeyError, TypeError, ValueError):
            self.answer(400, message="Le serveur ne peut pas lire cette demande.")

    def ticket(self, _):
        with Client({name: value for name, value in self.server.settings.items() if name != "journal"}) as client:
            ticket = client.session.ticket().license_ticket
        return self.answer(licenseTicket=ticket, localUrl=self.server.settings["local_url"])

    def session(self, given):
        if not f"{given['serviceUrl']}/".startswith(f"{self.server.service}/"):
            return self.answer(422, message="La carte a ouvert une session d'un service que ce logiciel n'admet pas.")
        for old, session in list(sessions.items()):
            if time.monotonic() - session.used > IDLE_S:
                end(old)
        client, cookie = self.client(), secrets.token_urlsafe()
        client.session.session_set(given["serviceUrl"], given["bearer"])
        sessions[cookie] = session = Session(client)
        return self.answer(cookie=cookie, session=session.page)

    def client(self):
        try:
            return Client(self.server.settings)
        except HealthRecordError as error:
            if error.details.reason != Reason.JOURNAL_REPLACED:
                raise
        # No new file is made while a session has the old one open. A doubt that only the old one knew is lost with it.
        for cookie in list(sessions):
            end(cookie)
        return Client(self.server.settings)

    def deposit(self, given):
        cookie = re.search(r"\bsession=([\w-]+)", self.headers.get("Cookie", ""))
        session = sessions.get(cookie and cookie[1])
        if not session:
            return self.answer(409, message="La session est terminée. Recommencez avec votre carte.")
        # All tabs of a browser have one cookie, which may be that of another doctor's session by now.
        if not secrets.compare_digest(given["session"], session.page):
            again = "Une autre session a été ouverte dans ce navigateur. Reconnectez-vous avec votre carte."
            return self.answer(409, message=again)
        session.used = time.monotonic()
        content = base64.b64decode(given["content"], validate=True)
        document = {"filename": given["filename"], "type_code": "11503-0", "activity_type": "10"}
        with session.lock:
            sent = session.client.deposit_bytes(content, given["patient"], document=document)
        if sent.error and sent.error.details.reason == Reason.JOURNAL_REPLACED:
            end(cookie[1])
        return self.answer(ending=sent.ending, message=sent.sentence_fr)

    def answer(self, status=200, cookie=None, **content):
        self.reply(status, json.dumps(content).encode(), "application/json", cookie)

    def reply(self, status, content, kind, cookie=None):
        may = f"default-src 'none'; script-src 'self'; connect-src 'self' {self.server.settings['local_url']}"
        self.send_response(status)
        self.send_header("Content-Security-Policy", f"{may}; form-action 'none'; frame-ancestors 'none'")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if cookie:
            secure = "; Secure" if self.server.origin.startswith("https:") else ""
            self.send_header("Set-Cookie", f"session={cookie}; Path=/; HttpOnly; SameSite=Strict{secure}")
        self.end_headers()
        self.wfile.write(content)

    def log_request(self, code="-", size="-"):
        path = getattr(self, "path", None)
        print(self.command, path if path in CALLS or path in PAGES else "-", code, file=sys.stderr, flush=True)

    def log_message(self, *_):
        pass  # it would hold what was sent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("configuration", type=Path)
    parser.add_argument("service")
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--origin")
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    own = f"http://127.0.0.1:{server.server_port}"
    server.origin = given.origin or own
    server.service = given.service.rstrip("/")
    server.settings = {"local_url": "http://127.0.0.1:48367", **json.loads(given.configuration.read_text("utf-8-sig"))}
    print(own, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
