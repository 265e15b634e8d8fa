"""Runs hosts under a sanitizer, and judges what the sanitizer and the sandbox saw."""

import glob
import json
import os
import re
import subprocess
import sys

from ..sandbox import CARD, CARD_MANY, Sandbox
from ..tools import ROOT, Failed, Missing

PATIENCE = 300  # seconds; a host that hangs has failed
REPORTED = 66
DOCUMENT = bytes(range(256)) * 2735  # several buffers long
STEPS = 250
SEED = os.environ.get("HR_SEED", "1")


def host(command, options, box, text="", **environment):
    """Runs to the end; gives its status, both outputs, and the sanitizer's reports."""
    reports = os.path.join(box.folder, f"report-{len(os.listdir(box.folder))}")
    options = {name: f"{value}:log_path={reports}" for name, value in options.items()}
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("SAN_OPTIONS")}
    try:
        ended = subprocess.run(
            command, input=text.encode(), capture_output=True, timeout=PATIENCE, cwd=box.folder,
            env={**inherited, "RUST_BACKTRACE": "0", **options, **environment})
    except subprocess.TimeoutExpired as late:
        raise Failed(f"{os.path.basename(command[0])} was not over after {PATIENCE} s") from late
    found = []
    for name in glob.glob(reports + ".*"):
        with open(name, encoding="utf-8", errors="replace") as file:
            found.append(file.read())
        os.remove(name)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode(), "\n".join(found)


def shown(report):
    """Enough of a report to see what it is about."""
    lines = report.strip().splitlines()
    return "\n".join(lines[:30] + (["..."] if len(lines) > 30 else []))


def leaks(report):
    """The records of LeakSanitizer that lead into the library. Others are the interpreter's own affair."""
    records = re.split(r"\n\s*\n", report)
    return [record for record in records if " leak of " in record and re.search(r"libhr\.so|src/ffi/", record)]


def errors(report):
    """Everything but leaks."""
    return re.findall(r"(?:ERROR: AddressSanitizer|WARNING: ThreadSanitizer|FATAL: \w+Sanitizer).*", report)


# For each mistake: what the report must say. The frames are the library's, by the exported function that was called
# and by the place in the library that gave the memory back, took it, or wrote it.
PROOFS = {
    "AddressSanitizer": {
        "freed-twice": ["heap-use-after-free", "in hr_free ", "freed by thread", "src/ffi/text.rs"],
        "used-after-free": ["heap-use-after-free", "in hr_text_copy ", "freed by thread", "in hr_free "],
        "written-after-free": ["heap-use-after-free", "WRITE of size 4", "#0", "in hr_open src/ffi/handle.rs"],
        "too-small": ["heap-buffer-overflow", "WRITE", "in hr_text_copy_utf16 "],
    },
    "LeakSanitizer": {"lost": ["Direct leak", "in hr_ticket ", "src/ffi/allocator.rs"]},
    "ThreadSanitizer": {"raced": ["data race", "Write of size", "hr::ffi::library::fill", "hr_text_copy"]},
}
PYTHON_PROOFS = {
    "AddressSanitizer": {
        "freed-twice": PROOFS["AddressSanitizer"]["freed-twice"],
        "too-small": ["heap-buffer-overflow", "WRITE", "in hr_text_copy "],
    },
    "LeakSanitizer": PROOFS["LeakSanitizer"],
}


def prove(sanitizer, planted, proofs):
    """`planted` runs one mistake. Without one nothing is reported; each one is, as what it is."""
    status, _, said, report = planted("none")
    if status != 0 or report:
        raise Failed(f"without a mistake: status {status} {said} {shown(report)}")
    for which, expected in proofs[sanitizer].items():
        status, _, said, report = planted(which)
        absent = [text for text in expected if text not in report]
        kind = leaks(report) if sanitizer == "LeakSanitizer" else errors(report)
        if status != REPORTED or absent or not kind:
            raise Failed(f"not proven: {which}: status {status}, the report does not have {absent}\n{said}\n{shown(report)}")


def clean(sanitizer, results):
    """No report of this sanitizer's kind; what went wrong otherwise counts for every sanitizer."""
    for name, (status, said, report, wrong) in results.items():
        found = leaks(report) if sanitizer == "LeakSanitizer" else errors(report)
        only_leaks = status == REPORTED and " leak of " in report and not errors(report)
        if found or wrong or said or not (status == 0 or only_leaks):
            raise Failed(f"{name}: {wrong or ''} status {status}\n{said}\n{shown(report)}")


