"""Programs that use the library on Windows, each judged by what it prints and by what the sandbox received."""

import contextlib
import functools
import http.server
import json
import os
import shutil
import socket
import threading

from ..sandbox import CARD
from ..tally import Checks
from ..tools import ROOT, installed, run
from . import kit, pascal
from .stage import NAMES, PATIENCE, Inside, same, stored, until

ACCENTS = "compte rendu forêt n°1 ☃.txt"
LARGE = 200 * 1024 * 1024
ROUNDS = 200
AT_ONCE_MS = 1000
PROBES = "tests/c/windows"
# What a call gives when the other threads of the process are gone: -9 is HR_E_CANCELLED.
AT_THE_END = {"text_copy": "2", "set_progress": "0", "set_log": "0", "cancel": "0", "state": "-9", "state_text": "0",
              "open": "-9", "open_text": "0", "close": "0", "free": "0"}

CHECKS = check = Checks()

# Its port is kept, so that no connection to it can come from it.
UNUSED = socket.socket()
UNUSED.bind(("127.0.0.1", 0))


def nowhere(_=None):
    """An address that nobody listens at."""
    return f"http://127.0.0.1:{UNUSED.getsockname()[1]}"


def at_once(seen):
    """A cancelled call ends at once."""
    late = seen.get("code") == "HR_E_CANCELLED" and int(seen["after_ms"]) >= AT_ONCE_MS
    assert not late, f"after {seen['after_ms']} ms"


def row(name, words, wanted, documents=0, hooks=False, **changes):
    """windows.c with these words prints what is wanted, and so many documents arrive. `words` gets stage and sandbox, and the
    configuration has these changes."""
    def test(stage):
        with stage.with_hooks() if hooks else contextlib.nullcontext(), stage.sandbox() as sandbox:
            config = sandbox.config(**{key: value(stage) for key, value in changes.items()})
            seen = stage.host(sandbox, *words(stage, sandbox), config=config, timeout=300)
            same({key: seen.get(key) for key in wanted}, wanted)
            same(len(sandbox.documents()), documents)
            at_once(seen)

    CHECKS[name] = test


def copy_of_the_library(stage, _):
    folder = os.path.join(stage.folder, "second copy ü")
    os.makedirs(folder, exist_ok=True)
    return "two", stage.wine.path(shutil.copy(stage.library, folder))


def no_documents(stage, _):
    """Named pipes above all: nobody connects to one. Wine shows pipes and devices of Linux as files of other types."""
    document, folder = stage.wine.path(stage.file("a.txt", b"a stream")), stage.wine.path(stage.folder)
    fifo = os.path.join(stage.folder, "fifo")
    os.mkfifo(fifo)
    return ["devices", f"{document}:stream", f"{document}::$DATA", f"{document}:", f"{folder}\\NUL", f"{folder}\\com1", folder,
            f"\\\\?\\{folder}", f"//?/{document}", f"\\\\.\\{document}", f"\\??\\{document}", stage.wine.path(fifo),
            "Z:\\dev\\zero", "Z:\\dev\\null"]


row("floating_point_traps", lambda *_: ["traps"], {"kept": ""}, documents=1)
row("panic_is_caught", lambda *_: ["panic"], {"caught": ""}, documents=1, hooks=True)
row("cancelled_upload", lambda *_: ["cancel"], {"code": "HR_E_CANCELLED"})
row("ten_thousand_handles", lambda _, sandbox: ["many", "10000", sandbox.config(local_url=nowhere())], {"opened": "10000"})
row("card_client_absent", lambda *_: ["absent"], {"code": "HR_E_CARD_CLIENT_ABSENT"}, local_url=nowhere)
row("loaded_twice_and_unloaded", copy_of_the_library, {"apart": ""})
row("devices_are_no_files", no_documents, {"refused": ""})
# As a loss of power leaves it: empty, though a file that was opened for appending cannot be shortened.
row("journal_of_nuls", lambda *_: ["journal", "doubts"], {"uploads": "0"},
    journal=lambda stage: stage.wine.path(stage.file("nuls.hrj", bytes(90))))


