"""What a run needs around the contestants: the servers, documents to send, the programs."""

import json
import os
import shutil
import subprocess
import tempfile
import urllib.request

from . import builds, contestants, server


class Sandbox:
    """The project's own sandbox: nginx cannot play the whole chain."""

    def __init__(self, folder, secure):
        self.folder = os.path.join(folder, "tls" if secure else "plain")
        os.makedirs(self.folder)
        self.settings = os.path.join(self.folder, "settings.json")
        ports = [part for name in ("", "license-", "service-", "control-") for part in (f"--{name}port", "0")]
        more = ["--tls", self.folder] if secure else []
        # It ends with this process, however this ends.
        self.process = subprocess.Popen(
            [builds.sandbox(), "serve", *ports, *more, "--config", self.settings, "--quiet", "--exit-with-stdin"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.control = json.loads(self.process.stdout.readline())["control_url"]

    def reset(self):
        urllib.request.urlopen(urllib.request.Request(f"{self.control}/reset", method="POST")).close()

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


class Stage:
    def __init__(self, short):
        self.short = short
        self.programs = contestants.all_built()
        self.sandboxes = {}

    def __enter__(self):
        # In memory where it can be: a disk would be measured otherwise.
        memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = tempfile.mkdtemp(prefix="hr-benches-", dir=memory)
        self.nginx = server.Nginx()
        self.nginx.__enter__()
        return self

    def __exit__(self, *ended):
        for sandbox in self.sandboxes.values():
            sandbox.end()
        self.nginx.__exit__(*ended)
        shutil.rmtree(self.folder)

    def contestants(self, workload):
        return [one for name, one in self.programs.items() if name in workload.contestants and one.can(workload)]

    def sandbox(self, secure):
        if secure not in self.sandboxes:
            self.sandboxes[secure] = Sandbox(self.folder, secure)
        return self.sandboxes[secure]

    def document(self, size):
        size = min(size, 8 << 20) if self.short else size
        path = os.path.join(self.folder, f"document-{size}.pdf")
        if not os.path.exists(path):
            block = os.urandom(1 << 20)
            with open(path, "wb") as file:
                for at in range(0, size, len(block)):
                    file.write(block[:size - at])
        return path
