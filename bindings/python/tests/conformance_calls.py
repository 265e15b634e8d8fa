"""Every method once, on a session that has nothing: the names of the errors."""

from __future__ import annotations

from typing import Any, Callable

from healthrecord import HealthRecordError, Session


def all_methods(stage: dict[str, Any]) -> dict[str, Any]:
    names = {}
    with Session({}) as session:
        for name, call in calls(session, stage).items():
            try:
                call()
                names[name] = "HR_OK"
            except HealthRecordError as error:
                names[name] = error.details.name
    return {"names": names}


def calls(session: Session, stage: dict[str, Any]) -> dict[str, Callable[[], object]]:
    codes = {"activity_type": "", "type_code": ""}
    return {
        "ticket": session.ticket,
        "ready": session.ready,
        "login": lambda: session.login("token", "0000"),
        "pin_retry_allow": lambda: session.pin_retry_allow("token"),
        "session_set": lambda: session.session_set("", "bearer"),
        "profile_put": lambda: session.profile_put({}),
        "profile_select": lambda: session.profile_select("1"),
        "patient_search": session.patient_search,
        "patient_get": session.patient_get,
        "patient_update": lambda: session.patient_update({}),
        "request": lambda: session.request("GET", "/"),
        "dmp_open": lambda: session.dmp_open("1"),
        "dmp_send": lambda: session.dmp_send("1", stage["document"], None, **codes),
        "dmp_send_bytes": lambda: session.dmp_send_bytes("1", b"", filename="a", **codes),
        "dmp_resend_allow": lambda: session.dmp_resend_allow(""),
        "dmp_found": lambda: session.dmp_found(""),
        "journal": session.journal,
        "ticket_set": lambda: session.ticket_set(""),
    }
