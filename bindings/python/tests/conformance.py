"""One behaviour, run against a sandbox that a driver has prepared:  conformance.py BEHAVIOUR STAGE

STAGE is a JSON file with what the behaviour needs. Prints one JSON object: what was observed.
"""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
import urllib.request
from ctypes import byref, c_void_p
from pathlib import Path
from typing import Callable

from conformance_calls import all_methods
from conformance_edges import EDGES
from conformance_journal import journal
from conformance_steps import Seen, Stage, collected, described, opened, present, send, to_the_patient

from healthrecord import (
    HealthRecordError,
    Patient,
    Session,
    Upload,
    load_library,
    set_log,
)


class OwnError(Exception):
    pass


def whole(stage: Stage, config: str, sending: Callable[[Session, Patient], Upload]) -> Seen:
    with Session(stage[config]) as session:
        card, login, _, patient = to_the_patient(session, stage)
        session.dmp_open(patient.patient_id)
        sent = sending(session, patient)
    seen = {"patient_id": patient.patient_id, "sha256": sent.sha256, "bytes": sent.bytes, "next": sent.next}
    seen.update(http_status=sent.http_status, updateNeeded=patient.update_needed, insQualified=patient.ins_qualified)
    return {**seen, "identified": login.identified, "modelText": card.model_text}


def chain(stage: Stage) -> Seen:
    return whole(stage, "config", lambda session, patient: send(session, patient, stage))


def chain_bearer(stage: Stage) -> Seen:
    def from_memory(session: Session, patient: Patient) -> Upload:
        data = Path(stage["document"]).read_bytes()
        names = {name: stage[name] for name in ("activity_type", "type_code")}
        return session.dmp_send_bytes(patient.patient_id, data, filename=stage["document_name"], **names)

    return whole(stage, "config_bearer_form", from_memory)


def accents(stage: Stage) -> Seen:
    text = "Ünïcödé ☃ 🩺"
    with Session(stage["config"]) as session:
        _, _, found, patient = to_the_patient(session, stage)
        session.dmp_open(patient.patient_id)
        sent = send(session, patient, stage, filename=stage["document_name"])
        echo = session.request("POST", "/echo", json.dumps({"text": text}, ensure_ascii=False))
    traits = {name: found.raw[name] for name in ("nom", "prenom")}
    return {**traits, "echo": text in echo.json, "sha256": sent.sha256}


def big_number(stage: Stage) -> Seen:
    with Session(stage["config"]) as session:
        session.ticket()
        session.login(present(session, stage).token, stage["pin"])
        body = '{"n":123456789012345678901234567890.12345,"e":1.797e309}'
        return {"raw": session.request("POST", "/echo", body).source("raw")}


