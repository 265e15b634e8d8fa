"""The setup for Windows, as a user's and as a vendor's script runs it: each check begins and ends without it."""

import contextlib
import os
import subprocess
import zipfile

from ..release.archives import files
from ..sandbox import program as sandbox_program
from ..tally import Checks
from ..tools import read, write
from . import kit
from .stage import PATIENCE, Outside, same, sha256, until

LONG = ";".join(f"C:\\a folder of the user's {number}\\bin" for number in range(150)) + ";C:\\Programs\\hr\\bin2"
ENTRY = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\healthrecord"
# Of the user, in the folder of the program.
KEPT = ("uploads.hrj", "hr.toml")

CHECKS = check = Checks()


class Setup:
    def __init__(self, wine, win32, win64, made):
        self.wine, self.archives, self.made = wine, {"win32": win32, "win64": win64}, made
        self.drive = os.path.join(wine.folder, "prefix", "drive_c")
        [user] = {"Public"} ^ set(os.listdir(os.path.join(self.drive, "users")))
        data = os.path.join(self.drive, "users", user, "AppData")
        self.folder = os.path.join(data, "Local", "Programs", "hr")
        self.menu = os.path.join(data, "Roaming", "Microsoft", "Windows", "Start Menu", "Programs", "hr")
        self.sandbox_program = sandbox_program()

    def run(self, *words):
        return self.wine.run(self.made, ["/S", *words]).code

    @contextlib.contextmanager
    def installed(self, *words, folder=None):
        same(self.run(*words), 0)
        try:
            yield
        finally:
            self.uninstall(folder or self.folder)

    def uninstall(self, folder):
        """It goes on as another program, which removes this one last."""
        uninstaller = os.path.join(folder, "uninstall.exe")
        same(self.wine.run(uninstaller, ["/S"]).code, 0)
        until(lambda: not os.path.exists(uninstaller), "uninstall.exe is still there")

    def packed(self, bits, name):
        with zipfile.ZipFile(self.archives[bits]) as archive:
            [path] = [path for path in archive.namelist() if path.endswith(f"/{name}")]
            return sha256(archive.read(path))

    def reg(self, *words):
        ended = self.wine.run(os.path.join(self.drive, "windows", "system32", "reg.exe"), words)
        return ended.stdout.decode() if ended.code == 0 else None

    def path(self):
        said = self.reg("query", r"HKCU\Environment", "/v", "Path")
        return said and said.split("REG_EXPAND_SZ", 1)[1].strip()


def contents(folder):
    """The SHA-256 of each file below it."""
    return {name: sha256(read(path)) for name, path in files(folder).items()}


def keep(folder):
    """Puts files of the user there, and gives them as they shall stay."""
    for name in KEPT:
        write(name, folder, name)
    return {name: sha256(name.encode()) for name in KEPT}


@check
def what_it_puts_there_it_removes(setup):
    with setup.installed():
        there = contents(setup.folder)
        for bits in setup.archives:
            for name in ("bin/hr.dll", "lib/hr.lib", "lib/libhr.dll.a", "lib/hr.def", "include/hr.h"):
                same(there.pop(f"{bits}/{name}"), setup.packed(bits, name))
        for name in ("bin/hr.exe", "bin/hr-sandbox.exe", "bindings/vb6/HealthRecordApi.bas", "share/hr/examples/quickstart.c",
                     "share/doc/hr/LICENSE-MIT", "share/doc/hr/docs/en/windows.md"):
            same(there.pop(name), setup.packed("win64", name))
        same(len(os.listdir(setup.menu)), 3)
        assert setup.reg("query", ENTRY), "no entry"
        kept = keep(setup.folder)
    same((contents(setup.folder), os.path.exists(setup.menu), setup.reg("query", ENTRY)), (kept, False, None))


@check
def doctor_from_there(setup):
    with setup.installed(), Outside(setup.sandbox_program, False) as sandbox:
        config = sandbox.file("hr é.json", sandbox.config().encode())
        hr = os.path.join(setup.folder, "bin", "hr.exe")
        ended = setup.wine.run(hr, ["--lang", "fr", "--config", setup.wine.path(config), "doctor"], timeout=120)
        assert "Rien de ce qui a été vérifié n'empêche de travailler." in ended.stdout.decode(), ended


@check
def an_update_keeps_what_is_the_users(setup):
    with setup.installed("/PATH=1"):
        before, path = contents(setup.folder), setup.path()
        kept = keep(setup.folder)
        same(setup.run(), 0)
        same((contents(setup.folder), setup.path()), ({**before, **kept}, path))
        # Into another folder: the files of the previous version go.
        with setup.installed("/D=C:\\other\\hr", folder=os.path.join(setup.drive, "other", "hr")):
            same((contents(setup.folder), setup.path()), (kept, r"C:\other\hr\bin"))
        same((setup.path(), os.listdir(os.path.join(setup.drive, "other"))), (None, []))
        same(setup.run(), 0)


@check
def a_long_path_stays_whole(setup):
    setup.reg("add", r"HKCU\Environment", "/v", "Path", "/t", "REG_EXPAND_SZ", "/d", LONG, "/f")
    with setup.installed():
        same(setup.path(), LONG)
        same(setup.run("/PATH=1"), 0)
        added = setup.path()
        assert added.startswith(f"{LONG};C:\\users\\") and added.endswith(r"\Programs\hr\bin"), added
        same(setup.run("/PATH=0"), 0)
        same(setup.path(), LONG)
        same(setup.run("/PATH=1"), 0)
    same(setup.path(), LONG)
    setup.reg("delete", r"HKCU\Environment", "/v", "Path", "/f")


@check
def nothing_changes_while_a_program_runs(setup):
    with setup.installed():
        before, hr = contents(setup.folder), os.path.join(setup.folder, "bin", "hr-sandbox.exe")
        going = setup.wine.start(hr, ["serve", "--port", "0", "--exit-with-stdin"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL)
        try:
            assert going.stdout.readline().startswith(b"{"), "the sandbox does not start"
            same(setup.run(), 2)
            same(setup.wine.run(os.path.join(setup.folder, "uninstall.exe"), ["/S", "_?=" + setup.wine.path(setup.folder)]).code, 2)
            same(contents(setup.folder), before)
        finally:
            going.communicate(timeout=PATIENCE)


@check
def an_old_windows_gets_nothing(setup):
    key = rf"HKCU\Software\Wine\AppDefaults\{os.path.basename(setup.made)}"
    setup.reg("add", key, "/v", "Version", "/d", "win7", "/f")
    same((setup.run(), os.path.exists(setup.menu)), (2, False))
    setup.reg("delete", key, "/f")


def packed():
    """The two archives and the setup."""
    for bits in (32, 64):
        kit.compiler(bits)
    return kit.dist("--windows", "--setup").split("\n")[:3]
