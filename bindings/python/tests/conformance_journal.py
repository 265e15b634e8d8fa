"""A document in doubt, as the journal states it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timezone

from conformance_steps import Seen, Stage, collected, opened, send

from healthrecord import HealthRecordError, Journal, Session


def described(listed: Journal) -> Seen:
    seen = asdict(listed.entries[0])
    return {**seen, **{name: f"{seen[name]:%H:%M%Z}".replace("UTC", "Z") for name in ("time", "ended")}}


def journal(stage: Stage) -> Seen:
    errors: list[Seen] = []
    with Session(stage["config_journal"]) as session:
        patient = opened(session, stage)
        try:
            send(session, patient, stage)
        except HealthRecordError as lost:
            entry, sha256, completed = lost.entry or "", lost.sha256 or "", lost.journal
        past = datetime(2000, 1, 1, tzinfo=timezone.utc)
        listed = session.journal(entry=entry, sha256=sha256, outcome="unknown", doubt=True, since=past, limit=1)
        seen: Seen = {"entry": entry, "completed": completed, "before": described(listed)}
        seen.update({name: getattr(listed, name) for name in ("doubts", "uploads", "damaged", "torn", "more")})
        seen["referenced"] = len(session.journal(reference="none").entries)
        session.dmp_resend_allow(entry)
        seen["permitted"] = session.journal().entries[0].permitted
        session.dmp_found(entry)
        seen["after"] = described(session.journal())
    with Session(stage["config"]) as session, collected(errors):
        session.journal()
    with collected(errors):
        Session(stage["config_no_journal"])
    return {**seen, "errors": errors}