class CHost:
    name = "C"
    proofs = PROOFS

    def __init__(self, build):
        self.build = build
        self.programs = {name: build.compile(name) for name in ("planted", "chain", "threads")}

    def planted(self, box):
        return lambda which: host([self.programs["planted"], which], self.build.options, box, box.config())

    def walk(self, box):
        """Every step in order, then everything at once; each with what the sandbox says to it."""
        file = box.file("Bilan é.bin", DOCUMENT)
        arguments = [CARD_MANY[0], "Clinique d'essai, Brest", "TÉMOIN", "Loïc", "", "M", file]
        status, _, said, report = host(
            [self.programs["chain"], *arguments], self.build.options, box, CARD_MANY[1] + "\ny\ny\n", HR_CONFIG=box.config())
        # It asks before it signs; nothing else may be said.
        said = re.sub(r"You sign for this: [^?\[]*\[y/N\] ", "", said)
        stored = [document["bytes"] for document in box.documents()]
        wrong = None if stored == [len(DOCUMENT), 30] else f"stored {stored}"
        results = {"chain": (status, said, report, wrong)}

        box.ask("/reset", "POST")
        # Lost answers, and time for a cancellation to meet a call that waits.
        for call, lost in (("login", (2, 5, 8)), ("dmp_send", range(3, 33, 3))):
            for nth in lost:
                box.ask("/faults", "POST", {"call": call, "nth": nth, "act": True, "cut": "before"})
            box.ask("/faults", "POST", {"call": call, "delay_ms": 20})
        lines = [box.config(), box.addresses["service_url"], file, *CARD, *CARD_MANY]
        status, printed, said, report = host(
            [self.programs["threads"], str(STEPS), SEED], self.build.options, box, "\n".join(lines) + "\n")
        results["threads"] = (status, said, report, None if status else misled(printed, box))
        self.summary = printed.split(";")[0]
        return results


def misled(printed, box):
    """Compares what the threads say with what the sandbox has."""
    accepted, doubted = map(int, re.search(r"accepted (\d+), in doubt (\d+)", printed).groups())
    stored = len(box.documents())
    if not accepted <= stored <= accepted + doubted:
        return f"stored {stored}: {printed}"
    never = re.findall(r"(hr_\w+) 0\b", printed)
    return f"never succeeded: {', '.join(never)}" if never else None


class PythonHost:
    name = "Python"
    proofs = PYTHON_PROOFS

    def __init__(self, build):
        self.build = build
        with open(os.path.join(ROOT, "include", "hr.h"), encoding="utf-8") as file:
            declared = set(re.findall(r"^(?:HR_API )?[\w ]*?\*?(hr_\w+)\(", file.read(), re.MULTILINE))
        self.declared = len(declared)

    def run(self, box, **more):
        config = json.loads(box.config()) | {"journal": box.file("uploads.hrj", b"")}
        plan = {"library": os.path.join(self.build.folder, "libhr.so"), "config": json.dumps(config), "card": CARD_MANY,
                "service_url": box.addresses["service_url"], **more}
        file = box.file("plan.json", json.dumps(plan).encode())
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "host.py")
        # Python's own allocator would hide small blocks from the sanitizer.
        return host([sys.executable, "-B", script, file], self.build.options, box, LD_PRELOAD=self.build.runtime,
                    PYTHONMALLOC="malloc")

    def planted(self, box):
        return lambda which: self.run(box, plant=which)

    def walk(self, box):
        file = box.file("Bilan é.bin", DOCUMENT)
        status, printed, said, report = self.run(box, file=file)
        stored = [document["bytes"] for document in box.documents()]
        sent = re.search(r"^(\d+) functions, .* sent (\d+)$", printed, re.MULTILINE)
        wrong = None
        # By single calls, then twice by hr_deposit.
        wanted = [len(DOCUMENT), int(sent[2])] + 2 * [len(DOCUMENT)] if sent else None
        if stored != wanted or int(sent[1]) != self.declared:
            wrong = f"stored {stored}, the header declares {self.declared} functions: {printed}"
        self.summary = printed.split(", sent")[0]
        return {"host.py": (status, said, report, None if status else wrong)}


# What a sanitizer says that cannot work on this machine, whatever it watches.
UNABLE = {
    "AddressSanitizer": "Shadow memory range interleaves",
    "LeakSanitizer": "LeakSanitizer has encountered a fatal error",
    "ThreadSanitizer": "ThreadSanitizer: unexpected memory mapping",
}


def able(planted, build, sanitizers):
    """The sanitizers that work here; a machine that forbids tracing has no LeakSanitizer, for one."""
    _, _, said, report = planted("none")
    unable = [sanitizer for sanitizer in sanitizers if UNABLE[sanitizer] in said + report]
    if "LeakSanitizer" in unable:
        build.options = {name: value.replace("detect_leaks=1", "detect_leaks=0") for name, value in build.options.items()}
    return [sanitizer for sanitizer in sanitizers if sanitizer not in unable]


def judge(program, tls, the_host, sanitizers):
    """Both halves for each sanitizer on one host over one way; gives None or what failed, for each."""
    with Sandbox(program, tls) as box:
        planted = the_host.planted(box)
        working = able(planted, the_host.build, sanitizers)
        outcome = {sanitizer: Missing("it cannot work on this machine") for sanitizer in sanitizers}
        results = the_host.walk(box) if working else {}
        for sanitizer in working:
            try:
                prove(sanitizer, planted, the_host.proofs)
                clean(sanitizer, results)
                outcome[sanitizer] = None
            except Failed as failure:
                outcome[sanitizer] = str(failure)
        return outcome
