"""The nine steps; the oracle is what the sandbox received."""

from __future__ import annotations

import hashlib
import os
from decimal import Decimal
from pathlib import Path
from typing import Any, Callable
from urllib.parse import parse_qs

import pytest

from conftest import CODES, NOM, PATIENT, PIN, PRENOM, card_of
from healthrecord import Card, Session
from healthrecord._read import ready_of
from sandbox import Sandbox

Maker = Callable[..., "tuple[Path, str]"]

ACCENTS = "compte-rendu été n°1 « bilan ».pdf"


def open_record(session: Session, serial: str) -> str:
    session.login(card_of(session, serial).token, PIN)
    session.patient_search(NOM, PRENOM)
    patient = session.patient_get()
    session.dmp_open(patient.patient_id)
    return patient.patient_id


def test_a_file_arrives(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    path, sha256 = make_document()
    sent = record.dmp_send(PATIENT, path, **CODES)
    (stored,) = sandbox.documents()
    assert (sent.sha256, sent.bytes, sent.outcome, sent.next) == (sha256, 3_000_000, "accepted", None)
    assert (stored["sha256"], stored["bytes"], stored["filename"]) == (sha256, 3_000_000, path.name)
    assert (stored["activity_type"], stored["type_code"]) == ("10", "11503-0")


@pytest.mark.parametrize("form", ["body", "bearer"])
def test_both_readings_of_the_card_client(sandbox: Sandbox, serial: str, form: str) -> None:
    with Session(sandbox.config(), card_form=form) as session:
        session.ticket()
        patient = open_record(session, serial)
        data = os.urandom(1000)
        session.dmp_send_bytes(patient, data, filename=ACCENTS, **CODES)
    (stored,) = sandbox.documents()
    assert stored["sha256"] == hashlib.sha256(data).hexdigest()
    assert stored["filename"] == stored["file_name_in_part"] == ACCENTS
    assert sandbox.requests("login")[0]["method"] == {"body": "POST", "bearer": "GET"}[form]


def views() -> dict[str, Any]:
    data = bytes(range(256)) * 40
    striped = memoryview(bytearray(b for byte in data for b in (byte, 0)))[::2]
    words = memoryview(bytearray(data)).cast("I")
    views = (data, bytearray(data), memoryview(data), memoryview(bytearray(data)), striped, words)
    names = ("bytes", "bytearray", "read-only view", "view", "striped view", "view of words")
    return {**dict(zip(names, views)), "nothing": b"", "nothing in a bytearray": bytearray()}


@pytest.mark.parametrize(("name", "data"), views().items())
def test_a_document_from_memory(record: Session, sandbox: Sandbox, name: str, data: Any) -> None:
    sent = record.dmp_send_bytes(PATIENT, data, filename=name, **CODES)
    (stored,) = sandbox.documents()
    assert stored["sha256"] == sent.sha256 == hashlib.sha256(bytes(data)).hexdigest()
    assert stored["bytes"] == sent.bytes == len(bytes(data))


def test_a_bytearray_can_be_resized_afterwards(record: Session) -> None:
    data = bytearray(b"document")
    record.dmp_send_bytes(PATIENT, data, filename="a", **CODES)
    data.extend(b"!")


def test_the_professional_chooses_a_situation(sandbox: Sandbox, session: Session) -> None:
    session.ticket()
    login = session.login(card_of(session, "2000000002").token, "5678")
    assert login.next == "hr_profile_put"
    put = session.profile_put({"nombre": Decimal("1.10"), "grand": 10**30})
    chosen = put.reply["situations"][1]["id"]
    assert session.profile_select(chosen).next == "hr_patient_search"
    (request,) = sandbox.requests("profile_put")
    assert request["body"] == {"nombre": 1.1, "grand": 10**30}
    assert sandbox.control("GET", "/state")["sessions"][0]["situation"]["id"] == chosen == "situation/2 é"


def test_the_login_may_identify(sandbox: Sandbox, serial: str) -> None:
    with Session(sandbox.config(identified_field="/identified")) as session:
        session.ticket()
        login = session.login(card_of(session, serial).token, PIN)
        assert login.identified is True
        assert login.next == "hr_patient_search"
        assert login.master_data["lastName"] == "D'ESSAI"
        assert login.service_url == sandbox.addresses["service_url"]


def test_parameters_are_updated(session: Session, card: Card, sandbox: Sandbox) -> None:
    session.login(card.token, PIN)
    session.patient_search("TÉMOIN", "Loïc")
    patient = session.patient_get()
    assert (patient.ins_qualified, patient.alimentation_consent) == (False, False)
    assert patient.update_needed
    assert patient.next == "hr_patient_update"
    session.patient_update('{"insQualified": true, "alimentationConsent": true}')
    session.dmp_open(patient.patient_id, {})
    assert sandbox.requests("patient_update")[0]["body"] == {"insQualified": True, "alimentationConsent": True}
    assert session.state().open_records == 1


def test_traits_left_out_are_not_sent(session: Session, card: Card, sandbox: Sandbox) -> None:
    session.login(card.token, PIN)
    session.patient_search(sexe="F", nom="D'ÉTANG & FILS + CIE")
    found = session.patient_search(NOM, PRENOM, "1955-08-14", "F")
    one, all_four = (parse_qs(request["query"]) for request in sandbox.requests("patient_search"))
    assert one == {"nom": ["D'ÉTANG & FILS + CIE"], "sexe": ["F"]}
    assert all_four == {"nom": [NOM], "prenom": [PRENOM], "date_naissance": ["1955-08-14"], "sexe": ["F"]}
    assert (found.reply["nom"], found.reply["prenom"]) == (NOM, PRENOM)


def test_numbers_keep_their_digits(session: Session, card: Card) -> None:
    session.login(card.token, PIN)
    body = '{"n":123456789012345678901234567890.12345,"e":1.797e309,"i":' + "9" * 5000 + "}"
    reply = session.request("POST", "/echo", body)
    assert "123456789012345678901234567890.12345" in reply.raw
    told = reply.reply["body"]
    assert told["n"] == Decimal("123456789012345678901234567890.12345")
    assert told["e"] == Decimal("1.797e309")
    assert told["i"] == Decimal("9" * 5000)
    again = session.request("POST", "/echo", told)
    assert again.reply["body"] == told
    session.patient_search(NOM, PRENOM)
    assert session.patient_get().reply["dossierNumero"] == 123456789012345678901234567890


def test_texts_keep_their_characters(session: Session, card: Card) -> None:
    session.login(card.token, PIN)
    text = 'Ünïcödé ☃ 🩺 \0 \\ "'
    assert session.request("POST", "/echo", {"text": text}).reply["body"] == {"text": text}
    session.patient_search(NOM, PRENOM)
    assert session.patient_get().reply["zoneLibre"] == "avant\0après"


def test_a_card_is_readable(card: Card, serial: str) -> None:
    assert (card.serial, card.card_type, card.pin_attempt) == (serial, "CPS", 3)
    assert (card.model, card.model_text) == ("IAS%00", "IAS")
    assert card.manufacturer_text == "Essai & fils"
    assert card.entry["idNat"] == card.id_nat
    assert card in {card}


def test_ticket_and_login_from_elsewhere(sandbox: Sandbox, serial: str) -> None:
    with Session(sandbox.config()) as first, Session(local_url=sandbox.addresses["local_url"]) as second:
        second.ticket_set(first.ticket().license_ticket)
        login = second.login(card_of(second, serial).token, PIN)
        with Session() as third:
            third.session_set(login.service_url, login.bearer)
            assert third.state().session
            assert third.patient_search(NOM).http_status == 200
    assert len(sandbox.requests("ticket")) == 1


def test_state_tells_the_way(record: Session, sandbox: Sandbox, make_document: Maker) -> None:
    assert record.state().next == "hr_dmp_send"
    record.dmp_send(PATIENT, make_document(10)[0], **CODES)
    state = record.state()
    assert (state.ticket, state.session, state.patient, state.update_needed) == (True, True, True, False)
    assert (state.cards, state.identified, state.open_records, state.next) == (4, None, 1, None)
    with Session(sandbox.config()) as fresh:
        assert (fresh.state().cards, fresh.state().next) == (None, "hr_ticket")


def test_settings_in_force(sandbox: Sandbox, tmp_path: Path) -> None:
    with Sandbox("--tls", str(tmp_path)) as secure:
        config = secure.config(ca_file=tmp_path / "ca.pem", timeouts={"call_ms": 5000})
        with Session(config, language="fr") as session:
            session.ticket()
            assert session.settings["timeouts"]["call_ms"] == 5000
            assert session.settings["language"] == "fr"
            assert secure.addresses["license_bearer"] not in str(session.settings)


def test_json_text_as_configuration() -> None:
    with Session('{"language": "fr"}') as session:
        assert session.settings["language"] == "fr"
    with pytest.raises(TypeError):
        Session("{}", language="fr")


def test_a_card_s_entry_may_have_other_types() -> None:
    entry = '{"token":"t","serial":7,"pinAttempt":"3","profCode":true}'
    (other,) = ready_of(f'{{"cards":[{entry}],"http_status":200,"next":null,"raw":null}}').cards
    assert (other.serial, other.pin_attempt, other.prof_code, other.id_nat) == (None, None, None, None)
    assert other.entry == {"token": "t", "serial": 7, "pinAttempt": "3", "profCode": True}
