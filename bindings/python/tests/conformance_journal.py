"""A document in doubt, as the journal states it."""

from __future__ import annotations

import json

from conformance_steps import Seen, Stage, collected, opened, send

from healthrecord import HealthRecordError, Journal, Session


def described(listed: Journal) -> Seen:
    seen: Seen = json.loads(listed.entries[0].json)
    return {**seen, **{name: f"{seen[name][11:16]}{seen[name][-1]}" for name in ("time", "ended")}}


def journal(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config_journal"]) as session:
        patient = opened(session, stage)
        try:
            send(session, patient, stage)
        except HealthRecordError as lost:
            details = lost.details
            entry, sha256, completed = details.entry or "", details.sha256, details.journal
        wanted = {"entry": entry, "sha256": sha256, "since": "2000-01-01T00:00:00Z"}
        listed = session.journal({**wanted, "outcome": "unknown", "doubt": True, "limit": 1})
        seen: Seen = {"entry": entry, "completed": completed, "before": described(listed)}
        seen.update({name: getattr(listed, name) for name in ("doubts", "uploads", "damaged", "torn", "more")})
        seen["referenced"] = len(session.journal({"reference": "none"}).entries)
        session.dmp_resend_allow(entry)
        seen["permitted"] = session.journal().entries[0].permitted
        session.dmp_found(entry)
        seen["after"] = described(session.journal())
    with Session(stage["config"]) as session, collected(errors):
        session.journal()
    with collected(errors):
        Session(stage["config_no_journal"])
    return {**seen, "errors": errors}
