"""Documents that a program under Windows sends: large ones, over TLS, refused early, and files of every kind."""

import json
import os

from .endings import with_hooks
from .stage import same, sha256, stored

LARGE = 200 * 1024 * 1024
LARGE_GROWTH_KIB = 16 * 1024
ROUNDS = 200
# A refusal on the head alone; the document is on its way.
REFUSAL = {"call": "dmp_send", "after_bytes": 0, "status": 413, "reset": True}


def upload_of_200_mb(stage):
    path = os.path.join(stage.folder, "grand.bin")
    with open(path, "wb") as file:
        for part in range(LARGE // (1024 * 1024)):
            file.write(bytes([part]) * (1024 * 1024))
    with stage.sandbox() as sandbox:
        seen = stage.host(sandbox, "file", path, timeout=300)
        [document] = sandbox.documents()
    os.remove(path)
    same((document["sha256"], document["bytes"], seen["total"]), (seen["sha256"], LARGE, str(LARGE)))
    grown = int(seen["grown_kib"])
    assert grown < LARGE_GROWTH_KIB, f"{grown} KiB of memory"
    return f"{seen['reports']} reports, {grown} KiB more memory"


class Refused(Exception):
    """A certificate that was to be accepted."""


def with_any_certificate(test):
    """Wine 8 refuses one certificate in a hundred: each of those whose ECDSA signature has a number of less than 32
    bytes, and others. So another certificate may be made, twice at the most."""
    for tries in (1, 2, 3):
        try:
            said = test()
        except Refused:
            if tries == 3:
                raise
        else:
            return f"with certificate number {tries}{said or ''}"


def by_name(stage, sandbox):
    """Wine knows no addresses in certificates, so the servers are asked for by their name."""
    config = json.loads(sandbox.config())
    config["license_url"] = config["license_url"].replace("127.0.0.1", "localhost")
    config["ca_file"] = stage.wine.path(config["ca_file"])
    return config


def perhaps_refused(run, *arguments, **named):
    try:
        return run(*arguments, **named)
    except AssertionError as failure:
        raise (Refused if "HR_E_TLS" in str(failure) else AssertionError)(failure) from failure


def tls_refused_and_accepted(stage):
    return with_any_certificate(lambda: tls_with_one_certificate(stage))


def tls_with_one_certificate(stage):
    content = b"over TLS"
    path = stage.file("a.txt", content)
    with stage.sandbox(tls=True) as sandbox:
        config = by_name(stage, sandbox)
        ca_file = config.pop("ca_file")
        refused = stage.fails(sandbox, "tls", path, config=json.dumps(config))
        assert "HR_E_TLS" in refused, refused
        same(sandbox.ask("/requests"), [])
        config["ca_file"] = ca_file
        same(perhaps_refused(stage.host, sandbox, "tls", path, config=json.dumps(config)), {"sent": ""})
        stored(sandbox, "a.txt", content)


def answers_before_a_reset(stage):
    """Windows drops what it had received and nobody had read. Wine does not, so what is looked at beside the answers
    is whether each found a receive that waited for it: Windows keeps what such a one got. (Wine gives the reset to it
    when both come at a time, and the bytes to whoever reads then.)"""
    with with_hooks(stage):
        with stage.sandbox() as sandbox:
            sandbox.ask("/faults", "POST", {"call": "login", "reset": True})
            logins = waited(stage.host(sandbox, "resets", "logins", str(ROUNDS), timeout=300))
            same(sum(request["call"] == "login" for request in sandbox.ask("/requests")), ROUNDS)
        with stage.sandbox() as sandbox:
            sandbox.ask("/faults", "POST", REFUSAL)
            uploads = waited(stage.host(sandbox, "resets", "uploads", str(ROUNDS), timeout=300))
            same(sandbox.documents(), [])
        secure = with_any_certificate(lambda: refused_over_tls(stage))
    return f"logins: {logins}; uploads: {uploads}; {secure}"


def refused_over_tls(stage):
    with stage.sandbox(tls=True) as sandbox:
        sandbox.ask("/faults", "POST", REFUSAL)
        config = json.dumps(by_name(stage, sandbox))
        seen = perhaps_refused(stage.host, sandbox, "resets", "uploads", str(ROUNDS), config=config, timeout=300)
        return f": {waited(seen, over_tls=True)}"


def waited(seen, over_tls=False):
    """Of what a handshake brings, some comes while the rest is read."""
    waiting, late = int(seen["waiting"]), int(seen["late"])
    assert int(seen["rounds"]) == ROUNDS <= waiting and (late == 0 or over_tls), seen
    return f"{waiting} receives waited, {seen['lost']} answers lost by Wine"


def devices_are_no_files(stage):
    """Named pipes above all: nobody connects to one. Wine shows pipes and devices of Linux as files of other types."""
    document = stage.wine.path(stage.file("a.txt", b"a stream"))
    fifo = os.path.join(stage.folder, "fifo")
    os.mkfifo(fifo)
    folder = stage.wine.path(stage.folder)
    more = [f"{document}:stream", f"{document}::$DATA", f"{document}:", f"{folder}\\NUL", f"{folder}\\com1", folder,
            f"\\\\?\\{folder}", f"//?/{document}", f"\\\\.\\{document}", f"\\??\\{document}", stage.wine.path(fifo),
            "Z:\\dev\\zero", "Z:\\dev\\null"]
    try:
        with stage.sandbox() as sandbox:
            same(stage.host(sandbox, "devices", *more), {"refused": ""})
            same(sandbox.documents(), [])
    finally:
        os.remove(fifo)


def held_by_another_program(stage):
    content = os.urandom(3_000_000)
    path = stage.wine.path(stage.file("held é.bin", content))
    with stage.sandbox(tls=True) as other, stage.sandbox() as sandbox:
        ca_file = stage.wine.path(json.loads(other.config())["ca_file"])
        seen = stage.host(sandbox, "held", path, ca_file)
        documents = sorted((document["filename"], document["sha256"]) for document in sandbox.documents())
    same(documents, [("b.bin", sha256(content)), ("held é.bin", sha256(content))])
    return f"refused after {seen['held_ms']} ms; sent after {seen['released_ms']} ms when it was let go"


def paths_in_every_form(stage):
    """Longer than 260 letters, and in the form that is taken as it stands."""
    folder = os.path.join(stage.folder, *["un dossier de cinquante lettres, ni plus ni moins é"] * 6)
    os.makedirs(folder)
    long = os.path.join(folder, "long.txt")
    with open(long, "wb") as file:
        file.write(b"long")
    short = stage.file("court.txt", b"short")
    forms = [stage.wine.path(long), f"\\\\?\\{stage.wine.path(long)}", f"\\\\?\\{stage.wine.path(short)}",
             stage.wine.path(short).replace("\\", "/"), "court.txt", "C:\\..\\windows\\win.ini", "Z:court.txt"]
    with stage.sandbox() as sandbox:
        for form in forms:
            stage.host(sandbox, "file", form)
        names = [document["filename"] for document in sandbox.documents()]
    same(sorted(names), sorted(["long.txt"] * 2 + ["court.txt"] * 4 + ["win.ini"]))
