"""What a run needs around the contestants: the servers, documents to send, the programs."""

import os
import shutil
import tempfile

from .. import sandbox
from . import contestants, server


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
        for box in self.sandboxes.values():
            box.__exit__()
        self.nginx.__exit__(*ended)
        shutil.rmtree(self.folder)

    def contestants(self, workload):
        return [one for name, one in self.programs.items() if name in workload.contestants and one.can(workload)]

    def sandbox(self, secure):
        """The project's own: nginx cannot play the whole chain."""
        if secure not in self.sandboxes:
            box = self.sandboxes[secure] = sandbox.Sandbox(sandbox.program(), secure)
            box.settings = box.file("settings.json", box.config().encode())
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
