"""The simulated services, as a process of their own that was built without any detector."""

import json
import os
import subprocess
import tempfile
import urllib.request

from .tools import cargo, write

CARD = ("2000000001", "1234")  # the scenario's card with one situation, and its PIN
CARD_MANY = ("2000000002", "5678")
PATIENCE_MS = 120_000


def program():
    # With the library: the same build as `cargo build --release`.
    return os.path.join(cargo("the sandbox does not build", "", ["--release"]), "release", "hr-sandbox")


class Sandbox:
    """Runs until the end of a `with`. What it received is the oracle of a run."""

    def __init__(self, program, tls):
        self.kept = tempfile.TemporaryDirectory(prefix="hr-tools-")
        self.folder = self.kept.name
        ports = [part for name in ("", "license-", "service-", "control-") for part in (f"--{name}port", "0")]
        more = ["--tls", self.folder] if tls else []
        # Standard input is a pipe of this process: when this process ends, however it ends, so does the sandbox.
        self.process = self.popen([program, "serve", *ports, *more, "--quiet", "--exit-with-stdin"])
        try:
            self.addresses = json.loads(self.process.stdout.readline())
        except BaseException:
            self.__exit__()
            raise

    def popen(self, command):
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with self.kept, self.process:
            self.process.stdin.close()
            try:
                self.process.wait(30)
            finally:
                self.process.kill()

    def config(self):
        keys = ("license_url", "license_bearer", "local_url")
        config = {key: self.addresses[key] for key in keys}
        config["identified_field"] = "/identified"
        config["timeouts"] = {f"{name}_ms": PATIENCE_MS for name in ("connect", "call", "login", "upload")}
        if self.addresses["ca_file"]:
            config["ca_file"] = self.addresses["ca_file"]
        return json.dumps(config)

    def file(self, name, content):
        return write(content, self.folder, name)

    def ask(self, path, method="GET", body=None):
        """The control interface; it is on this computer, so no proxy has a part in it."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.addresses["control_url"] + path, data, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(request, timeout=30) as reply:
            return json.load(reply)

    def documents(self):
        return self.ask("/documents")
