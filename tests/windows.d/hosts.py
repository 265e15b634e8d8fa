"""Programs that use the library on Windows, each judged by what the sandbox received."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import urllib.request

import debian
import kit
import measured
import pascal
import programs
import proxies
from sandbox import CARD, CARD_MANY
from stage import first_line, sha256

NAMES = ("EXEMPLE", "Hélène")
ACCENTS = "compte rendu forêt n°1 ☃.txt"
# Two documents: from a file and from memory.
EVERY_CALL = ("ticket", "ready", "login", "profile_put", "profile_select", "patient_search", "patient_get",
              "patient_update", "dmp_open", "dmp_send", "dmp_send")
LARGE = 200 * 1024 * 1024
LARGE_GROWTH_KIB = 16 * 1024
AT_ONCE_MS = 1000
AT_MOST_S = 60
PROBES = "tests/windows.d/probes"
# What a call gives when the other threads of the process are gone: -9 is HR_E_CANCELLED.
AT_THE_END = {"text_copy": "2", "set_progress": "0", "set_log": "0", "cancel": "0", "state": "-9", "state_text": "0",
              "open": "-9", "open_text": "0", "close": "0", "free": "0"}
ROUNDS = 200
# A refusal on the head alone; the document is on its way.
REFUSAL = {"call": "dmp_send", "after_bytes": 0, "status": 413, "reset": True}


def only(*bits):
    def mark(test):
        test.bits = bits
        return test
    return mark


def same(seen, wanted):
    assert seen == wanted, f"{seen!r} instead of {wanted!r}"


def stored(sandbox, name, content):
    """The one document that the sandbox has."""
    [document] = sandbox.documents()
    same((document["filename"], document["sha256"]), (name, sha256(content)))


def every_step(stage):
    """The nine steps, for a professional with several situations and a patient who must be updated first."""
    content = b"every step"
    document = stage.file(ACCENTS, content)
    arguments = [CARD_MANY[0], "Clinique d'essai, Brest", "TÉMOIN", "Loïc", "", "M", document]
    program = stage.program("tests/c/chain.c")
    with stage.sandbox() as sandbox:
        given = {"stdin": f"{CARD_MANY[1]}\r\ny\r\ny\r\n".encode(), "env": {"HR_CONFIG": sandbox.config()}}
        stage.run(program, *arguments, **given)
        seen = [(request["call"], request["problem"]) for request in sandbox.ask("/requests")]
        same(seen, [(call, None) for call in EVERY_CALL])
        stored_ones = [document["sha256"] for document in sandbox.documents()]
        same((len(stored_ones), stored_ones.count(sha256(content))), (2, 1))


def quick_start(stage, library):
    """Made with nothing but what was unpacked."""
    program = os.path.join(stage.folder, f"quickstart {library}.exe")
    command = [programs.compiler(stage.bits), "-std=c99", "-Wall", "-Wextra", "-Werror", "-I", stage.kit.path("include"),
               stage.kit.path("share/hr/examples/quickstart.c"), stage.kit.path(f"lib/{library}"), "-o", program]
    subprocess.run(command, check=True, cwd=stage.folder, timeout=programs.PATIENCE)
    return program


def quick_start_by_cmake(stage):
    """The same, as the archive's own project makes it; that puts the library beside it."""
    debian.need("cmake", "cmake")
    build = os.path.join(stage.folder, "by cmake")
    chosen = {"SYSTEM_NAME": "Windows", "C_COMPILER": programs.compiler(stage.bits), "CXX_COMPILER": "NOTFOUND",
              "PREFIX_PATH": stage.kit.root, "FIND_ROOT_PATH": stage.kit.root}
    given = [f"-DCMAKE_{name}={value}" for name, value in chosen.items()]
    for command in (["-S", stage.kit.path("share/hr/examples"), "-B", build, *given], ["--build", build]):
        ended = subprocess.run(["cmake", *command], capture_output=True, text=True, timeout=programs.PATIENCE)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    return os.path.join(build, "quickstart.exe")


def quick_start_of_a_newcomer(stage):
    """With either import library, and by CMake."""
    content = "un résumé".encode()
    document = stage.file(ACCENTS, content)
    made = [quick_start(stage, library) for library in ("hr.lib", "libhr.dll.a")]
    for program in [*made, quick_start_by_cmake(stage)]:
        with stage.sandbox() as sandbox:
            given = {"stdin": f"{CARD[1]}\r\n".encode(), "env": {"HR_CONFIG": sandbox.config()}}
            seen = stage.run(program, "-", CARD[0], *NAMES, document, **given)
            same(seen["sent,"], f"sha256 {sha256(content)}")
            stored(sandbox, ACCENTS, content)


