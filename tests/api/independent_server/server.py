"""License server, local card client and resource service, written from the interface document.

Prints one JSON line with its addresses, then serves until standard input is closed.
The line "dump" on standard input prints everything received so far as one JSON line.
"""

import argparse
import base64
import hashlib
import hmac
import json
import secrets
import sys
import threading
import time
from urllib.parse import quote, unquote

import wire
from wire import Listener, Refused, now

PATIENT_ID = "255081416802538"
PIN_TRIES = 3
SITUATIONS = [
    {"id": "10B0162/01 é", "structure": "Cabinet médical du Port", "secteur": "SA07"},
    {"id": "10B0162~2", "structure": "Clinique de l'Étang & fils", "secteur": "SA01"},
]
CARD = {
    "model": "IAS%20ECC%20Sant%C3%A9%00%00%00%00", "manufacturer": "Imprimerie%20%26%20Cie%00",
    "serial": "2800150207", "categoryCard": "PROFESSIONAL", "cardType": "CPS",
    "idNat": "899700218896", "civTitle": "DR", "firstName": "Zoé-Anaïs", "lastName": "L'HÉRITIER",
    "profCode": 10, "trainCode": 0, "specCode": "SM54",
    "readerSlot": {"index": 1, "contactless": False}, "expires": None,
}


def credential(request, scheme):
    """The one authorization value; with scheme it must read  Bearer <value>."""
    values = request.values("authorization")
    if len(values) != 1 or not values[0]:
        raise Refused(401, "no authorization header", [("www-authenticate", "Bearer")])
    parts = values[0].split(" ")
    if len(parts) != (2 if scheme else 1) or (scheme and parts[0] != "Bearer"):
        raise Refused(401, "authorization is not of the form %s"
                      % ("Bearer <value>" if scheme else "<value>"), [("www-authenticate", "Bearer")])
    return parts[-1]


def match(segments, routes):
    """routes: list of (path with * for one variable segment, {method: handler})."""
    for path, methods in routes:
        pattern = path.split("/")
        if len(pattern) == len(segments) and all(
                want == "*" or want == got for want, got in zip(pattern, segments)):
            return methods, [got for want, got in zip(pattern, segments) if want == "*"]
    raise Refused(404, "no such path here")


def call(request, methods, *arguments):
    if request.method not in methods:
        raise Refused(405, "method %s not allowed, use %s" % (request.method, ", ".join(methods)),
                      [("allow", ", ".join(methods))])
    return methods[request.method](request, *arguments)


class Session:
    def __init__(self, base, identified):
        self.base, self.ready = base, identified
        self.offered, self.found = set(), None
        self.qualified_seen, self.opened = None, False


