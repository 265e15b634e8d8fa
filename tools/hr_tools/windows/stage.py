"""What a program of Windows finds: the library beside it, Wine around it, the services on this computer; and judging it."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time

from ..sandbox import CARD, Sandbox, program as sandbox_program
from ..tools import ROOT, text, write
from . import kit

NAMES = ("EXEMPLE", "Hélène")
PATIENCE = 60


class Outside(Sandbox):
    """Wine does not show whose process it is."""

    def config(self, **changes):
        return json.dumps({**json.loads(super().config()), "card_client_owners": ["unknown"], **changes})


class Inside(Outside):
    """hr-sandbox.exe: no part of Linux but the question what it received."""

    def __init__(self, stage):
        self.wine = stage.wine
        super().__init__(stage.kit.path("bin/hr-sandbox.exe"), False)

    def popen(self, command):
        program, *arguments = command
        return self.wine.start(program, arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


class Stage(contextlib.ExitStack):
    def __init__(self, unpacked, system):
        super().__init__()
        self.kit, self.wine, self.bits = unpacked, system, unpacked.bits
        self.sandbox_program = sandbox_program()
        self.folder = self.enter_context(tempfile.TemporaryDirectory(prefix="hr windows é "))
        self.library = shutil.copy(self.kit.path("bin/hr.dll"), os.path.join(self.folder, "hr.dll"))

    @contextlib.contextmanager
    def with_hooks(self):
        """Puts the library with the hooks of the tests in place of the one that is shipped."""
        shutil.copy(kit.dist("--hooks", "--target", kit.TRIPLES[self.bits]).strip(), self.library)
        try:
            yield
        finally:
            shutil.copy(self.kit.path("bin/hr.dll"), self.library)

    def sandbox(self, tls=False):
        return Outside(self.sandbox_program, tls)

    def file(self, name, content):
        return write(content, self.folder, name)

    def program(self, source, *more):
        """A C program of this project's, linked with the library that was packed."""
        name = os.path.splitext(os.path.basename(source))[0]
        output = os.path.join(self.folder, f"{name}.exe")
        if not os.path.exists(output):
            flags = ["-Iinclude", "-Itests/c", "-Iexamples", f"-I{self.folder}", "-L", self.kit.path("lib"), "-lhr"]
            kit.compile_c(self.bits, [source], output, *flags, *more)
        return output

    def run(self, program, *arguments, code=0, timeout=120, **more):
        """Gives what it printed, as pairs of a word and the rest of its line; what it complained of where it fails."""
        ended = self.wine.run(program, arguments, timeout=timeout, cwd=self.folder, **more)
        printed, complained = ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace")
        assert ended.code == code, f"ended with {ended.code}: {printed, complained}"
        return complained if code else dict(line.partition(" ")[::2] for line in printed.replace("\r", "").splitlines())

    def started(self, sandbox, config):
        """windows.c, and what it reads."""
        given = "\n".join([config or sandbox.config(), *CARD, ""]).encode()
        return self.program("tests/c/windows.c", "-lpsapi", "-lcrypt32"), given

    @contextlib.contextmanager
    def going(self, sandbox, *arguments, config=None):
        """The same, which goes on meanwhile; killed at the end."""
        program, given = self.started(sandbox, config)
        process = self.wine.start(program, arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=self.folder)
        try:
            process.stdin.write(given)
            process.stdin.flush()
            yield process
        finally:
            process.kill()
            process.communicate()

    def host(self, sandbox, *arguments, config=None, **more):
        program, given = self.started(sandbox, config)
        return self.run(program, *arguments, stdin=given, **more)

    def sends(self, program, content, name="lettre é.txt", sandbox=None):
        """An example: a document with the sandbox, by its SHA-256."""
        document = self.file(name, content)
        with sandbox or self.sandbox() as box:
            given = {"stdin": f"{CARD[1]}\r\n".encode(), "env": {"HR_CONFIG_JSON": box.config(patients_pointer="/patients")}}
            seen = self.run(program, "-", CARD[0], *NAMES, document, **given)
            same(seen["sent,"], f"sha256 {sha256(content)}")
            stored(box, (name, content))

    def stdcall_header(self):
        """hr.h, in which functions and callbacks are stdcall, and EACH over the names of the functions."""
        header = re.sub(r"\(\*(hr_\w+_fn)\)", r"(__stdcall *\1)", text(ROOT, "include", "hr.h"))
        names = re.findall(r"^HR_API\s[^;(]*?\bhr_(\w+)\(", header, re.M)
        header = re.sub("^HR_API", "HR_API __attribute__((stdcall))", header, flags=re.M)
        self.file("hr32.h", f"{header}\n#define EACH(X) {' '.join(f'X({name})' for name in names)}\n")


def until(there, otherwise):
    """Waits for what comes by itself."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, otherwise
        time.sleep(0.01)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def same(seen, wanted):
    assert seen == wanted, f"{seen!r} instead of {wanted!r}"


def stored(sandbox, *documents):
    """The documents that the sandbox has: names and contents."""
    seen = sorted((document["filename"], document["sha256"]) for document in sandbox.documents())
    same(seen, sorted((name, sha256(content)) for name, content in documents))
