"""License server, card client and resource service on Python's own HTTP server: a second reader of what is sent, which
takes one form of each call, in the one order.

server.py '{"form": "body", "framing": "chunked", "method": "POST", "scheme": "Bearer ", "prefix": "/a"}'
It prints a line with its addresses, and for each line on standard input what it has received so far.
"""

import hashlib
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote

OPTIONS = json.loads(sys.argv[1])
LICENSE, TICKET, BEARER = "license==", "ticket.of.it", "session~+/=="
TOKEN, PIN, PATIENT = "Lecteur n°1 / 2", "0815", "255081416802538"
SITUATION = "10B0162/01 é"
CARD = {"model": "IAS%20ECC%20Sant%C3%A9%00%00", "manufacturer": "Imprimerie%20%26%20Cie%00", "serial": "2800150207",
        "cardType": "CPS", "lastName": "L'HÉRITIER", "readerSlot": {"index": 1}, "token": TOKEN, "pinAttempt": 3}
TRAITS = {"nom": "L'ÉTÉ & CIE + 1", "prenom": "Anne Marie", "date_naissance": "1955-08-14", "sexe": "F"}
servers, received = {}, {"requests": 0, "complaints": [], "documents": []}


def license_server(call):
    assert (call.command, call.path) == (OPTIONS["method"], "/v1/license/ticket")
    assert call.credential() == OPTIONS["scheme"] + LICENSE and not call.body
    return 200, {"quota": {"left": None}, "licenseTicket": TICKET}


def card_client(call):
    body = call.json() if call.body else {}
    if OPTIONS["form"] == "body":
        assert call.command == "POST" and call.credential() is None
        assert body.pop("licenseTicket") == TICKET
    else:
        assert call.command == "GET" and call.credential() == "Bearer " + TICKET
    if call.path == "/direct/ready":
        assert not body
        return 200, {"status": {"code": 0}, "data": {"data": {TOKEN: [CARD]}, "revision": 9007199254740993}}
    assert call.path == "/direct/login" and body == {"token": TOKEN, "pinCode": PIN}
    return 200, {"connectionId": "1", "bearer": BEARER, "connectedTo": "wss://hub.example/1", "isKnown": False,
                 "serviceUrl": url("resource") + OPTIONS["prefix"]}


STEPS = [
    ("PUT", ["user-profiles"], 200, {"situations": [{"id": SITUATION}]}),
    ("GET", ["user-profiles", SITUATION, "select"], 200, {"choix": SITUATION}),
    ("GET", ["patient", "search"], 200, [{"traits": TRAITS, "score": 0.98}]),
    ("GET", ["patient"], 200, {"patient_id": PATIENT, "insQualified": False, "alimentationConsent": True}),
    ("POST", ["patient"], 204, None),
    ("PUT", ["dmp", PATIENT], 200, {"dossier": {"etat": "ACTIF"}}),
    ("POST", ["dmp", PATIENT, "unique", "doc", "send"], 201, {"avertissements": []}),
]


def resource_service(call):
    method, segments, status, reply = STEPS[received["requests"] - 4]
    assert call.credential() == "Bearer " + BEARER
    path, _, query = call.path.partition("?")
    base = OPTIONS["prefix"].rstrip("/") + "/"
    assert call.command == method and path.startswith(base)
    assert [unquote(part, errors="strict") for part in path[len(base):].split("/")] == segments
    assert dict(parse_qsl(query, strict_parsing=True) if query else []) == (TRAITS if "search" in segments else {})
    if "send" in segments:
        received["documents"].append(form(call))
    elif call.body:
        call.json()
    return status, reply


def form(call):
    """The fields of a form; of the file its digest."""
    kind, boundary = re.fullmatch(r'(.+); boundary="?([^"]+)"?', call.headers["content-type"]).groups()
    pieces = (b"\r\n" + call.body).split(b"\r\n--" + boundary.encode())
    assert kind == "multipart/form-data" and pieces[0] == b"" and pieces[-1] in (b"--", b"--\r\n")
    fields = {}
    for piece in pieces[1:-1]:
        head, content = piece.split(b"\r\n\r\n", 1)
        (name,) = re.findall(rb'\r\ncontent-disposition: form-data; name="(\w+)"', head, re.IGNORECASE)
        assert name not in fields
        fields[name.decode()] = hashlib.sha256(content).hexdigest() if name == b"file" else content.decode()
    return fields


class Call(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0" if OPTIONS["framing"] == "close" else "HTTP/1.1"

    def credential(self):
        values = self.headers.get_all("authorization", [])
        assert len(values) < 2
        return values[0] if values else None

    def json(self):
        assert self.headers["content-type"] == "application/json"
        return json.loads(self.body)

    def serve(self):
        (length,) = self.headers.get_all("content-length", ["0"])
        self.body = self.rfile.read(int(length))
        assert self.headers.get_all("host") == ["%s:%d" % self.server.server_address]
        received["requests"] += 1
        try:
            status, value = self.server.service(self)
        except Exception as wrong:
            received["complaints"].append("%s %s: %r" % (self.command, self.path, wrong))
            status, value = 400, {"complaint": True}
        body = b"" if status == 204 else json.dumps(value, ensure_ascii=False, indent=1).encode()
        self.send_response(status)
        if status != 204 and OPTIONS["framing"] == "chunked":
            self.send_header("TRANSFER-ENCODING", "chunked")
            pieces = [b"%x;part\r\n%s\r\n" % (len(piece), piece) for piece in (body[:5], body[5:]) if piece]
            body = b"".join(pieces) + b"0;last\r\nx-size: 1\r\n\r\n"
        elif status != 204 and OPTIONS["framing"] == "length":
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_PUT = serve

    def log_message(self, *_):
        pass


def url(name):
    return "http://%s:%d" % servers[name].server_address


for name, service in [("license", license_server), ("local", card_client), ("resource", resource_service)]:
    servers[name] = ThreadingHTTPServer(("127.0.0.1", 0), Call)
    servers[name].service = service
    threading.Thread(target=servers[name].serve_forever, daemon=True).start()
print(json.dumps({"license_url": url("license"), "local_url": url("local"), "license_bearer": LICENSE}), flush=True)
for _ in sys.stdin:
    print(json.dumps(received), flush=True)