def quick_start(stage, library="hr.lib"):
    """Made with nothing but what was unpacked."""
    program = os.path.join(stage.folder, f"quickstart {library}.exe")
    kit.compile_c(stage.bits, [stage.kit.path("share/hr/examples/quickstart.c")], program, "-std=c99",
                  "-I", stage.kit.path("include"), stage.kit.path(f"lib/{library}"))
    return program


def quick_start_by_cmake(stage):
    """The same, as the archive's own project makes it; that puts the library beside it."""
    installed("cmake")
    build = os.path.join(stage.folder, "by cmake")
    chosen = {"SYSTEM_NAME": "Windows", "C_COMPILER": kit.compiler(stage.bits), "CXX_COMPILER": "NOTFOUND",
              "PREFIX_PATH": stage.kit.root, "FIND_ROOT_PATH": stage.kit.root}
    given = [f"-DCMAKE_{name}={value}" for name, value in chosen.items()]
    for command in (["-S", stage.kit.path("share/hr/examples"), "-B", build, *given], ["--build", build]):
        run("cmake", *command, what="cmake", timeout=kit.PATIENCE)
    return os.path.join(build, "quickstart.exe")


@check
def command_line(stage):
    """hr.exe alone: the doctor's page in French, and a document with accents in its name."""
    hr, content = stage.kit.path("bin/hr.exe"), b"a document from the command line"
    document, patient = stage.file(ACCENTS, content), stage.file("patient é.json", json.dumps(
        {"nom": NAMES[0], "prenom": NAMES[1], "patient_id": "255081416802538"}, ensure_ascii=False).encode())
    answer = stage.file("answer.json", json.dumps({"card": {"serial": CARD[0]}}).encode())
    with stage.sandbox() as sandbox:
        config = stage.file("hr é.json", sandbox.config(journal=stage.wine.path(os.path.join(stage.folder, "hr é.hrj"))).encode())

        def runs(*arguments, stdin=b""):
            ended = stage.wine.run(hr, ["--lang", "fr", "--config", stage.wine.path(config), *arguments], timeout=120, stdin=stdin)
            said = ended.stdout.decode() + ended.stderr.decode()
            assert ended.code == 0, f"ended with {ended.code}: {said}"
            return said

        assert "Rien de ce qui a été vérifié n'empêche de travailler." in runs("doctor")
        assert "[ok]" in runs("deposit", stage.wine.path(document), "--patient", stage.wine.path(patient), "--type-code=11503-0",
                              "--activity=10", "--pin-stdin", "--answer", stage.wine.path(answer), stdin=f"{CARD[1]}\r\n".encode())
        stored(sandbox, (ACCENTS, content))


@check
def quick_start_of_a_newcomer(stage):
    """With either import library, by CMake, and with the sandbox of the archive."""
    for program in (quick_start(stage), quick_start(stage, "libhr.dll.a"), quick_start_by_cmake(stage)):
        stage.sends(program, "un résumé".encode(), ACCENTS)
    stage.sends(quick_start(stage), b"%PDF-1.4 invented", sandbox=Inside(stage))


@check
def free_pascal_demo(stage):
    """The Delphi wrapper and its example, compiled for Windows."""
    folder, delphi = os.path.join(stage.folder, "pascal"), os.path.join(ROOT, "bindings", "delphi")
    os.makedirs(folder, exist_ok=True)
    demo = os.path.join(delphi, "demo", "SendDocument.dpr")
    program = pascal.compiled(stage.bits, demo, folder, "-v0", f"-Fu{os.path.join(delphi, 'src')}")
    stage.sends(shutil.copy(program, stage.folder), b"Pascal")


