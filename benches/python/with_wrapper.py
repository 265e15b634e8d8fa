"""The calls with the library's package for Python."""

import os

import timing
from healthrecord import Session
from timing import check

BEARER = "a.bearer.of.the.usual.length.0123456789abcdef"
TICKET = "a.license.ticket"
PATIENT = "255081416802538"
# An upload's time is that of the whole, however large it is: it keeps the default.
TIMEOUTS = {"connect_ms": 30_000, "call_ms": 30_000, "login_ms": 30_000}


def opened(**settings):
    ca = os.environ.get("BENCH_CA")
    return Session({"timeouts": TIMEOUTS, **({"ca_file": ca} if ca else {}), **settings})


def with_service(url):
    session = opened()
    # In one session, calls that concern its patient wait for each other.
    session.session_set(url, f"{BEARER}-{id(session)}")
    return session


def read(session):
    patient = session.patient_get()
    return patient.patient_id, patient.ins_qualified, patient.alimentation_consent


def find(session, nom, prenom, date_naissance, sexe):
    found = session.patient_search(nom, prenom, date_naissance, sexe)
    check(found.raw["nom"] == nom, "search: another patient")


def cards(session):
    listed = [taken(card) for card in session.ready().cards]
    check(listed and not any(None in card for card in listed), "ready: no card, or fields")
    return listed


def taken(card):
    return card.token, *(card.get(name) for name in ("cardType", "firstName", "lastName", "pinAttempt", "modelText"))


def send(session, patient, file):
    sent = session.dmp_send(patient, file, None, activity_type="10", type_code="11490-0")
    check(sent.raw["documentId"] and len(sent.sha256) == 64, "send: no documentId, or no SHA-256")


def get(url):
    session = with_service(url)
    return lambda: read(session)


def search(url):
    session = with_service(url)
    return lambda: find(session, "LEFÈVRE-ÇELIK", "Anaïs Noëlle", "1955-08-14", "F")


def ready(url):
    session = opened(local_url=url)
    session.ticket_set(TICKET)
    return lambda: cards(session)


def upload(url, file):
    session = with_service(url)
    session.patient_get()
    session.dmp_open(PATIENT)
    return lambda: send(session, PATIENT, file)


def chain(path, file):
    with open(path, encoding="utf-8") as settings, Session(settings.read()) as session:
        session.ticket()
        card = next(card for card in session.ready().cards if card.get("serial") == "2000000002")
        session.login(card.token, "5678")
        session.profile_select(session.profile_put({}).raw["situations"][0]["id"])
        find(session, "EXEMPLE", "Hélène", "1955-08-14", "F")
        patient, _, _ = read(session)
        # The sandbox's patient needs no update, and patient_update would not send one.
        session.request("POST", "/patient", {"insQualified": True, "alimentationConsent": True})
        session.dmp_open(patient)
        send(session, patient, file)


timing.main({"get": get, "search": search, "ready": ready, "upload": upload}, chain)