def wrong_pin(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config"]) as session:
        session.ticket()
        card = present(session, stage)
        for fresh in (False, False, True):
            if fresh:
                card = present(session, stage)
            with collected(errors):
                session.login(card.token, stage["wrong_pin"])
        session.pin_retry_allow(card.token)
    return {"errors": errors}


def right_pin_after(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config"]) as session:
        session.ticket()
        with collected(errors):
            session.login(present(session, stage).token, stage["wrong_pin"])
        return {"next": session.login(present(session, stage).token, stage["pin"]).next, "errors": errors}


def opposed(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config"]) as session:
        *_, patient = to_the_patient(session, stage)
        with collected(errors):
            session.dmp_open(patient.patient_id)
    seen = {"updateNeeded": patient.update_needed, "alimentationConsent": patient.alimentation_consent}
    return {**seen, "errors": errors}


def lost_reply(stage: Stage) -> Seen:
    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        caught: list[HealthRecordError] = []
        for _ in range(2):
            try:
                send(session, patient, stage)
            except HealthRecordError as error:
                caught.append(error)
        session.dmp_resend_allow(caught[0].details.entry or "")
        sent = send(session, patient, stage)
    errors = [described(error) for error in caught]
    return {"errors": errors, "sha256": caught[0].details.sha256, "sha256_sent": sent.sha256}


def cancel(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        calls: list[int] = []

        def at_first(done: int, total: int) -> None:
            if not calls:
                thread = threading.Thread(target=session.cancel)
                thread.start()
                thread.join()
            calls.append(done)

        with collected(errors):
            send(session, patient, stage, progress=at_first)
    return {"errors": errors}


def cancel_waiting(stage: Stage) -> Seen:
    errors: list[Seen] = []
    back = threading.Event()
    with Session(stage["config"]) as session:

        def until_back() -> None:
            while not back.wait(0.02):
                session.cancel()

        thread = threading.Thread(target=until_back)
        thread.start()
        with collected(errors):
            session.ticket()
        back.set()
        thread.join()
    return {"errors": errors}


def progress(stage: Stage) -> Seen:
    seen: list[tuple[int, int, int]] = []
    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        session.set_progress(lambda done, total: seen.append((done, total, threading.get_ident())))
        sent = send(session, patient, stage)
    done = [entry[0] for entry in seen]
    (total,) = {entry[1] for entry in seen}
    same_thread = {entry[2] for entry in seen} == {threading.get_ident()}
    summary = {"calls": len(seen), "first_done": done[0], "last_done": done[-1], "total": total}
    return {**summary, "rising": done == sorted(done), "same_thread": same_thread, "bytes": sent.bytes}


def callback_exception(stage: Stage) -> Seen:
    mine = OwnError()

    def raising(done: int, total: int) -> None:
        raise mine

    raised, attached = "none", None
    with Session(stage["config"]) as session:
        patient = opened(session, stage)
        try:
            send(session, patient, stage, progress=raising)
        except OwnError as error:
            raised = "own" if error is mine else "library"
            cause = error.__cause__
            attached = described(cause) if isinstance(cause, HealthRecordError) else None
        except HealthRecordError:
            raised = "library"
        sent = send(session, patient, stage)
    return {"raised": raised, "library_error": attached, "sha256": sent.sha256}


def log(stage: Stage) -> Seen:
    lines: list[str] = []
    set_log(lambda level, text: lines.append(text))
    with Session(stage["config"]) as session:
        send(session, opened(session, stage), stage)
        set_log(None)
        count = len(lines)
        session.state()
    leak = any(stage[name] in line for name in ("pin", "nom", "document_name") for line in lines)
    sending = any("hr_dmp_send" in line for line in lines)
    return {"lines": count, "has_dmp_send": sending, "after_off": len(lines) - count, "leak": leak}


def two_threads(stage: Stage) -> Seen:
    first_end: list[Seen] = []
    busy: list[Seen] = []
    with Session(stage["config"]) as first, Session(stage["config"]) as second:

        def held() -> None:
            with collected(first_end):
                first.ticket()

        thread = threading.Thread(target=held)
        thread.start()
        try:
            wait_for_a_ticket(stage["control_url"])
            with collected(busy):
                first.ticket()
            second.ticket()
        finally:
            first.cancel()
            thread.join()
    return {"errors": busy + first_end, "other": "ok"}


def wait_for_a_ticket(control_url: str) -> None:
    """Until the sandbox has a request for one: its session is busy then, and later requests come after it."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with direct.open(control_url + "/requests", timeout=30) as reply:
            if any(request["call"] == "ticket" for request in json.load(reply)):
                return
        time.sleep(0.005)
    raise TimeoutError("no request for a ticket arrived")


def use_after_close(stage: Stage) -> Seen:
    errors: list[Seen] = []
    session = Session(stage["config"])
    session.close()
    session.close()
    with collected(errors):
        session.state()
    session.cancel()
    return {"errors": errors}


def collected_session(stage: Stage) -> Seen:
    session = Session(stage["config"])
    handle = session.handle
    del session
    gc.collect()
    native, out = load_library(), c_void_p()
    code = native.hr_state(handle, byref(out))
    native.hr_free(out)
    return {"code": code}


def bad_config(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with collected(errors):
        Session({"unknown_key": 1})
    return {"errors": errors}


def interior_nul(stage: Stage) -> Seen:
    with Session(stage["config"]) as session:
        try:
            session.patient_search("A\0B")
        except ValueError:
            return {"refused": True}
        except HealthRecordError:
            pass
    return {"refused": False}


def unknown_code(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with collected(errors):
        raise HealthRecordError(-12345, "", "hr_state")
    return {"errors": errors}


BEHAVIOURS: dict[str, Callable[[Stage], Seen]] = {
    **{run.__name__: run for run in (chain, chain_bearer, accents, big_number, wrong_pin, right_pin_after, opposed)},
    **{run.__name__: run for run in (lost_reply, cancel, cancel_waiting, progress, callback_exception, log)},
    **{run.__name__: run for run in (two_threads, use_after_close, bad_config, interior_nul, unknown_code, journal)},
    "collected": collected_session,
    "all_methods": all_methods,
    **EDGES,
}


if __name__ == "__main__":
    stage = json.loads(Path(sys.argv[2]).read_text("utf-8"))
    print(json.dumps(BEHAVIOURS[sys.argv[1]](stage)))
