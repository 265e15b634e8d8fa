"""Proves that programs for Windows of both bitnesses run here as the other checks need it, and prints how long it takes."""

import os
import select
import shutil
import socket
import subprocess
import tempfile
import time

from . import cache, pascal, programs, tree, wine

HERE = os.path.dirname(os.path.abspath(__file__))
PATIENCE = 60
TEXTS = ("Hélène", "forêt ☃", "a b", 'quo"te', "", "𝄞")


class Probes:
    def __init__(self, bits, folder):
        def build(name, *more, end="exe"):
            output = os.path.join(folder, f"{name}.{end}")
            return programs.compile_c(bits, [os.path.join(HERE, "probes", f"{name}.c")], output, *more)

        self.folder = folder
        self.texts = build("texts", "-municode")
        self.sockets = build("sockets", "-lws2_32")
        self.system = build("system")
        self.x87 = build("x87", "-nostartfiles", "-nodefaultlibs", "-fno-stack-protector", "-lkernel32")
        self.unloaded = build("unloaded", "-shared", end="dll")


def first_line(process):
    readable, _, _ = select.select([process.stdout], [], [], PATIENCE)
    assert readable, "a program says nothing"
    return process.stdout.readline()


def equal(seen, expected, what):
    assert seen == expected, f"{what}: {seen!r}, not {expected!r}"


def texts(windows, probes):
    """Arguments and names of files keep what is no ASCII, in both directions."""
    source, copied = (os.path.join(probes.folder, name) for name in ("forêt ☃.txt", "écrit 𝄞.txt"))
    with open(source, "wb") as file:
        file.write("déjà vu".encode())
    ended = windows.run(probes.texts, [windows.path(source), windows.path(copied), *TEXTS], PATIENCE)
    equal(ended.code, 0, "exit code")
    units = [bytes.fromhex("".join(unit[2:] + unit[:2] for unit in line.split())).decode("utf-16-le")
             for line in ended.stdout.decode().splitlines()]
    equal(units, list(TEXTS), "arguments")
    with open(copied, "rb") as file:
        equal(file.read().decode(), "déjà vu", "content")


def asks_linux(windows, probes):
    """A program under Wine reaches what listens on Linux."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        process = windows.start(probes.sockets, ["ask", str(server.getsockname()[1])], stdout=subprocess.PIPE)
        with server.accept()[0] as asking:
            asking.settimeout(PATIENCE)
            equal(asking.recv(64), b"from windows\n", "question")
            asking.sendall(b"from linux\n")
            said, _ = process.communicate(timeout=PATIENCE)
    equal((process.returncode, said.split()), (0, [b"from", b"linux"]), "answer")


def answers_linux(windows, probes):
    """Linux reaches what listens under Wine."""
    process = windows.start(probes.sockets, ["answer"], stdout=subprocess.PIPE)
    with socket.create_connection(("127.0.0.1", int(first_line(process))), PATIENCE) as asking:
        asking.sendall(b"from linux\n")
        equal(asking.recv(64), b"from windows\n", "answer")
        said, _ = process.communicate(timeout=PATIENCE)
    equal((process.returncode, said.split()), (0, [b"from", b"linux"]), "question")


def libraries(windows, probes):
    """A DLL is counted, notified of its coming and going, and gone after the last FreeLibrary."""
    ended = windows.run(probes.system, ["dll", windows.path(probes.unloaded)])
    equal((ended.code, ended.stdout.split(b"\r")[0]), (0, b"attached freed once detached freed twice"), "DLL")


def faults(windows, probes):
    """A filter gets an access violation; without one, the program ends at once and no dialog or debugger waits."""
    ended = windows.run(probes.system, ["fault"])
    equal((ended.code, ended.stdout.strip()), (77, b"filter c0000005"), "filter")
    equal(windows.run(probes.system, ["uncaught"]).code, 0xC0000005 & 0xFF, "exit code of a fault")


def windows_and_random(windows, probes):
    """A window is made and gets a message where there is no display; Rust's source of random bytes is there."""
    equal(windows.run(probes.system, ["window"]).code, 0, "window")
    equal(windows.run(probes.system, ["random"]).code, 0, "random bytes")