def quick_start_with_its_own_sandbox(stage):
    """hr-sandbox.exe: no part of Linux but the question what it received."""
    content = b"%PDF-1.4 invented"
    document = stage.file("document.pdf", content)
    program = stage.kit.path("bin/hr-sandbox.exe")
    ports = [part for name in ("", "license-", "service-", "control-") for part in (f"--{name}port", "0")]
    command = ["serve", *ports, "--quiet", "--exit-with-stdin"]
    sandbox = stage.wine.start(program, command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        told = json.loads(first_line(sandbox))
        keys = ("license_url", "license_bearer", "local_url")
        config = {**{key: told[key] for key in keys}, "identified_field": "/identified",
                  "card_client_owners": ["unknown"]}
        quickstart = quick_start(stage, "hr.lib")
        arguments = [json.dumps(config), CARD[0], *NAMES, document]
        seen = stage.run(quickstart, *arguments, stdin=f"{CARD[1]}\n".encode())
        same(seen["sent,"], f"sha256 {sha256(content)}")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(told["control_url"] + "/documents", timeout=30) as reply:
            [document] = json.load(reply)
        same((document["filename"], document["sha256"]), ("document.pdf", sha256(content)))
        sandbox.stdin.close()
        sandbox.wait(60)
    finally:
        sandbox.kill()
        sandbox.wait()
        sandbox.stdout.close()


def nothing_for_an_unknown_owner(stage):
    """Wine's table has each connection without its process: by default nothing is sent then."""
    document = stage.file("a.txt", b"for nobody")
    with stage.sandbox() as sandbox:
        config = json.loads(sandbox.config())
        del config["card_client_owners"]
        refused = stage.fails(sandbox, "file", document, config=json.dumps(config))
        assert "HR_E_CONFIG" in refused, refused
        same([request["call"] for request in sandbox.ask("/requests")], ["ticket"])


def facts(stage):
    with stage.sandbox() as sandbox:
        seen = stage.host(sandbox, "facts")
    same((seen["pointer"], seen["abi"]), (str(stage.bits // 8), "1"))
    return f"version {seen['version']}"


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
            told = test()
        except Refused:
            if tries == 3:
                raise
        else:
            return f"with certificate number {tries}{told or ''}"


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


def floating_point_traps(stage):
    with stage.sandbox() as sandbox:
        same(stage.host(sandbox, "traps"), {"kept": ""})
        same(len(sandbox.documents()), 1)


def cancelled_upload(stage):
    with stage.sandbox() as sandbox:
        seen = stage.host(sandbox, "cancel")
        same((seen["code"], sandbox.documents()), ("HR_E_CANCELLED", []))
    assert int(seen["after_ms"]) < AT_ONCE_MS, seen
    return f"{seen['after_ms']} ms after the cancellation"


def cancelled_wait(stage):
    """Nobody answers; the call sleeps when it is cancelled."""
    with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
        silent.settimeout(AT_MOST_S)
        config = json.loads(sandbox.config())
        config["license_url"] = f"http://127.0.0.1:{silent.getsockname()[1]}"
        program, given = stage.started(sandbox, json.dumps(config))
        process = stage.wine.start(program, ["stop"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=stage.folder)
        try:
            process.stdin.write(given)
            process.stdin.flush()
            asking = silent.accept()[0]
            with asking:
                asking.settimeout(AT_MOST_S)
                assert asking.recv(65536).startswith(b"POST "), "no request"
                said, _ = process.communicate(b"now\n", timeout=AT_MOST_S)
        finally:
            process.kill()
            process.wait()
    seen = dict(line.split() for line in said.decode().splitlines())
    same((process.returncode, seen["code"]), (0, "HR_E_CANCELLED"))
    assert int(seen["after_ms"]) < AT_ONCE_MS, seen
    return f"{seen['after_ms']} ms after the cancellation"


@contextlib.contextmanager
def without_card_client(sandbox):
    """A configuration with a port that nobody listens at."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        yield json.dumps({**json.loads(sandbox.config()), "local_url": f"http://127.0.0.1:{unused.getsockname()[1]}"})


def card_client_absent(stage):
    with stage.sandbox() as sandbox, without_card_client(sandbox) as config:
        seen = stage.host(sandbox, "absent", config=config)
    same(seen["code"], "HR_E_CARD_CLIENT_ABSENT")
    return f"told after {seen['after_ms']} ms"


def ten_thousand_handles(stage):
    with stage.sandbox() as sandbox, without_card_client(sandbox) as config:
        same(stage.host(sandbox, "many", "10000", config), {"opened": "10000"})
        assert len(sandbox.ask("/requests")) == 201


def loaded_twice_and_unloaded(stage):
    copy = os.path.join(stage.folder, "second copy ü")
    os.makedirs(copy, exist_ok=True)
    path = os.path.join(copy, "hr.dll")
    with open(stage.library, "rb") as library, open(path, "wb") as file:
        file.write(library.read())
    with stage.sandbox() as sandbox:
        same(stage.host(sandbox, "two", stage.wine.path(path)), {"apart": ""})


@contextlib.contextmanager
def with_hooks(stage):
    """Puts the library with the hooks of the tests in place of the one that is shipped."""
    made = kit.library_with_hooks(stage.bits)
    shipped = stage.library + ".shipped"
    os.rename(stage.library, shipped)
    try:
        shutil.copy(made, stage.library)
        yield
    finally:
        os.replace(shipped, stage.library)


def panic_is_caught(stage):
    with with_hooks(stage), stage.sandbox() as sandbox:
        same(stage.host(sandbox, "panic"), {"caught": ""})
        same(len(sandbox.documents()), 1)


def ends(stage, how):
    """A process that ends in the midst of calls, and a DLL that calls the library when the other threads are gone."""
    words = os.path.join(stage.folder, "last_words.dll")
    program = os.path.join(stage.folder, "ending.exe")
    if not os.path.exists(program):
        programs.compile_c(stage.bits, [f"{PROBES}/last_words.c"], words, "-Iinclude", "-shared", "-static-libgcc")
        programs.compile_c(stage.bits, [f"{PROBES}/ending.c"], program, "-Iinclude", "-Itests/c", "-Iexamples")
    for order in ([stage.library, words], [words, stage.library]):
        with socket.create_server(("127.0.0.1", 0)) as silent, stage.sandbox() as sandbox:
            never = {**json.loads(sandbox.config()), "license_url": f"http://127.0.0.1:{silent.getsockname()[1]}"}
            given = "\n".join([sandbox.config(), *CARD, json.dumps(never), ""]).encode()
            said = stage.run(program, how, *map(stage.wine.path, order), stdin=given, timeout=AT_MOST_S)
            same(said, AT_THE_END)
            same(sandbox.documents(), [])


def process_ends_in_the_midst_of_calls(stage):
    for how in ("return", "exit", "callback"):
        ends(stage, how)


def process_ends_while_a_lock_is_held(stage):
    with with_hooks(stage):
        ends(stage, "held")


def free_pascal_demo(stage):
    """The Delphi wrapper and its example, compiled for Windows."""
    content = b"Pascal"
    document = stage.file("lettre é.txt", content)
    folder = os.path.join(stage.folder, "pascal")
    os.makedirs(folder, exist_ok=True)
    units = os.path.join(kit.ROOT, "bindings", "delphi", "src")
    demo = os.path.join(kit.ROOT, "bindings", "delphi", "demo", "SendDocument.dpr")
    program, _ = pascal.Pascal(stage.bits).compile(demo, folder, "-v0", f"-Fu{units}")
    beside = shutil.copy(program, stage.folder)
    with stage.sandbox() as sandbox:
        given = {"stdin": f"{CARD[1]}\r\n".encode(), "env": {"HR_CONFIG": sandbox.config()}}
        seen = stage.run(beside, "-", CARD[0], *NAMES, document, **given)
        same(seen["sent,"], f"sha256 {sha256(content)}")
        stored(sandbox, "lettre é.txt", content)


def page_of_measurements(stage):
    page = measured.page(stage.wine, stage.kit.path("bin/hr-sandbox.exe"))
    return measured.judge(page, stage.bits)


@only(32)
def stdcall_twins(stage):
    stage.stdcall_header()
    content = b"stdcall"
    document = stage.file("stdcall.txt", content)
    program = stage.program("tests/c/stdcall.c", "-O0")
    with stage.sandbox() as sandbox:
        given = "\n".join([sandbox.config(), *CARD, ""]).encode()
        same(stage.run(program, stage.wine.path(document), stdin=given), {"all": "called"})
        seen = sorted((document["filename"], document["sha256"]) for document in sandbox.documents())
        same(seen, [("b.txt", sha256(b"12345")), ("stdcall.txt", sha256(content))])
    return f"{len(kit.functions())} functions"


CHECKS = [
    every_step,
    quick_start_of_a_newcomer,
    quick_start_with_its_own_sandbox,
    nothing_for_an_unknown_owner,
    facts,
    upload_of_200_mb,
    tls_refused_and_accepted,
    answers_before_a_reset,
    devices_are_no_files,
    held_by_another_program,
    paths_in_every_form,
    floating_point_traps,
    cancelled_upload,
    cancelled_wait,
    card_client_absent,
    ten_thousand_handles,
    loaded_twice_and_unloaded,
    proxies.proxy_of_the_system,
    panic_is_caught,
    process_ends_in_the_midst_of_calls,
    process_ends_while_a_lock_is_held,
    free_pascal_demo,
    page_of_measurements,
    stdcall_twins,
]