@check
def stdcall_twins(stage):
    stage.stdcall_header()
    document = stage.file("stdcall.txt", b"stdcall")
    program = stage.program("tests/c/stdcall.c", "-O0")
    with stage.sandbox() as sandbox:
        given = "\n".join([sandbox.config(), *CARD, ""]).encode()
        same(stage.run(program, stage.wine.path(document), stdin=given), {"all": "called"})
        stored(sandbox, ("b.txt", b"12345"), ("stdcall.txt", b"stdcall"))


stdcall_twins.bits = (32,)


@check
def nothing_for_an_unknown_owner(stage):
    """Wine's table has each connection without its process: by default nothing is sent then."""
    with stage.sandbox() as sandbox:
        config = sandbox.config(card_client_owners=[])
        refused = stage.host(sandbox, "file", stage.file("a.txt", b"for nobody"), config=config, code=3)
        assert "HR_E_CONFIG" in refused, refused
        same([request["call"] for request in sandbox.ask("/requests")], ["ticket"])


@check
def cancelled_wait(stage):
    """Nobody answers; the call sleeps when it is cancelled."""
    with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
        silent.settimeout(PATIENCE)
        config = sandbox.config(license_url=f"http://127.0.0.1:{silent.getsockname()[1]}")
        with stage.going(sandbox, "stop", config=config) as process, silent.accept()[0] as asking:
            asking.settimeout(PATIENCE)
            assert asking.recv(65536).startswith(b"POST "), "no request"
            said, _ = process.communicate(b"now\n", timeout=PATIENCE)
    seen = dict(line.split() for line in said.decode().splitlines())
    same(seen["code"], "HR_E_CANCELLED")
    at_once(seen)


@check
def upload_of_200_mb(stage):
    path = stage.file("grand.bin", b"")
    os.truncate(path, LARGE)
    with stage.sandbox() as sandbox:
        seen = stage.host(sandbox, "file", path, timeout=300)
        [document] = sandbox.documents()
    os.remove(path)
    same((document["sha256"], document["bytes"], seen["total"]), (seen["sha256"], LARGE, str(LARGE)))
    assert int(seen["grown_kib"]) < 16 * 1024, seen
    return f"{seen['grown_kib']} KiB more memory"


@check
def tls_refused_and_accepted(stage):
    """Wine knows no addresses in certificates, so the servers are asked for by their name. Wine 8 refuses one certificate
    in a hundred (each whose ECDSA signature has a number of less than 32 bytes, and others): then another one is made."""
    path = stage.file("a.txt", b"over TLS")
    for left in (2, 1, 0):
        with stage.sandbox(tls=True) as sandbox:
            config = json.loads(sandbox.config())
            by_name = config["license_url"].replace("127.0.0.1", "localhost")
            roots = {"license_url": by_name, "ca_file": stage.wine.path(config["ca_file"])}
            unknown = {name: value for name, value in config.items() if name != "ca_file"}
            refused = stage.host(sandbox, "tls", path, config=json.dumps({**unknown, "license_url": by_name}), code=3)
            assert "HR_E_TLS" in refused, refused
            same(sandbox.ask("/requests"), [])
            try:
                same(stage.host(sandbox, "tls", path, config=sandbox.config(**roots)), {"sent": ""})
            except AssertionError as failure:
                if "HR_E_TLS" not in str(failure) or left == 0:
                    raise
                continue
            return stored(sandbox, ("a.txt", b"over TLS"))


def answered(stage, what, fault):
    with stage.with_hooks(), stage.sandbox() as sandbox:
        sandbox.ask("/faults", "POST", fault)
        seen = stage.host(sandbox, "resets", what, str(ROUNDS), timeout=300)
        same((int(seen["rounds"]), int(seen["late"]), sandbox.documents()), (ROUNDS, 0, []))
        assert int(seen["waiting"]) >= ROUNDS, seen
    return f"{seen['lost']} answers lost by Wine"