def precision(windows, probes):
    """The C run-time part's control of the x87 works; what the system hands over is printed."""
    said = windows.run(probes.x87).stdout.decode().split()
    equal(said[::2], ["start", "thread"], "x87")
    print(f"  x87 at the start {said[1]}, in a thread {said[3]} (Windows: 027f)")
    ended = windows.run(probes.system, ["precision"])
    print(f"  {ended.stdout.decode().strip()}")
    equal(ended.code, 0, "exit code")


def refused(windows, probes):
    """Prints what a refused connection looks like, and checks that it ends."""
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        ended = windows.run(probes.sockets, ["refused", str(unheard.getsockname()[1])])
    lines = ended.stdout.decode().splitlines()
    equal((ended.code, len(lines)), (0, 3), "refused")
    for line in lines:
        print(f"  {line}")
    assert "blocking connect=-1/10061" in lines[2], lines[2]


def pascal_program(windows, probes):
    """A program in Pascal, with units, an exception, and text."""
    began = time.monotonic()
    compiler = pascal.Pascal(windows.bits)
    print(f"  Free Pascal is there after {time.monotonic() - began:.1f} s")
    program, _ = compiler.compile(os.path.join(HERE, "probes", "words.pas"), probes.folder, "-gl", "-gh")
    # Free Pascal reads its arguments in the system's code page, here 1252, which has no snowman.
    ended = windows.run(program, ["Hélène"])
    # Pascal's widest number has 80 bits for 32-bit Windows alone.
    expected = f"{windows.bits} {8 if windows.bits == 64 else 10} caught 6 {ord('é')}"
    equal((ended.code, ended.stdout.decode().strip()), (7, expected), "program in Pascal")
    assert b"0 unfreed memory blocks" in ended.stderr, ended.stderr


def overdue(windows, probes):
    """A program that does not end is ended in time, and what it said is kept."""
    try:
        windows.run(probes.system, ["wait"], timeout=3)
    except subprocess.TimeoutExpired as late:
        equal(late.output.strip(), b"waiting", "what it said")
    else:
        raise AssertionError("a program that waits for ever has ended")


def command_line(process):
    with open(f"/proc/{process}/cmdline", encoding="utf-8") as file:
        return file.read()


def once(bits, folder):
    probes = Probes(bits, folder)
    began = time.monotonic()
    with wine.Wine(bits, folder) as windows:
        print(f"  {bits} bits: started in {time.monotonic() - began:.1f} s")
        for check in (texts, asks_linux, answers_linux, libraries, faults, windows_and_random, precision, refused,
                      pascal_program, overdue):
            began = time.monotonic()
            check(windows, probes)
            print(f"  {bits} bits: {check.__name__} in {time.monotonic() - began:.2f} s", flush=True)
        began = time.monotonic()
        windows.run(probes.system, ["random"])
        print(f"  {bits} bits: one run in {time.monotonic() - began:.2f} s")
        # One more that would go on for ever, so that the end has something to end.
        left = windows.popen([tree.loader(), "cmd", "/c", windows.path(probes.system), "wait"], stdout=subprocess.PIPE)
        first_line(left)
        assert any("system.exe" in command_line(process) for process in windows.processes()), "it is not found"
        began = time.monotonic()
    print(f"  {bits} bits: ended in {time.monotonic() - began:.1f} s")
    left.communicate(timeout=PATIENCE)
    equal(windows.processes(), [], "processes left")
    assert not os.path.exists(windows.folder), "a folder is left"


def one(bits):
    folder = tempfile.mkdtemp(prefix="hr-windows-")
    try:
        began = time.monotonic()
        tree.make()
        print(f"Wine is there after {time.monotonic() - began:.1f} s", flush=True)
        once(bits, folder)
    finally:
        shutil.rmtree(folder)


def run(tally, wanted, fresh):
    if fresh:
        with cache.alone():
            for folder in (tree.FOLDER, pascal.FOLDER):
                shutil.rmtree(folder, ignore_errors=True)
    for bits in wanted:
        tally.check(f"Wine of {bits} bits", one, bits)
