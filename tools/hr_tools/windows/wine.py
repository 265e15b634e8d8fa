"""Windows programs of both bitnesses, run under Wine.

    with Wine(32, folder) as wine:
        ended = wine.run(program, ["argument"], timeout=30)
"""

import collections
import os
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import time

from ..tools import Missing, only_on_linux
from . import tree

Ended = collections.namedtuple("Ended", "code stdout stderr")
BITS = {0x8664: 64, 0x014C: 32}
PATIENCE = 60


def bits_of(program):
    with open(program, "rb") as file:
        head = file.read(0x40)
        file.seek(struct.unpack_from("<I", head, 0x3C)[0])
        signature, machine = struct.unpack("<4sH", file.read(6))
    assert (head[:2], signature) == (b"MZ", b"PE\0\0"), f"{program} is no Windows program"
    return BITS[machine]


class Wine:
    """A Windows of its own for the time of a `with`. At the end no process and no folder is left of it."""

    def __init__(self, bits, folder=None):
        assert bits in (64, 32)
        only_on_linux()
        tree.make()
        self.bits = bits
        self.folder = tempfile.mkdtemp(prefix="hr-wine-", dir=folder)
        self.prefix = os.path.join(self.folder, "prefix")
        self.environment = tree.environment(self.prefix, self.folder)
        self.keeper = None
        try:
            tree.copy(self.prefix)
        except BaseException:
            shutil.rmtree(self.folder)
            raise

    def __enter__(self):
        try:
            self.keep()
        except BaseException:
            self.end()
            raise
        return self

    def keep(self):
        """Seldom Wine's first program ends at once: then it is started again."""
        for tries in (1, 2):
            # A shell waits for input that never comes. While it does, Wine's services stay, and the next program need
            # not start them. When this process ends, however it ends, the input ends, and all of Wine after it.
            self.keeper = self.popen([tree.loader(), "cmd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL)
            readable, _, _ = select.select([self.keeper.stdout], [], [], PATIENCE)
            if readable and self.keeper.stdout.read(1):
                return
            if tries == 2:
                raise Missing("Wine starts no program")
            self.keeper.kill()
            self.keeper.wait()
            self.keeper.stdin.close()
            self.keeper.stdout.close()

    def __exit__(self, *_):
        self.end()

    def path(self, path):
        """A path of Linux as the programs know it."""
        return "Z:" + os.path.abspath(path).replace("/", "\\")

    def popen(self, command, env=None, **more):
        return subprocess.Popen(command, env={**self.environment, **(env or {})}, start_new_session=True, **more)

    def start(self, program, arguments=(), env=None, **more):
        """A program that goes on meanwhile; what is not said of its standard streams is as for Popen."""
        assert bits_of(program) == self.bits, f"{program} has not {self.bits} bits"
        return self.popen([tree.loader(), os.path.abspath(program), *arguments], env=env, **more)

    def run(self, program, arguments=(), timeout=PATIENCE, stdin=b"", env=None, cwd=None):
        """Runs it to its end. Linux keeps only the lowest eight bits of the exit code."""
        # Files, not pipes: what a program starts may keep these open after its end.
        with tempfile.TemporaryFile(dir=self.folder) as given, tempfile.TemporaryFile(dir=self.folder) as out, \
                tempfile.TemporaryFile(dir=self.folder) as err:
            given.write(stdin)
            given.seek(0)
            process = self.start(program, arguments, env, stdin=given, stdout=out, stderr=err, cwd=cwd)
            overdue = False
            try:
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                overdue = True
            finally:
                process.kill()
                process.wait()
            out.seek(0)
            err.seek(0)
            ended = Ended(process.returncode, out.read(), err.read())
        if overdue:
            raise subprocess.TimeoutExpired(os.path.basename(program), timeout, ended.stdout, ended.stderr)
        return ended

    def processes(self):
        """Every process of this Windows, by the environment it was started with."""
        mark, found = b"WINEPREFIX=" + os.fsencode(self.prefix), []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if mark in file.read().split(b"\0"):
                        found.append(int(name))
            except OSError:
                pass  # another user's, or gone
        return found

    def end(self):
        """Ends what is left of the programs and Wine itself, and removes its folder."""
        subprocess.run([tree.server(), "-k"], env=self.environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=PATIENCE)
        left = self.wait_for_all(PATIENCE)
        for process in left:
            os.kill(process, signal.SIGKILL)
        if left:
            self.wait_for_all(PATIENCE)
        if self.keeper:
            self.keeper.kill()
            self.keeper.wait()
            self.keeper.stdin.close()
            self.keeper.stdout.close()
        shutil.rmtree(self.folder)
        assert not left, f"{len(left)} processes outlived Wine's server"

    def wait_for_all(self, patience):
        """Waits until each has ended; gives those that have not in time."""
        deadline, left = time.monotonic() + patience, self.processes()
        while left and time.monotonic() < deadline:
            try:
                ending = os.pidfd_open(left[0])
            except ProcessLookupError:
                pass
            else:
                select.select([ending], [], [], max(0, deadline - time.monotonic()))
                os.close(ending)
            left = self.processes()
        return left