@check
def answers_before_a_reset(stage):
    """Windows drops what it had received and nobody had read. Wine does not, so what is looked at beside the answers
    is whether each found a receive that waited for it: Windows keeps what such a one got."""
    logins = answered(stage, "logins", {"call": "login", "reset": True})
    # A refusal on the head alone; the document is on its way.
    refusal = {"call": "dmp_send", "after_bytes": 0, "status": 413, "reset": True}
    return f"logins: {logins}, uploads: {answered(stage, 'uploads', refusal)}"


@check
def held_by_another_program(stage):
    content = os.urandom(3_000_000)
    path = stage.wine.path(stage.file("held é.bin", content))
    with stage.sandbox(tls=True) as other, stage.sandbox() as sandbox:
        stage.host(sandbox, "held", path, stage.wine.path(json.loads(other.config())["ca_file"]))
        stored(sandbox, ("b.bin", content), ("held é.bin", content))


@check
def paths_in_every_form(stage):
    """Longer than 260 letters, and in the form that is taken as it stands."""
    folder = os.path.join(*["un dossier de cinquante lettres, ni plus ni moins é"] * 6)
    os.makedirs(os.path.join(stage.folder, folder))
    long, short = (stage.wine.path(stage.file(name, b"a form")) for name in (f"{folder}/long.txt", "court.txt"))
    forms = [long, f"\\\\?\\{long}", short, f"\\\\?\\{short}", short.replace("\\", "/"), "court.txt", "Z:court.txt"]
    with stage.sandbox() as sandbox:
        for form in forms:
            stage.host(sandbox, "file", form)
        stored(sandbox, *[("long.txt", b"a form")] * 2, *[("court.txt", b"a form")] * 5)


@check
def upload_of_a_killed_program(stage):
    """In use while it runs, then a doubt, until a person has found the document."""
    document = stage.wine.path(stage.file("letter.txt", b"a letter of a program that is killed"))
    counted = {"doubts": "0", "uploads": "1", "damaged": "0", "torn": "0"}
    with stage.sandbox() as sandbox:
        config = sandbox.config(journal=stage.wine.path(os.path.join(stage.folder, "uploads é.hrj")))
        journal = functools.partial(stage.host, sandbox, "journal", config=config)
        sandbox.ask("/faults", "POST", {"call": "dmp_send", "act": True, "delay_ms": 120_000})
        with stage.going(sandbox, "journal", "send", document, config=config):
            until(lambda: any(request["call"] == "dmp_send" for request in sandbox.ask("/requests")), "no dmp_send")
            seen = journal("send", document)
            same((seen["code"], seen["reason"]), ("HR_E_CONFLICT", "document_in_use"))
            same(journal("doubts"), counted)
        same(journal("doubts"), {**counted, "doubts": "1"})
        seen = journal("send", document)
        same((seen["code"], len(seen["entry"])), ("HR_E_CONFLICT", 32))
        same(journal("doubts", seen["entry"]), {"found": "HR_OK", **counted})
        same(sum(request["call"] == "dmp_send" for request in sandbox.ask("/requests")), 1)


@check
def lock_held_by_another_program(stage):
    path = stage.wine.path(os.path.join(stage.folder, "held.hrj"))
    with stage.sandbox() as sandbox:
        config = sandbox.config(journal=path, timeouts={"call_ms": 300})
        journal = functools.partial(stage.host, sandbox, "journal", config=config)
        same(journal("open")["code"], "HR_OK")
        with stage.going(sandbox, "journal", "hold", path, config=config) as holding:
            same(holding.stdout.readline().split(), [b"held"])
            seen = journal("open")
            same((seen["code"], seen["reason"]), ("HR_E_JOURNAL", "journal_locked"))
        # The system takes the lock from a program that was killed.
        same(journal("open")["code"], "HR_OK")


SCRIPT = """function FindProxyForURL(url, host) {
    return url == "http://scripted.invalid/" && host == "scripted.invalid" ? "PROXY %s; DIRECT" : "DIRECT";
}
"""


