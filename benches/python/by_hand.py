"""The calls as a vendor writes them in Python with requests; requests_toolbelt, since requests holds uploads in memory."""

import json
import os
from urllib.parse import quote, unquote, urlencode

import requests
from requests.adapters import HTTPAdapter
from requests_toolbelt import MultipartEncoder

import timing
from timing import check

BEARER = "a.bearer.of.the.usual.length.0123456789abcdef"
TICKET = "a.license.ticket"
PATIENT = "255081416802538"
SECONDS = 30


class LargerPieces(HTTPAdapter):
    """Bodies go out in pieces of 16 KiB otherwise, which slows an upload."""

    def init_poolmanager(self, *sizes, **settings):
        super().init_poolmanager(*sizes, blocksize=128 << 10, **settings)


class Client:
    """One server, one connection."""

    def __init__(self, url, bearer=None, ca=os.environ.get("BENCH_CA")):
        self.url = url
        self.http = requests.Session()
        self.http.trust_env = False
        self.http.verify = ca or True
        self.http.mount(url, LargerPieces())
        if bearer:
            self.http.headers["Authorization"] = f"Bearer {bearer}"

    def ask(self, method, path, **what):
        response = self.http.request(method, self.url + path, timeout=SECONDS, allow_redirects=False, **what)
        check(response.ok and not response.is_redirect, f"{method} {path}: status {response.status_code}")
        return response.json()

    def ticket(self):
        return self.ask("POST", "/v1/license/ticket", headers={"Content-Type": "application/json"})["licenseTicket"]

    def ready(self, ticket):
        reply = self.ask("POST", "/direct/ready", json={"licenseTicket": ticket})
        check(reply["status"]["code"] == 0, "ready: the card client reports a problem")
        cards = [card_of(entry) for entries in reply["data"]["data"].values() for entry in entries]
        check(cards, "ready: no card")
        return cards

    def login(self, token, pin, ticket):
        reply = self.ask("POST", "/direct/login", json={"token": token, "pinCode": pin, "licenseTicket": ticket})
        return reply["serviceUrl"], reply["bearer"]

    def situations(self):
        return [situation["id"] for situation in self.ask("PUT", "/user-profiles", json={})["situations"]]

    def select(self, situation):
        self.ask("GET", f"/user-profiles/{quote(situation, safe='')}/select")

    def search(self, nom, prenom, date_naissance, sexe):
        traits = {"nom": nom, "prenom": prenom, "date_naissance": date_naissance, "sexe": sexe}
        found = self.ask("GET", "/patient/search", params=urlencode(traits, quote_via=quote))
        check(found["nom"] == nom, "search: another patient")

    def patient(self):
        reply = self.ask("GET", "/patient")
        patient, qualified, consent = reply["patient_id"], reply["insQualified"], reply["alimentationConsent"]
        check(isinstance(patient, str) and isinstance(qualified, bool) and isinstance(consent, bool), "patient: wrong types")
        return patient, qualified, consent

    def update(self):
        self.ask("POST", "/patient", json={"insQualified": True, "alimentationConsent": True})

    def open(self, patient):
        self.ask("PUT", f"/dmp/{quote(patient, safe='')}")

    def send(self, patient, path):
        name = os.path.basename(path)
        with open(path, "rb") as file:
            form = MultipartEncoder({"file": (name, file, "application/octet-stream"), "filename": name,
                                     "activity_type": "10", "type_code": "11490-0"})
            reply = self.ask("POST", f"/dmp/{quote(patient, safe='')}/unique/doc/send", data=form,
                             headers={"Content-Type": form.content_type})
        check(reply["documentId"], "send: no documentId")


def card_of(entry):
    model, _, _ = unquote(entry["model"]).partition("\0")
    taken = {name: entry[name] for name in ("token", "serial", "cardType", "firstName", "lastName", "pinAttempt")}
    return {**taken, "model": model}


def get(url):
    return Client(url, BEARER).patient


def search(url):
    client = Client(url, BEARER)
    return lambda: client.search("LEFÈVRE-ÇELIK", "Anaïs Noëlle", "1955-08-14", "F")


def ready(url):
    client = Client(url)
    return lambda: client.ready(TICKET)


def upload(url, file):
    client = Client(url, BEARER)
    return lambda: client.send(PATIENT, file)


def chain(path, file):
    with open(path, encoding="utf-8") as text:
        settings = json.load(text)
    ca = settings.get("ca_file")
    ticket = Client(settings["license_url"], settings["license_bearer"], ca).ticket()
    local = Client(settings["local_url"])
    card = next(card for card in local.ready(ticket) if card["serial"] == "2000000002")
    service = Client(*local.login(card["token"], "5678", ticket), ca)
    service.select(service.situations()[0])
    service.search("EXEMPLE", "Hélène", "1955-08-14", "F")
    patient, _, _ = service.patient()
    service.update()
    service.open(patient)
    service.send(patient, file)


timing.main({"get": get, "search": search, "ready": ready, "upload": upload}, chain)