class Services:
    """The state and the rules of the three services. Handlers return (status, headers, value)."""

    def __init__(self, options):
        self.options, self.lock = options, threading.RLock()
        self.requests, self.documents = [], []
        self.license_bearer = secrets.token_urlsafe(30) + "=="
        self.pin = "0%03d" % secrets.randbelow(1000)
        self.card_token = "Lecteur n°1 / %s" % secrets.token_hex(6)
        self.tries, self.qualified = PIN_TRIES, False
        self.tickets, self.sessions, self.connections = {}, {}, 0
        self.addresses = {}

    def url(self, service):
        return "http://" + self.addresses[service]

    def handle(self, service, request):
        request.check(self.addresses[service])
        self.check_secrets(service, request)
        if request.query is not None and request.segments[-2:] != ["patient", "search"]:
            raise Refused(400, "no query is documented here")
        return getattr(self, service)(request)

    def check_secrets(self, service, request):
        """Each secret may only go where the document sends it, and never in a target."""
        owners = {"license": [self.license_bearer], "local": list(self.tickets),
                  "resource": list(self.sessions)}
        values = " ".join(value for _, value in request.headers)
        for owner, known in owners.items():
            for secret in known:
                if secret in unquote(request.target):
                    raise Refused(400, "a secret in the request target")
                if owner != service and (secret in values or secret.encode() in request.body):
                    raise Refused(400, "a secret of the %s service sent elsewhere" % owner)

    # ------------------------------------------------------------ license server

    def license(self, request):
        base = self.options.license_prefix.strip("/").split("/")
        path = "/".join([part for part in base if part] + ["v1", "license", "ticket"])
        methods, _ = match(request.segments, [(path, {self.options.ticket_method: self.ticket})])
        return call(request, methods)

    def ticket(self, request):
        if credential(request, self.options.license_auth == "bearer") != self.license_bearer:
            raise Refused(401, "unknown license")
        request.json_type()
        request.no_body()
        expires = time.time() + self.options.ticket_validity
        parts = [json.dumps({"alg": "HS256"}), json.dumps({"jti": secrets.token_hex(8), "exp": int(expires)})]
        signed = ".".join(base64.urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts)
        mac = hmac.new(self.license_bearer.encode(), signed.encode(), "sha256").digest()
        ticket = signed + "." + base64.urlsafe_b64encode(mac).decode().rstrip("=")
        self.tickets[ticket] = expires
        return 200, [], {"issuer": "guichet", "licenseTicket": ticket, "quota": {"left": None}}

    # ------------------------------------------------------------ local card client

    def local(self, request):
        method = "POST" if self.options.form == "body" else "GET"
        methods, _ = match(request.segments, [("direct/ready", {method: self.card_ready}),
                                              ("direct/login", {method: self.login})])
        return call(request, methods)

    def with_ticket(self, request, *keys):
        """Check the ticket in the one accepted form; return the JSON body, if one is due."""
        body = {}
        if self.options.form == "body":
            if request.values("authorization"):
                raise Refused(400, "authorization header sent to the card client, ticket goes in the body")
            body = request.json_strings(keys + ("licenseTicket",))
            ticket = body["licenseTicket"]
        else:
            ticket = credential(request, True)
            if keys:
                body = request.json_strings(keys, keys + ("licenseTicket",))
            else:
                request.no_body()
        if self.tickets.get(ticket, 0) < time.time() or body.get("licenseTicket", ticket) != ticket:
            raise Refused(401, "license ticket unknown or expired")
        return body

    def envelope(self, code, message, data):
        return {"messageType": 2, "operation": 17, "response": None, "timestamp": now(),
                "status": {"code": code, "message": message, "origin": "pcsc"},
                "data": {"data": data, "revision": 9007199254740993}, "agent": "carte/4.2"}

    def card_ready(self, request):
        self.with_ticket(request)
        card = dict(CARD, token=self.card_token, pinAttempt=self.tries)
        return 200, [], self.envelope(0, "Opération réussie", {self.card_token: [card]})

    def login(self, request):
        body = self.with_ticket(request, "token", "pinCode")
        if body["token"] != self.card_token:
            raise Refused(400, "unknown card token")
        if self.tries and body["pinCode"] != self.pin:
            self.tries -= 1
        elif self.tries:
            self.tries = PIN_TRIES
            return 200, [], self.new_session()
        status, code = (403, 6300 + self.tries) if self.tries else (423, 6983)
        text = "Code porteur refusé" if self.tries else "Carte bloquée"
        raise Refused(status, text, blame=False,
                      body=self.envelope(code, text, {"remaining": self.tries}))

    def new_session(self):
        connection, bearer = secrets.token_hex(16), secrets.token_urlsafe(48) + "~+/="
        base = self.options.prefix
        if self.options.per_login_path:
            base += "/" + connection[:8]
        segments = [wire.decode(part) for part in base.split("/")[1:]]
        self.sessions[bearer] = Session(segments, self.options.identified)
        return {
            "connectionId": connection, "bearer": bearer,
            "connectedTo": "wss://%s/hub/%s" % (self.addresses["resource"], connection),
            "serviceUrl": self.url("resource") + base + ("/" if self.options.trailing_slash else ""),
            self.options.identified_field: self.options.identified,
            "masterData": {"version": "2031-b", "holder": {"rpps": CARD["idNat"], "roles": ["10", "SM54"]}},
            "features": ["dmp", "ins"], "ttl": None,
        }

    # ------------------------------------------------------------ resource service

    def resource(self, request):
        session = self.sessions.get(credential(request, True))
        if session is None:
            raise Refused(401, "unknown session bearer", [("www-authenticate", "Bearer")])
        if request.segments[:len(session.base)] != session.base:
            raise Refused(404, "path not below the serviceUrl of this session")
        methods, variables = match(request.segments[len(session.base):], [
            ("user-profiles", {"PUT": self.profiles}),
            ("user-profiles/*/select", {"GET": self.select}),
            ("patient/search", {"GET": self.search}),
            ("patient", {"GET": self.patient, "POST": self.update}),
            ("dmp/*", {"PUT": self.open_record}),
            ("dmp/*/unique/doc/send", {"POST": self.upload}),
        ])
        if request.method == "GET":
            request.no_body()
        return call(request, methods, session, *variables)

    def profiles(self, request, session):
        if self.options.identified:
            raise Refused(409, "the professional is already identified, step 4 is to be skipped")
        request.json_object()
        session.offered = {situation["id"] for situation in SITUATIONS}
        return 200, [], {"profil": {"rpps": CARD["idNat"], "nom": CARD["lastName"]},
                         "situations": SITUATIONS, "etat": "A_CHOISIR"}

    def select(self, request, session, situation):
        if situation not in session.offered:
            raise Refused(404, "situation %r was not offered" % situation)
        session.ready = True
        return 200, [], {"choix": situation, "depuis": now(), "droits": ["INS", "DMP"]}

    def need_professional(self, session):
        if not session.ready:
            raise Refused(409, "no professional situation selected (step 4)")

    def search(self, request, session):
        self.need_professional(session)
        pairs = request.query or []
        names = [name for name, _ in pairs]
        unknown = set(names) - {"nom", "prenom", "date_naissance", "sexe"}
        if not names or unknown or len(set(names)) != len(names):
            raise Refused(400, "query parameters absent, repeated or not documented: %s" % names)
        session.found = dict(pairs)
        return 200, [], [{"matricule": {"nir": PATIENT_ID[:13], "cle": PATIENT_ID[13:]},
                          "traits": session.found, "lieu": "14168", "score": 0.98}]

    def patient(self, request, session):
        self.need_professional(session)
        if session.found is None:
            raise Refused(409, "no patient was searched in this session (step 5)")
        session.qualified_seen = self.qualified
        return 200, [], {"patient_id": PATIENT_ID, "insQualified": self.qualified,
                         "alimentationConsent": True, "oid": "1.2.250.1.213.1.4.8",
                         "traits": session.found, "medecinTraitant": None, "rang": 1}

    def update(self, request, session):
        self.need_professional(session)
        if session.qualified_seen is not False:
            raise Refused(409, "step 7 without a step 6 that asks for it")
        request.json_object()
        self.qualified = session.qualified_seen = True
        return 204, [], None

    def need_patient(self, session, patient_id):
        self.need_professional(session)
        if session.qualified_seen is None:
            raise Refused(409, "patient parameters were not read in this session (step 6)")
        if patient_id != PATIENT_ID:
            raise Refused(404, "unknown patient %r" % patient_id)
        if not self.qualified:
            raise Refused(409, "identity of the patient is not qualified (step 7)")

    def open_record(self, request, session, patient_id):
        self.need_patient(session, patient_id)
        request.no_body()
        session.opened = True
        return 200, [], {"dossier": {"etat": "ACTIF", "numero": secrets.token_hex(5)}, "acces": "NORMAL"}

    def upload(self, request, session, patient_id):
        self.need_patient(session, patient_id)
        if not session.opened:
            raise Refused(409, "shared record not opened in this session (step 8)")
        fields = wire.parse_form(request)
        texts = {}
        if set(fields) != {"file", "filename", "activity_type", "type_code"}:
            raise Refused(400, "multipart fields are %s" % sorted(fields))
        disposition, kind, content = fields.pop("file")
        if not disposition.get("filename"):
            raise Refused(400, "the file part has no filename parameter")
        for name, (parameters, text_kind, value) in fields.items():
            charset = (text_kind or "text/plain").lower().replace(" ", "").replace('"', "")
            if parameters or charset not in ("text/plain", "text/plain;charset=utf-8"):
                raise Refused(400, "field %s is not a text part" % name)
            try:
                texts[name] = value.decode("utf-8")
            except UnicodeDecodeError:
                raise Refused(400, "field %s is not UTF-8" % name)
            if not texts[name]:
                raise Refused(400, "field %s is empty" % name)
        digest = hashlib.sha256(content).hexdigest()
        self.documents.append(dict(texts, patient_id=patient_id, sha256=digest, bytes=len(content),
                                   part_filename=disposition["filename"], part_type=kind))
        return 201, [("location", "%s/%s" % (request.path.rsplit("/", 1)[0], digest[:12]))], {
            "lot": {"ref": "1.2.250.1.999.%d" % len(self.documents), "recu": now()},
            "empreinte": digest, "avertissements": []}

    # ------------------------------------------------------------ observation

    def dump(self):
        with self.lock:
            return {"requests": [dict(entry) for entry in self.requests], "documents": list(self.documents)}


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--form", choices=["body", "bearer"], default="body",
                        help="form accepted for ready and login")
    parser.add_argument("--ticket-method", choices=["POST", "GET"], default="POST")
    parser.add_argument("--license-auth", choices=["bearer", "raw"], default="bearer")
    parser.add_argument("--license-prefix", default="", help="path prefix of the license server")
    parser.add_argument("--ticket-validity", type=float, default=300, help="seconds")
    parser.add_argument("--prefix", default="", help="path prefix of the resource service")
    parser.add_argument("--per-login-path", action="store_true",
                        help="every login gets a serviceUrl of its own below the prefix")
    parser.add_argument("--trailing-slash", action="store_true", help="end serviceUrl with a slash")
    parser.add_argument("--identified", action="store_true", help="no step 4 needed")
    parser.add_argument("--identified-field", default="isKnown")
    parser.add_argument("--framing", choices=["length", "chunked", "close"], default="length")
    parser.add_argument("--header-case", choices=["lower", "upper", "title"], default="title")
    parser.add_argument("--json-type", default="application/json; charset=utf-8",
                        help="content-type of JSON replies, or none")
    parser.add_argument("--keep-alive", choices=["on", "off"], default="on")
    options = parser.parse_args()
    options.keep_alive = options.keep_alive == "on"
    for name in ("prefix", "license_prefix"):
        value = getattr(options, name).strip("/")
        setattr(options, name, quote("/" + value, safe="/%:@!$&'()*+,;=~") if value else "")
    return options


def say(value):
    print(json.dumps(value), flush=True)


def main():
    options = parse_options()
    services = Services(options)
    listeners = [Listener(name, services) for name in ("license", "local", "resource")]
    for listener in listeners:
        threading.Thread(target=listener.serve_forever, daemon=True).start()
    say({"license_url": services.url("license") + options.license_prefix,
         "local_url": services.url("local"), "license_bearer": services.license_bearer,
         "pin": services.pin, "patient_id": PATIENT_ID,
         "resource_url": services.url("resource") + options.prefix})
    for line in sys.stdin:
        command = line.strip()
        if command:
            say(services.dump() if command == "dump" else {"error": "unknown command %r" % command})


if __name__ == "__main__":
    main()