class Tunnel(http.server.BaseHTTPRequestHandler):
    """A proxy that opens every tunnel and answers in it, and a server that has a script for proxies."""
    protocol_version = "HTTP/1.1"

    def do_CONNECT(self):
        self.server.seen.append(self.path)
        self.send_response(200)
        self.end_headers()

    def do_GET(self):
        script = self.path == "/proxy.pac"
        self.server.seen.append(self.path)
        body = (SCRIPT % self.server.address if script else "{}").encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ns-proxy-autoconfig" if script else "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@check
def proxy_of_the_system(stage):
    """By a server, by exceptions from it and by a script, as a user has them in the settings of Windows: each with the
    code, whether the settings were asked for, and what the proxy saw."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tunnel) as server, stage.sandbox() as sandbox:
        address, server.seen = f"127.0.0.1:{server.server_port}", []
        server.address, script = address, f"http://{address}/proxy.pac"
        threading.Thread(target=server.serve_forever).start()
        through, excepted, beside = ["a.invalid:80", "/x"], "b.invalid;*.direct.invalid;<local>", "127.0.0.1:1"
        scripted, lost = ["/proxy.pac", "scripted.invalid:80", "/x"], "HR_E_CONNECT"
        try:
            for url, named, but, pac, proxy, wanted in (
                ("http://a.invalid", address, "", "", "system", ("HR_OK", "1", through)),
                ("http://a.invalid", f"ftp={beside};http={address}", "", "", "system", ("HR_OK", "1", through)),
                ("http://a.invalid", address, excepted, "", "system", ("HR_OK", "1", through)),
                ("http://b.invalid", address, excepted, "", "system", (lost, "1", [])),
                ("http://a.direct.invalid", address, excepted, "", "system", (lost, "1", [])),
                ("http://server", address, excepted, "", "system", (lost, "1", [])),
                ("http://a.invalid", f"socks={beside}", "", "", "system", ("HR_E_PROXY", "1", [])),
                ("http://a.invalid", "", "", "", "system", (lost, "1", [])),
                ("http://a.invalid", address, "", "", "env", (lost, "0", [])),
                # The script comes before the server, and the server counts where the script is unavailable.
                ("http://scripted.invalid", beside, "", script, "system", ("HR_OK", "1", scripted)),
                ("http://a.invalid", address, "", script, "system", (lost, "1", ["/proxy.pac"])),
                ("http://a.invalid", address, "", f"http://{beside}/proxy.pac", "system", ("HR_OK", "1", through)),
                # This computer is reached without it.
                (json.loads(sandbox.config())["license_url"], address, "", "", "system", (None, "0", [])),
            ):
                config = sandbox.config(proxy=proxy, allow_plain_http=True)
                said = stage.host(sandbox, "proxied", named, but, pac, url, config=config)
                seen, server.seen = server.seen, []
                same((wanted[0] and said["code"], said["asked"], seen), wanted)
        finally:
            server.shutdown()


def ends(stage, how):
    """A process that ends in the midst of calls, and a DLL that calls the library when the other threads are gone."""
    words = os.path.join(stage.folder, "last_words.dll")
    program = os.path.join(stage.folder, "ending.exe")
    if not os.path.exists(program):
        kit.compile_c(stage.bits, [f"{PROBES}/last_words.c"], words, "-Iinclude", "-shared", "-static-libgcc")
        kit.compile_c(stage.bits, [f"{PROBES}/ending.c"], program, "-Iinclude", "-Itests/c", "-Iexamples")
    for order in ([stage.library, words], [words, stage.library]):
        with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
            never = sandbox.config(license_url=f"http://127.0.0.1:{silent.getsockname()[1]}")
            given = "\n".join([sandbox.config(), *CARD, never, ""]).encode()
            same(stage.run(program, how, *map(stage.wine.path, order), stdin=given), AT_THE_END)
            same(sandbox.documents(), [])


@check
def process_ends_in_the_midst_of_calls(stage):
    for how in ("return", "exit", "callback"):
        ends(stage, how)


@check
def process_ends_while_a_lock_is_held(stage):
    with stage.with_hooks():
        ends(stage, "held")
